/** Public API of duplicates. */
export { queueFindPairs } from './find-pairs.ts';
