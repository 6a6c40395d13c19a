/** Public API of uses. It depends only on accounts, so that every domain can count uses. */
export { countMiss } from './misses.ts';
export { countUse, MONTHS_SHOWN } from './service.ts';
export { findSchool } from './repository.ts';
