/** The door of media lists. */
export { readItemsForLearners } from './for-learners.ts';
export { copyReleases, removeReleases } from './year-repository.ts';
