/** The door of the log of changes and of what is kept. */
export { fitsSecret, noteErasures, readErasures, replayErasures } from './erasures.ts';
