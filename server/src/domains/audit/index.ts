/** Public API of the domain audit, which contains the audit log and the retention rules. */
export { fitsSecret, recordErasures, readErasures, replayErasures } from './erasures.ts';
