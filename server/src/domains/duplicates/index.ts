/** The door of duplicates. */
export { lookForPairs } from './find-pairs.ts';
