/** Public API of the audit log and of retention. */
export { fitsSecret, recordErasures, readErasures, replayErasures } from './erasures.ts';
