/** Rights on news of a school; see `marks.ts` for the terms. */
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

/** News published for the school: its members, learner codes, and its managers. */
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
