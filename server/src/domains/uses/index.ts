/** The door of uses: how often media are used at a school. Knows accounts only, so that whoever opens or sends a medium can count it. */
export { countMiss } from './misses.ts';
export { countUse, MONTHS_SHOWN } from './service.ts';
export { findSchool } from './repository.ts';
