/** Public API of media lists. */
export { listSchoolLists, readSchoolList } from './for-platforms.ts';
export { readItemsForLearners } from './for-learners.ts';
export { copyReleases, removeReleases } from './year-repository.ts';
