/** Public API of the audit log and of retention. */
export { fitsSecret, noteErasures, readErasures, replayErasures } from './erasures.ts';
