/** The door of the log of changes, and of what is kept how long. */
export { erasePeople } from './erase.ts';
export { applyRetention } from './retention.ts';
