/** Finds the imports of a file and the cycles in a graph. */
import { posix } from 'node:path';
import ts from 'typescript';

/** Returns the path of a relative specifier; undefined for a package. */
export const relativeTo = (path, specifier) => (specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined);

/** Returns the specifiers of all value imports of a file as written, including packages. */
export function valueSpecifiers(path, text) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: 3 }, false, kind);
  return source.statements.flatMap((statement) => {
    const specifier = statement.moduleSpecifier?.text;
    return specifier !== undefined && importsValues(statement) ? [specifier] : [];
  });
}

function importsValues(statement) {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, isTypeOnly } = statement;
    return !isTypeOnly && !(exportClause && ts.isNamedExports(exportClause) && areTypes(exportClause.elements));
  }
  const clause = statement.importClause;
  if (clause === undefined) return true;
  if (clause.isTypeOnly) return false;
  const { name, namedBindings } = clause;
  return name !== undefined || !namedBindings || !ts.isNamedImports(namedBindings) || !areTypes(namedBindings.elements);
}

const areTypes = (elements) => elements.length > 0 && elements.every((element) => element.isTypeOnly);

/** Returns a shortest cycle of each strongly connected component as `[a, b, a]`. `graph` maps each name to the names it refers to. */
export function cyclesIn(graph) {
  return knotsIn(graph).map((knot) => shortestCircle(graph, knot));
}

/** Returns the strongly connected components of a graph (Tarjan's algorithm). */
function knotsIn(graph) {
  const knots = [];
  const index = new Map();
  const lowest = new Map();
  const stack = [];
  const open = new Set();
  const visit = (name) => {
    index.set(name, index.size);
    lowest.set(name, index.get(name));
    stack.push(name);
    open.add(name);
    for (const next of graph.get(name) ?? []) {
      if (!index.has(next)) visit(next);
      if (open.has(next)) lowest.set(name, Math.min(lowest.get(name), lowest.get(next)));
    }
    if (lowest.get(name) !== index.get(name)) return;
    const knot = stack.splice(stack.indexOf(name));
    for (const member of knot) open.delete(member);
    if (knot.length > 1 || graph.get(name)?.has(name)) knots.push(new Set(knot));
  };
  for (const name of graph.keys()) if (!index.has(name)) visit(name);
  return knots;
}

function shortestCircle(graph, knot) {
  let best;
  for (const start of knot) {
    const before = new Map();
    const queue = [start];
    for (const name of queue) {
      if (before.has(start)) break;
      for (const next of graph.get(name) ?? []) {
        if (!knot.has(next) || before.has(next)) continue;
        before.set(next, name);
        queue.push(next);
      }
    }
    const circle = [start];
    do circle.unshift(before.get(circle[0]));
    while (circle[0] !== start);
    if (best === undefined || circle.length < best.length) best = circle;
  }
  return best;
}
