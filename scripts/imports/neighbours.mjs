/** Rules for imports between domains, screens and journeys. */
import { subfolderOf } from './source-paths.mjs';

/** The only file that imports all domains. */
const LIST = 'server/src/all-domains/list.ts';

/**
 * Returns the reason why a file must not import a neighbour: domains may only be imported through their index.ts, screen folders and journeys not at
 * all.
 */
export function neighbourProblem(from, to) {
  if (to.startsWith('e2e/journeys/')) return 'no file imports a journey: shared steps are in e2e/src';
  const domain = subfolderOf(to, 'server/src/domains');
  if (
    domain &&
    domain !== subfolderOf(from, 'server/src/domains') &&
    !to.endsWith('/index.ts') &&
    !(from === LIST && to.endsWith('/domain.ts'))
  )
    return `the domain ${domain} is entered through its index.ts`;
  const screen = subfolderOf(to, 'client/src/screens');
  const own = subfolderOf(from, 'client/src/screens');
  return screen && own && screen !== own
    ? `the screens ${own} must not enter the screens ${screen}: what both need is a component`
    : undefined;
}
