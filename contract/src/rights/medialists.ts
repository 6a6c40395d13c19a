/** Rights on a colleague's media list that the whole school sees and that was released to its learners. */
import type { endpoints } from '../endpoints.ts';
import { BY_LINK, EVERYBODY, NOBODY_COMES, SIGNED_IN, SIGNED_IN_OR_CODE, UNKNOWN, but, type Right } from './marks.ts';

type Of<D extends keyof typeof endpoints> = Record<keyof (typeof endpoints)[D], Right>;

/** Staff of the school. */
const COLLEAGUES = but(UNKNOWN, { in: ['teacher', 'staff', 'schoolAdmin', 'basicView'], refused: ['learner'] });
/** Staff and learners of the school. */
const OF_THE_SCHOOL = but(COLLEAGUES, { in: ['learner'] });
/** Administrators of the list; staff may see it. */
const ADMINISTERED = but(COLLEAGUES, { refused: ['teacher', 'staff'] });
/** Owners and members only; staff may see it. */
const OWNED = but(COLLEAGUES, { refused: ['teacher', 'staff', 'schoolAdmin', 'basicView'] });
/** Administrators of classes. */
const RELEASED = but(COLLEAGUES, { refused: ['teacher', 'staff', 'basicView'] });
const ANYBODY_WHO_MAKES_LISTS = but(SIGNED_IN, { refused: ['learner', 'staff', 'code'] });

export const MEDIALIST_RIGHTS: Of<'medialists'> = {
  addItems: OWNED,
  addToLists: OWNED,
  archive: ADMINISTERED,
  change: OWNED,
  changeItem: OWNED,
  /** A link for people without an account. */
  changeLink: OWNED,
  changeRelease: RELEASED,
  check: COLLEAGUES,
  closeLink: EVERYBODY,
  copy: but(COLLEAGUES, { refused: ['staff'] }),
  /** Into a list of another colleague. */
  copyItems: OWNED,
  create: ANYBODY_WHO_MAKES_LISTS,
  createLink: OWNED,
  events: but(OF_THE_SCHOOL, { in: ['code'] }),
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
  openLink: NOBODY_COMES,
  read: but(OF_THE_SCHOOL, { in: ['code'] }),
  /** Releases to the whole school. */
  release: RELEASED,
  /** A class that none of the test users belongs to. */
  releasedTo: but(UNKNOWN, { in: ['schoolAdmin', 'basicView'], unknown: ['code'] }),
  remove: ADMINISTERED,
  removeItem: OWNED,
  removeItems: OWNED,
  removeMember: OWNED,
  replaceItem: OWNED,
  /** Restores an archived list. */
  restore: but(ADMINISTERED, { unknown: ['learner'] }),
  restoreItems: OWNED,
  revokeLink: ADMINISTERED,
  revokeRelease: RELEASED,
  setMember: OWNED,
  sharing: COLLEAGUES,
  showItems: OWNED,
};
