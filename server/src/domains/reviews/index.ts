/** Public API of reviews and reports. */
export { isEditor } from './policy.ts';
