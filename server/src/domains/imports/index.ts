/** Public API of imports for the command line. */
export { groupPages } from './harvest-groups.ts';
export { fetchIdentity, readPages } from './harvest-pages.ts';
export { linesOf, listHarvestStarts } from './harvest-records.ts';
export { findSourcesNamed } from './repository.ts';
export type { Owner } from './owner.ts';
export { STORE_ARGS, storeBatch, type Line } from './store-batch.ts';
export { termsOf } from './terms.ts';
