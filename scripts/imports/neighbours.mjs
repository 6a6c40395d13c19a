/** Rules for imports between domains, screens and journeys. */
import { under } from './source-paths.mjs';

/** The list of all domains, the only file that imports them all. */
const LIST = 'server/src/all-domains/list.ts';

/** Checks imports between neighbours: a domain only by its index.ts, a screen folder or a journey never. */
export function neighbourProblem(from, to) {
  if (to.startsWith('e2e/journeys/')) return 'no file imports a journey: shared steps are in e2e/src';
  const domain = under(to, 'server/src/domains');
  if (domain && domain !== under(from, 'server/src/domains') && !to.endsWith('/index.ts') && !(from === LIST && to.endsWith('/domain.ts')))
    return `the domain ${domain} is entered through its index.ts`;
  const screen = under(to, 'client/src/screens');
  const own = under(from, 'client/src/screens');
  return screen && own && screen !== own
    ? `the screens ${own} must not enter the screens ${screen}: what both need is a component`
    : undefined;
}
