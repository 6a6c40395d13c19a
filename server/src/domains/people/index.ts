/** The door of people: bringing somebody into a school, and out of one. */
export { joinSchool, joinStaff, quitSchool } from './join.ts';
