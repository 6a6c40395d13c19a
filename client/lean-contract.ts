/**
 * Vite plugin that removes the schemas of calls from the client bundle, and with them the schema library
 * (docs/decisions/0007-no-schemas-in-the-client-bundle.md). The client needs only method and path of a call; the server validates requests and
 * replies. Descriptions and size limits of calls are removed too. A form that validates its fields imports its schema by name, so that schema stays
 * in the bundle.
 */
import type { ESTree, Plugin } from 'vite';
import { parseSync, Visitor } from 'vite';

const SCHEMAS = ['params', 'query', 'body', 'reply'];
const OF_THE_SERVER = ['summary', 'bodyLimit'];

type Cut = { start: number; end: number; by: (text: string) => string };

/**
 * Removes the schemas from every `endpoint({ … })`, except replies that are not JSON (`'stream'`). Marks computed constants of a contract module as
 * pure, so that the bundler drops unused ones.
 */
export function stripSchemas(code: string): string {
  const { program } = parseSync('contract.ts', code);
  const cuts: Cut[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [about] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || about?.type !== 'ObjectExpression') return;
      for (const [i, property] of about.properties.entries()) {
        if (property.type !== 'Property') continue;
        const name = nameOf(property.key);
        if (!OF_THE_SERVER.includes(name) && (property.value.type === 'Literal' || !SCHEMAS.includes(name))) continue;
        cuts.push({ start: property.start, end: about.properties[i + 1]?.start ?? about.end - 1, by: () => '' });
      }
    },
  }).visit(program);
  for (const init of program.body.flatMap(valuesOf))
    cuts.push({ start: init.start, end: init.end, by: (text) => `/* @__PURE__ */ (() => (${text}))()` });
  return apply(cuts, code, 0);
}

const nameOf = (key: ESTree.PropertyKey): string => (key.type === 'Identifier' ? key.name : '');

/** Returns the initial values of the constants that a statement declares, except literals and functions. */
function valuesOf(statement: ESTree.Program['body'][number]): ESTree.Expression[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ init }) =>
    init && !['Literal', 'ArrowFunctionExpression'].includes(init.type) ? [init] : [],
  );
}

/** Applies cuts, which may be nested. Inner cuts are applied first. */
function apply(cuts: readonly Cut[], code: string, offset: number): string {
  const outer = cuts.filter((cut) => !cuts.some((other) => other !== cut && other.start <= cut.start && cut.end <= other.end));
  let done = '';
  let at = offset;
  for (const { start, end, by } of outer.toSorted((a, b) => a.start - b.start)) {
    const inner = cuts.filter((cut) => !outer.includes(cut) && start <= cut.start && cut.end <= end);
    done += code.slice(at - offset, start - offset) + by(apply(inner, code.slice(start - offset, end - offset), start));
    at = end;
  }
  return done + code.slice(at - offset);
}

export const leanContract = (): Plugin => ({
  name: 'lean-contract',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/src\/[\w/-]+\.ts$/ },
    handler: (code) => ({ code: stripSchemas(code), map: null }),
  },
});
