/** The door of people: bringing people into a school and out of one, and their responsibilities. */
export { changeRights } from './people.ts';
export { personCan } from './policy.ts';
export { listPeopleAt, type PersonRow } from './repository.ts';
export { joinSchool, joinStaff, quitSchool } from './join.ts';
