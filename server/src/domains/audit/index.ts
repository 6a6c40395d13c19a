/** The door of the log of changes, and of what is kept how long. */
export { erasePeople } from './erase.ts';
export { keepNoLonger } from './retention.ts';
