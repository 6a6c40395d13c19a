/** Public API of the domain audit, which contains the audit log and the retention rules. */
export { matchesSecret, recordErasures, readErasures, replayErasures } from './erasures.ts';
