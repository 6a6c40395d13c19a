/** Public API of people: joining and leaving schools, and rights. */
export { changeRights } from './people.ts';
export { personPermissions } from './policy.ts';
export { listPeopleAt, type PersonRow } from './repository.ts';
export { joinSchool, joinStaff, leaveSchool, readPlace, undoJoinSchool, type PlaceBefore } from './join.ts';
