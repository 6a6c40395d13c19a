/**
 * The client uses of a call its method and path; what goes in and out is parsed by the server. So the schemas of calls stay out of the
 * client's files, and with them the library they are made with (docs/decisions/0007-no-schemas-in-the-client-bundle.md): there they are types and nothing more. What a call
 * is for in words, and how much it takes, only the server says.
 * A schema that a form checks its fields with is imported by its own name and comes along with that form.
 */
import type { ESTree, Plugin } from 'vite';
import { parseSync, Visitor } from 'vite';

const SCHEMAS = ['params', 'query', 'body', 'reply'];
const OF_THE_SERVER = ['summary', 'bodyLimit'];

type Cut = { start: number; end: number; by: (text: string) => string };

/**
 * Takes the schemas out of every `endpoint({ … })`; a reply that is no JSON (`'stream'`) is told by its word and stays. What a module of
 * the contract works out when it is loaded has no effect but its value, so it is marked as something that may be left out.
 */
export function withoutSchemas(code: string): string {
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

/** What stands right of the `=` of the constants of a module, where it is worked out by calls. */
function valuesOf(statement: ESTree.Program['body'][number]): ESTree.Expression[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ init }) =>
    init && !['Literal', 'ArrowFunctionExpression'].includes(init.type) ? [init] : [],
  );
}

/** Cuts may lie within cuts: the inner ones are made first. */
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
    handler: (code) => ({ code: withoutSchemas(code), map: null }),
  },
});
