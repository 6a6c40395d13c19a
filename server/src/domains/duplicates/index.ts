/** Public API of the domain duplicates. */
export { queueFindPairs } from './find-pairs.ts';
