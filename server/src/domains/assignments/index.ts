/** Public API of the domain assignments. */
export { listToPick, readOwnInPlatform, readTaughtInPlatform } from './for-platforms.ts';
export { readOutcome, WORK_CHANGED_JOB, type Outcome } from './outcome.ts';
export { readUnits } from './units.ts';
export { report as reportWork } from './work.ts';
export { copyAssignments, removeDrafts, removeWorkOfClasses } from './year-repository.ts';
