/** Finds the regular expressions in TypeScript sources. */
import ts from 'typescript';

/** Returns regular expression literals, and calls of `new RegExp` whose parts are constants of the same file, as `{ line, source, flags }`. */
export function regexpsIn(path, text) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: 3 }, false, kind);
  const constants = constantsOf(file);
  const found = [];
  const add = (node, expression) => {
    if (expression) found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, ...expression });
  };
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) add(node, readLiteral(node.text));
    else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.text === 'RegExp') {
      const [pattern, flags] = (node.arguments ?? []).map((argument) => valueOf(argument, constants));
      if (typeof pattern === 'string') add(node, { source: pattern, flags: typeof flags === 'string' ? flags : '' });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function readLiteral(text) {
  const end = text.lastIndexOf('/');
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

/** Returns the initializers of a file's constants by name. */
function constantsOf(file) {
  const constants = new Map();
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return constants;
}

/** Returns the constant string value of an expression; undefined if it cannot be determined from this file. */
function valueOf(node, constants, depth = 0) {
  if (depth > 20) return undefined;
  const next = (part) => valueOf(part, constants, depth + 1);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return readLiteral(node.text).source;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return next(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return node.tag.name?.text === 'raw' ? rawOf(node.template, next) : undefined;
  if (ts.isTemplateExpression(node))
    return join([node.head.text, ...node.templateSpans.flatMap((span) => [next(span.expression), span.literal.text])]);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) return join([next(node.left), next(node.right)]);
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') return next(node.expression);
  if (ts.isIdentifier(node) && constants.has(node.text)) return next(constants.get(node.text));
  return undefined;
}

const rawOf = (template, next) =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? template.rawText
    : join([template.head.rawText, ...template.templateSpans.flatMap((span) => [next(span.expression), span.literal.rawText])]);

const join = (parts) => (parts.every((part) => typeof part === 'string') ? parts.join('') : undefined);
