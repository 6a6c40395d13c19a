/** Rights on news of a school. `marks.ts` explains the terms. */
import type { news } from '../news/news.ts';
import {
  ADMINISTRATORS,
  DISTRICT,
  ONE_OF_THE_SCHOOL,
  SCHOOL_ADMINISTRATORS,
  SIGNED_IN,
  SIGNED_IN_OR_CODE,
  but,
  type Right,
} from './marks.ts';

/**
 * Rights on news published for the school: its members, users with a learner code, and the administrators of the school and its district are
 * admitted.
 */
const PUBLISHED = but(SIGNED_IN_OR_CODE, { unknown: ['otherSchoolAdmin', 'otherDistrictAdmin'] });

export const NEWS_RIGHTS: Record<keyof typeof news, Right> = {
  addFile: ADMINISTRATORS,
  categories: ADMINISTRATORS,
  change: ONE_OF_THE_SCHOOL,
  create: SCHOOL_ADMINISTRATORS,
  draft: ONE_OF_THE_SCHOOL,
  feed: SIGNED_IN_OR_CODE,
  file: PUBLISHED,
  list: SIGNED_IN_OR_CODE,
  manage: ADMINISTRATORS,
  exportManaged: ADMINISTRATORS,
  read: PUBLISHED,
  remove: ONE_OF_THE_SCHOOL,
  markAllRead: SIGNED_IN,
  setCategories: DISTRICT,
  step: ONE_OF_THE_SCHOOL,
  targets: SCHOOL_ADMINISTRATORS,
  unread: SIGNED_IN,
};
