/** Who may ask what of a class none of the people is in, and of media shared at the school; the words are explained in `marks.ts`. */
import type { endpoints } from '../endpoints.ts';
import { EVERYBODY, NOBODY_COMES, REFUSED, SIGNED_IN, SIGNED_IN_OR_CODE, UNKNOWN, but, type Right } from './marks.ts';

/** A class of the school the visitor is not in, and what is done in it. */
export const CLASS = but(UNKNOWN, { in: ['schoolAdmin'], refused: ['basicView'] });
const CLASS_OR_CODE = but(UNKNOWN, { in: ['schoolAdmin'], refused: ['basicView'], unknown: ['code'] });

/** All classes of a school: its administrators only. */
const SCHOOL_CLASSES = but(REFUSED, { in: ['schoolAdmin'], unknown: ['otherSchoolAdmin', 'otherDistrictAdmin'] });

type Of<D extends keyof typeof endpoints> = Record<keyof (typeof endpoints)[D], Right>;

export const CLASS_RIGHTS: Of<'classes'> = {
  addGroup: CLASS,
  addMembers: CLASS,
  answer: CLASS,
  /** Only learners ask, and not in a class that is not there for them. */
  ask: but(UNKNOWN, { refused: ['schoolAdmin', 'basicView'], unknown: ['code'] }),
  askable: SIGNED_IN_OR_CODE,
  candidates: CLASS,
  change: CLASS,
  changeGroup: CLASS,
  changeMedium: CLASS,
  changeMember: CLASS,
  create: but(REFUSED, { in: ['teacher', 'schoolAdmin', 'otherSchoolAdmin'] }),
  cards: but(REFUSED, { unknown: ['schoolAdmin', 'otherSchoolAdmin', 'otherDistrictAdmin'] }),
  fillCodes: SCHOOL_CLASSES,
  followGroup: CLASS,
  giveSeats: CLASS,
  import: SCHOOL_CLASSES,
  importOfDistrict: but(REFUSED, { in: ['districtAdmin', 'otherDistrictAdmin'] }),
  /** A code for joining of the school: nobody but learners joins by it, and only those of the school. */
  join: but(SIGNED_IN_OR_CODE, { refused: ['basicView'] }),
  joinQr: CLASS,
  /** An administrator who is not in it has nothing to leave. */
  leave: but(UNKNOWN, { refused: ['schoolAdmin', 'basicView'] }),
  list: but(SIGNED_IN_OR_CODE, { refused: ['basicView'] }),
  media: but(UNKNOWN, { in: ['schoolAdmin', 'basicView'], unknown: ['code'] }),
  members: CLASS,
  needs: CLASS,
  newJoinCode: CLASS,
  ofSchool: SCHOOL_CLASSES,
  exportOfSchool: SCHOOL_CLASSES,
  orderMedia: CLASS,
  printCards: SCHOOL_CLASSES,
  questions: but(UNKNOWN, { in: ['schoolAdmin', 'basicView'], unknown: ['code'] }),
  read: CLASS_OR_CODE,
  removeGroup: CLASS,
  removeJoinCode: CLASS,
  removeMedium: CLASS,
  removeMember: CLASS,
  setState: CLASS,
  share: CLASS,
  unshare: CLASS,
  succeed: CLASS,
  takeSeatsBack: CLASS,
};

export const LEARNER_RIGHTS: Of<'learners'> = {
  addCodes: CLASS,
  byCode: NOBODY_COMES,
  byPictures: NOBODY_COMES,
  changeCode: CLASS,
  /** A code nobody has the say of here: it is in no class, and somebody else made it. */
  changeWithoutClass: but(REFUSED, { in: ['schoolAdmin'], unknown: ['teacher', 'staff', 'otherSchoolAdmin'] }),
  codes: CLASS,
  extendCodes: CLASS,
  renewCodes: CLASS,
  makeCodes: CLASS,
  printCodes: CLASS,
  showCodes: CLASS,
  pictureClass: NOBODY_COMES,
  sheet: CLASS,
  takeCodes: CLASS,
  withoutClass: but(REFUSED, { in: ['teacher', 'staff', 'schoolAdmin', 'otherSchoolAdmin'] }),
};

/** Of something somebody of the school, who is none of these people, gave to all of it. */
export const SHARED_RIGHTS: Of<'sharedMedia'> = {
  /** Nobody's words but one's own. */
  change: but(REFUSED, { unknown: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
  classes: SIGNED_IN,
  colleagues: but(REFUSED, { in: ['teacher', 'schoolAdmin', 'otherSchoolAdmin'] }),
  list: SIGNED_IN,
  mark: but(SIGNED_IN, { unknown: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
  revoke: but(REFUSED, { in: ['schoolAdmin'], unknown: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
  /** To somebody of the school. */
  share: but(REFUSED, { in: ['teacher', 'schoolAdmin'], unknown: ['otherSchoolAdmin'] }),
};

/** The same calls for invitations to a class of the school, which none of these people is in; administrators have none. */
export const CLASS_INVITATION_RIGHTS: Omit<Of<'invitations'>, 'administrators' | 'staffTable'> = {
  accept: but(SIGNED_IN_OR_CODE, { refused: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
  applications: CLASS,
  bulk: CLASS,
  create: CLASS,
  decide: CLASS,
  decline: REFUSED,
  exportList: CLASS,
  list: CLASS,
  resend: CLASS,
  revoke: CLASS,
  show: but(EVERYBODY, { refused: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
};
