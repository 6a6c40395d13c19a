/** Public API of duplicates. */
export { lookForPairs } from './find-pairs.ts';
