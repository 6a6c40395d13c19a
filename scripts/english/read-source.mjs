/**
 * Reads comments, test titles and messages of TypeScript and JavaScript sources with the TypeScript scanner, because parsing all sources would take
 * three times as long.
 */
import ts from 'typescript';

const Kind = ts.SyntaxKind;

/** Tokens after which a slash is a division; after any other token it starts a regular expression. `<` starts a closing JSX tag. */
const ENDS_OPERAND = new Set([
  Kind.Identifier,
  Kind.NumericLiteral,
  Kind.BigIntLiteral,
  Kind.StringLiteral,
  Kind.NoSubstitutionTemplateLiteral,
  Kind.TemplateTail,
  Kind.RegularExpressionLiteral,
  Kind.CloseParenToken,
  Kind.CloseBracketToken,
  Kind.CloseBraceToken,
  Kind.ThisKeyword,
  Kind.SuperKeyword,
  Kind.NullKeyword,
  Kind.TrueKeyword,
  Kind.FalseKeyword,
  Kind.LessThanToken,
]);
const TRIVIA = new Set([Kind.WhitespaceTrivia, Kind.NewLineTrivia, Kind.ShebangTrivia, Kind.ConflictMarkerTrivia]);
const COMMENTS = new Set([Kind.SingleLineCommentTrivia, Kind.MultiLineCommentTrivia]);
const TITLED = new Set(['test', 'it', 'describe', 'journey']);

const scanner = ts.createScanner(ts.ScriptTarget.Latest, false);

/** Returns all tokens, including comments but not white space, as `{ kind, start, end }`. */
function tokensOf(text) {
  scanner.setText(text);
  const tokens = [];
  const templates = [];
  let braces = 0;
  let previous;
  for (let kind = scanner.scan(); kind !== Kind.EndOfFileToken; kind = scanner.scan()) {
    if (TRIVIA.has(kind)) continue;
    if ((kind === Kind.SlashToken || kind === Kind.SlashEqualsToken) && !ENDS_OPERAND.has(previous)) kind = scanner.reScanSlashToken();
    if (kind === Kind.CloseBraceToken && templates.at(-1) === braces) {
      kind = scanner.reScanTemplateToken(false);
      if (kind === Kind.TemplateTail) templates.pop();
    } else if (kind === Kind.OpenBraceToken) braces += 1;
    else if (kind === Kind.CloseBraceToken) braces -= 1;
    if (kind === Kind.TemplateHead) templates.push(braces);
    tokens.push({ kind, start: scanner.getTokenStart(), end: scanner.getTokenEnd() });
    if (!COMMENTS.has(kind)) previous = kind;
  }
  return tokens;
}

/** Returns the index after the parentheses or the template that start at `at`. */
function behindArguments(tokens, at) {
  const opening = tokens[at]?.kind;
  if (opening === Kind.NoSubstitutionTemplateLiteral) return at + 1;
  const [open, close] = opening === Kind.TemplateHead ? [opening, Kind.TemplateTail] : [Kind.OpenParenToken, Kind.CloseParenToken];
  let depth = 0;
  for (let index = at; index < tokens.length; index += 1) {
    if (tokens[index].kind === open) depth += 1;
    if (tokens[index].kind === close) depth -= 1;
    if (depth === 0) return index + 1;
  }
  return tokens.length;
}

/** Returns the index after the type arguments that start at `at`; `at` if there are none. */
function behindTypes(tokens, at) {
  if (tokens[at]?.kind !== Kind.LessThanToken) return at;
  let depth = 0;
  for (let index = at; index < tokens.length; index += 1) {
    if (tokens[index].kind === Kind.LessThanToken) depth += 1;
    if (tokens[index].kind === Kind.GreaterThanToken) depth -= 1;
    if (depth === 0) return index + 1;
  }
  return tokens.length;
}

/** Returns the title token if `at` is the start of a call of `test`, `it`, `describe` or `journey`, possibly with `.each(…)`. */
function titleAt(tokens, at, wordAt) {
  if (!TITLED.has(wordAt(at)) || tokens[at - 1]?.kind === Kind.DotToken) return undefined;
  let index = at + 1;
  let last = '';
  while (tokens[index]?.kind === Kind.DotToken) {
    last = wordAt(index + 1);
    index += 2;
  }
  if (['each', 'for', 'skipIf', 'runIf'].includes(last)) index = behindArguments(tokens, behindTypes(tokens, index));
  const title = tokens[index + 1];
  const isTitle = TEXTS.includes(title?.kind);
  return tokens[index]?.kind === Kind.OpenParenToken && isTitle ? title : undefined;
}

const TEXTS = [Kind.StringLiteral, Kind.NoSubstitutionTemplateLiteral, Kind.TemplateHead];

/** Returns the message token if an error with a literal message is created at `at`, or the summary token of an endpoint (`summary: '…'`). */
function messageAt(tokens, at, wordAt) {
  const isError = wordAt(at).endsWith('Error') && wordAt(at - 1) === 'new' && wordAt(at + 1) === '(';
  const isSummary = wordAt(at) === 'summary' && wordAt(at + 1) === ':';
  return (isError || isSummary) && TEXTS.includes(tokens[at + 2]?.kind) ? tokens[at + 2] : undefined;
}

/**
 * Returns the comments as `{ start, end, text, exported }`, and the test titles and messages as `{ start, end, text }`. `start` and `end` are offsets
 * in the source; `text` excludes delimiters. Successive `//` lines form one comment. `exported` is true for the doc comment of an exported symbol.
 */
export function readSource(source) {
  const comments = [];
  const code = [];
  for (const token of tokensOf(source)) {
    if (COMMENTS.has(token.kind)) addComment(comments, token, source);
    else {
      const comment = comments.at(-1);
      if (comment?.exported === undefined && comment) comment.exported = token.kind === Kind.ExportKeyword && comment.doc;
      code.push(token);
    }
  }
  const wordAt = (index) => (code[index] ? source.slice(code[index].start, code[index].end) : '');
  const textAt = ({ start, end }) => ({ start, end, text: source.slice(start, end).replace(/^['"`]|(?:['"`]|\$\{)$/g, '') });
  const find = (tokenAt) =>
    code.flatMap((token, at) => {
      const found = token.kind === Kind.Identifier ? tokenAt(code, at, wordAt) : undefined;
      return found ? [textAt(found)] : [];
    });
  return { comments, titles: find(titleAt), messages: find(messageAt) };
}

/** Returns the comments of a style sheet in the same form. Style sheets have no titles. */
export const readStyleSheet = (source) => ({
  comments: [...source.matchAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g)].map(({ 0: raw, index }) => ({
    start: index,
    end: index + raw.length,
    text: raw.slice(2, -2).replace(/\s+/g, ' ').trim(),
  })),
  titles: [],
  messages: [],
});

function addComment(comments, { kind, start, end }, source) {
  const raw = source.slice(start, end);
  const last = comments.at(-1);
  if (kind === Kind.SingleLineCommentTrivia) {
    const text = raw.slice(2).trim();
    if (last?.line && last.exported === undefined && !source.slice(last.end, start).trim()) {
      last.text = `${last.text} ${text}`;
      last.end = end;
    } else comments.push({ start, end, text, doc: false, line: true, exported: undefined });
    return;
  }
  const text = raw
    .slice(2, -2)
    .split('\n')
    .map((line) => line.replace(/^\s*\*+\s?/, '').trim())
    .join(' ')
    .trim();
  comments.push({ start, end, text, doc: raw.startsWith('/**'), line: false, exported: undefined });
}
