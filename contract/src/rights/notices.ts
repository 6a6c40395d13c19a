/** Rights on notices; users can access only their own. `marks.ts` explains the terms. */
import type { notices } from '../notices/notices.ts';
import type { push } from '../notices/push.ts';
import { SIGNED_IN, SIGNED_IN_OR_CODE, UNKNOWN, withMarks, type Right } from './marks.ts';

export const NOTICE_RIGHTS: Record<keyof (typeof notices & typeof push), Right> = {
  addBrowser: SIGNED_IN,
  browsers: SIGNED_IN,
  events: SIGNED_IN_OR_CODE,
  list: SIGNED_IN_OR_CODE,
  markAllRead: SIGNED_IN_OR_CODE,
  removeBrowser: UNKNOWN,
  setRead: withMarks(UNKNOWN, { unknown: ['code'] }),
};
