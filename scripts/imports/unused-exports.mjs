/** Finds exports of domains that only tests import, such as a rule that is never applied. */
import { posix } from 'node:path';
import ts from 'typescript';

const isTest = (path) => /\.test\.tsx?$|\/testing\//.test(path);
const isDomain = (path) => path.startsWith('server/src/domains/');

/** Returns unused exports as `path: name`. `files` are pairs of path and text. */
export function unusedExports(files) {
  const sources = files
    .filter(([path]) => /^(server|demo|bench)\//.test(path) && !isTest(path))
    .map(([path, text]) => [path, text, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS)]);
  const used = new Set(sources.flatMap(([path, , source]) => usesOf(path, source)));
  return sources
    .filter(([path]) => isDomain(path))
    .flatMap(([path, text, source]) =>
      valuesOf(source)
        .filter((name) => !used.has(`${path}: ${name}`) && !used.has(`${path}: *`) && text.split(new RegExp(`\\b${name}\\b`)).length <= 2)
        .map((name) => `${path}: ${name}`),
    );
}

/** Returns the names that a file imports with `import`, `export … from` and `import()`; `*` stands for all names. */
function usesOf(path, source) {
  const found = [];
  const visit = (node) => {
    const from =
      node.moduleSpecifier?.text ?? (node.expression?.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0]?.text : undefined);
    if (from?.startsWith('.')) {
      const target = posix.join(posix.dirname(path), from);
      const names = (node.importClause?.namedBindings ?? node.exportClause)?.elements;
      for (const element of names ?? [undefined]) found.push(`${target}: ${element ? (element.propertyName ?? element.name).text : '*'}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the names of the functions and values that a file exports. */
function valuesOf(source) {
  return source.statements.flatMap((statement) => {
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name }) => name.text ?? []);
    return ts.isFunctionDeclaration(statement) && statement.name ? [statement.name.text] : [];
  });
}
