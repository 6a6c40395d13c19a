/** The public API of the first start. */
export { makeSetUpPath } from './token.ts';
