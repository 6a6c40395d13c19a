/** Rights on news of a school. `marks.ts` explains the terms. */
import type { news } from '../news/news.ts';
import {
  ADMINISTRATORS,
  DISTRICT,
  HIDDEN_OBJECT_OF_SCHOOL,
  SCHOOL_ADMINISTRATORS,
  SIGNED_IN,
  SIGNED_IN_OR_CODE,
  withMarks,
  type Right,
} from './marks.ts';

/**
 * Rights on news published for the school: its members, users with a learner code, and the administrators of the school and its district are
 * admitted.
 */
const PUBLISHED = withMarks(SIGNED_IN_OR_CODE, { unknown: ['otherSchoolAdmin', 'otherDistrictAdmin'] });

export const NEWS_RIGHTS: Record<keyof typeof news, Right> = {
  addFile: ADMINISTRATORS,
  categories: ADMINISTRATORS,
  change: HIDDEN_OBJECT_OF_SCHOOL,
  create: SCHOOL_ADMINISTRATORS,
  draft: HIDDEN_OBJECT_OF_SCHOOL,
  feed: SIGNED_IN_OR_CODE,
  file: PUBLISHED,
  list: SIGNED_IN_OR_CODE,
  manage: ADMINISTRATORS,
  exportManaged: ADMINISTRATORS,
  read: PUBLISHED,
  remove: HIDDEN_OBJECT_OF_SCHOOL,
  markAllRead: SIGNED_IN,
  setCategories: DISTRICT,
  step: HIDDEN_OBJECT_OF_SCHOOL,
  targets: SCHOOL_ADMINISTRATORS,
  unread: SIGNED_IN,
};
