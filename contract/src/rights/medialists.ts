/** Rights on a colleague's media list that is visible to the whole school and was released to its learners. */
import type { endpoints } from '../endpoints.ts';
import { BY_LINK, EVERYBODY, REQUIRES_VALID_CODE, SIGNED_IN, SIGNED_IN_OR_CODE, UNKNOWN, withMarks, type Right } from './marks.ts';

type Of<D extends keyof typeof endpoints> = Record<keyof (typeof endpoints)[D], Right>;

/** Admits the staff of the school. */
const COLLEAGUES = withMarks(UNKNOWN, { in: ['teacher', 'staff', 'schoolAdmin', 'basicView'], refused: ['learner'] });
/** Admits the staff and the learners of the school. */
const OF_THE_SCHOOL = withMarks(COLLEAGUES, { in: ['learner'] });
/** Admits administrators only. Staff get 403 rather than 404, because they can see the list. */
const ADMINISTERED = withMarks(COLLEAGUES, { refused: ['teacher', 'staff'] });
/** Admits only the owner and members of the list, who are no test users. Staff can see the list. */
const OWNED = withMarks(COLLEAGUES, { refused: ['teacher', 'staff', 'schoolAdmin', 'basicView'] });
/** Admits school administrators, who manage all classes. */
const RELEASED = withMarks(COLLEAGUES, { refused: ['teacher', 'staff', 'basicView'] });
const ANYBODY_WHO_MAKES_LISTS = withMarks(SIGNED_IN, { refused: ['learner', 'staff', 'code'] });

export const MEDIALIST_RIGHTS: Of<'medialists'> = {
  addItems: OWNED,
  addToLists: OWNED,
  archive: ADMINISTERED,
  change: OWNED,
  changeItem: OWNED,
  /** Changes a share link for visitors without an account. */
  changeLink: OWNED,
  changeRelease: RELEASED,
  check: COLLEAGUES,
  closeLink: EVERYBODY,
  copy: withMarks(COLLEAGUES, { refused: ['staff'] }),
  /** The test copies items into the list of a colleague. */
  copyItems: OWNED,
  create: ANYBODY_WHO_MAKES_LISTS,
  createLink: OWNED,
  events: withMarks(OF_THE_SCHOOL, { in: ['code'] }),
  export: OF_THE_SCHOOL,
  handOver: ADMINISTERED,
  linkQr: ADMINISTERED,
  linked: BY_LINK,
  linkedEvents: BY_LINK,
  linkedMedium: BY_LINK,
  links: ADMINISTERED,
  list: SIGNED_IN_OR_CODE,
  listsWith: SIGNED_IN,
  moveItem: OWNED,
  moveItems: OWNED,
  openLink: REQUIRES_VALID_CODE,
  read: withMarks(OF_THE_SCHOOL, { in: ['code'] }),
  /** Releases the list to the whole school. */
  release: RELEASED,
  /** The test requests the lists of a class that no test user belongs to. */
  releasedTo: withMarks(UNKNOWN, { in: ['schoolAdmin', 'basicView'], unknown: ['code'] }),
  remove: ADMINISTERED,
  removeItem: OWNED,
  removeItems: OWNED,
  removeMember: OWNED,
  replaceItem: OWNED,
  /** Restores an archived list. */
  restore: withMarks(ADMINISTERED, { unknown: ['learner'] }),
  restoreItems: OWNED,
  revokeLink: ADMINISTERED,
  revokeRelease: RELEASED,
  setMember: OWNED,
  sharing: COLLEAGUES,
  showItems: OWNED,
};
