/** Rules for imports between the subfolders of a large folder. */
import { placeIn, subfolderOf } from './source-paths.mjs';

/**
 * Subfolders and files of large folders, from top to bottom; imports must point down the list. A file that is not listed may import all of them, and
 * none of them may import it.
 */
const FOLDERS = {
  'client/src/player': ['viewers', 'controls', 'captions', 'playback'],
  'search/src/query': [
    'execute',
    'facets',
    'semantic',
    'suggest',
    'records',
    'search',
    'complete',
    'proximity',
    'related-stems',
    'meaning',
    'reason',
    'highlight',
    'score',
    'match',
    'relax',
    'impact-order',
    'filter',
    'titles',
    'postings',
    'plan',
    'synonyms',
    'parse',
    'typos',
    'top-hits',
    'scratch',
    'limits',
    'weights',
  ],
  'contract/src/lending': [
    'migration',
    'inventory',
    'courier',
    'kiosk',
    'desk',
    'private-borrowers',
    'reports',
    'stock',
    'cart',
    'orders',
    'allocation',
    'condition',
    'models',
    'points',
    'states',
    'calendar',
    'gate',
  ],
  'server/src/domains/lending': [
    'demo',
    'migration',
    'inventory',
    'courier',
    'kiosk',
    'desk',
    'private-borrowers',
    'reports',
    'condition',
    'stock',
    'cart',
    'orders',
    'mails',
    'allocation',
    'models',
    'borrowers',
    'points',
    'calendar',
  ],
  'client/src/screens/lending': [
    'migration',
    'reports',
    'inventory',
    'courier',
    'borrower-page',
    'desk',
    'stock',
    'kiosk',
    'private-borrowers',
    'scan',
    'orders',
    'cart',
    'condition',
    'models',
    'borrowers',
    'points',
    'calendar',
    'parts',
  ],
};

/** Returns the reason why `from` must not import `to`; undefined if it may. */
export function folderProblem(from, to) {
  for (const [outer, places] of Object.entries(FOLDERS)) {
    const [own, other] = [placeIn(from, outer), placeIn(to, outer)];
    if (own === undefined || other === undefined || own === other) continue;
    if (subfolderOf(from, outer) && !places.includes(own)) return `${own} has no place in ${outer} (scripts/imports/subject-folders.mjs)`;
    if (places.includes(own) && places.indexOf(other) < places.indexOf(own))
      return `${own} is below ${other}: imports must point down the list`;
  }
  return undefined;
}
