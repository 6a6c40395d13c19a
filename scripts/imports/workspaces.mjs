/** Rules for imports of other workspaces and packages. */
import { isTest, workspaceOf } from './source-paths.mjs';

/** Allowed imports between workspaces. Every workspace may import `contract`; `contract` imports none. */
export const WORKSPACES = {
  contract: [],
  search: [],
  importer: ['contract'],
  server: ['contract', 'search', 'importer'],
  demo: ['contract', 'search', 'server'],
  client: ['contract'],
  e2e: ['contract'],
  bench: ['contract', 'search', 'server', 'e2e'],
};

/** Parts of the server that the demo may import. Tests of the demo may import all parts. */
const PUBLIC_TO_DEMO = /^server\/src\/(all-domains\/[\w-]+|domains\/[\w-]+\/index|db\/[\w-]+|http\/context|domain)$/;

/** Returns the reason why `from` must not import `to`, a file of another workspace; undefined if it may. `later` is true for a dynamic import. */
export function workspaceProblem(from, specifier, to, later) {
  const [workspace, other] = [workspaceOf(from), workspaceOf(to)];
  // Allows test configurations of all workspaces to use scripts.
  if (other === 'scripts' && from.endsWith('.config.ts')) return undefined;
  if (specifier.startsWith('.')) return `reaches into the workspace ${other} by a path; say @fundus/${other}`;
  if (workspace === 'server' && other === 'demo') return later || isTest(from) ? undefined : 'the demo is loaded by import() only';
  if (workspace === 'demo' && other === 'server' && !isTest(from) && !PUBLIC_TO_DEMO.test(to))
    return 'this part of the server is not public';
  return WORKSPACES[workspace]?.includes(other) ? undefined : `${workspace} must not know ${other}`;
}

/** Returns the reason why a file must not import a package; undefined if it may. */
export function packageProblem(from, specifier) {
  const workspace = workspaceOf(from);
  if (isTest(from)) return undefined;
  if (/^(@fastify\/|fastify$|fastify\/)/.test(specifier) && !from.startsWith('server/src/http/'))
    return 'Fastify stays inside server/src/http';
  if (workspace === 'contract' && specifier !== 'zod') return 'the contract imports zod and nothing else';
  if (workspace === 'search' && !specifier.startsWith('node:')) return 'search imports nothing';
  return undefined;
}
