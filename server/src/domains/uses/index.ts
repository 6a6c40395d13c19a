/** Public API of uses. Imports accounts only, so that every domain can count a use. */
export { countMiss } from './misses.ts';
export { countUse, MONTHS_SHOWN } from './service.ts';
export { findSchool } from './repository.ts';
