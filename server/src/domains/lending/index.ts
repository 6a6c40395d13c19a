/** The door of lending: whether what a lesson needs can be borrowed for it. */
export { addHolidays } from './holidays.ts';
export { findLentOn, type OnDay } from './of-media.ts';
