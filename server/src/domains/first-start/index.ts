/** Public API of the initial setup. */
export { makeSetUpPath } from './token.ts';
