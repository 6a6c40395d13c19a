/** The door of lending: whether what a lesson needs can be borrowed for it. */
export { addHolidays } from './calendar/holidays.ts';
export { findLentOn, type OnDay } from './cart/of-media.ts';
