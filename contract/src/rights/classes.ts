/** Rights on a class that none of the test users belongs to, and on media shared at the school; see `marks.ts` for the terms. */
import type { endpoints } from '../endpoints.ts';
import { EVERYBODY, NOBODY_COMES, REFUSED, SIGNED_IN, SIGNED_IN_OR_CODE, UNKNOWN, but, type Right } from './marks.ts';

/** A class of the school that the visitor does not belong to. */
export const CLASS = but(UNKNOWN, { in: ['schoolAdmin'], refused: ['basicView'] });
const CLASS_OR_CODE = but(UNKNOWN, { in: ['schoolAdmin'], refused: ['basicView'], unknown: ['code'] });

/** All classes of a school: its administrators only. */
const SCHOOL_CLASSES = but(REFUSED, { in: ['schoolAdmin'], unknown: ['otherSchoolAdmin', 'otherDistrictAdmin'] });

type Of<D extends keyof typeof endpoints> = Record<keyof (typeof endpoints)[D], Right>;

export const CLASS_RIGHTS: Of<'classes'> = {
  addGroup: CLASS,
  addMembers: CLASS,
  answer: CLASS,
  /** Learners only, and only in a class they can see. */
  requestMedium: but(UNKNOWN, { refused: ['schoolAdmin', 'basicView'], unknown: ['code'] }),
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
  assignSeats: CLASS,
  import: SCHOOL_CLASSES,
  importOfDistrict: but(REFUSED, { in: ['districtAdmin', 'otherDistrictAdmin'] }),
  /** Joining by the class code of the school: only learners of that school join. */
  join: but(SIGNED_IN_OR_CODE, { refused: ['basicView'] }),
  joinQr: CLASS,
  /** An administrator who is not a member cannot leave. */
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
  undoRequest: CLASS,
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
  /** A code without a class, created by another user. */
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

/** Rights on media that a user outside the test users shared with the whole school. */
export const SHARED_RIGHTS: Of<'sharedMedia'> = {
  /** Only the author's own text. */
  change: but(REFUSED, { unknown: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
  classes: SIGNED_IN,
  colleagues: but(REFUSED, { in: ['teacher', 'schoolAdmin', 'otherSchoolAdmin'] }),
  list: SIGNED_IN,
  mark: but(SIGNED_IN, { unknown: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
  revoke: but(REFUSED, { in: ['schoolAdmin'], unknown: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
  /** Sharing with a member of the school. */
  share: but(REFUSED, { in: ['teacher', 'schoolAdmin'], unknown: ['otherSchoolAdmin'] }),
};

/** Rights on invitations to a class of the school that none of the test users belongs to; administrators have none. */
export const CLASS_INVITATION_RIGHTS: Omit<Of<'invitations'>, 'administrators' | 'staffTable'> = {
  accept: but(SIGNED_IN_OR_CODE, { refused: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
  applications: CLASS,
  bulk: CLASS,
  create: CLASS,
  decide: CLASS,
  undoDecision: CLASS,
  decline: REFUSED,
  exportList: CLASS,
  list: CLASS,
  resend: CLASS,
  revoke: CLASS,
  show: but(EVERYBODY, { refused: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
};
