/** The door of media lists. */
export { readItemsForLearners } from './for-learners.ts';
