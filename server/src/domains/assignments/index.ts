/** The door of assignments. */
export { copyAssignments, removeDrafts, removeWorkOfClasses } from './year-repository.ts';
