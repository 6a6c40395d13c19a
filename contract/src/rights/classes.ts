/** Rights on a class that no test user belongs to, and on media shared within the school. `marks.ts` explains the terms. */
import type { endpoints } from '../endpoints.ts';
import { EVERYBODY, REQUIRES_VALID_CODE, REFUSED, SIGNED_IN, SIGNED_IN_OR_CODE, UNKNOWN, withMarks, type Right } from './marks.ts';

/** Rights on a class of the test school that the test user does not belong to. */
export const CLASS = withMarks(UNKNOWN, { in: ['schoolAdmin'], refused: ['basicView'] });
const CLASS_OR_CODE = withMarks(UNKNOWN, { in: ['schoolAdmin'], refused: ['basicView'], unknown: ['code'] });

/** Rights on all classes of a school; only its administrators are admitted. */
const SCHOOL_CLASSES = withMarks(REFUSED, { in: ['schoolAdmin'], unknown: ['otherSchoolAdmin', 'otherDistrictAdmin'] });

type Of<D extends keyof typeof endpoints> = Record<keyof (typeof endpoints)[D], Right>;

export const CLASS_RIGHTS: Of<'classes'> = {
  addGroup: CLASS,
  addMembers: CLASS,
  answer: CLASS,
  /** Only learners can request a medium, and only in a class they can see. */
  requestMedium: withMarks(UNKNOWN, { refused: ['schoolAdmin', 'basicView'], unknown: ['code'] }),
  askable: SIGNED_IN_OR_CODE,
  candidates: CLASS,
  change: CLASS,
  changeGroup: CLASS,
  changeMedium: CLASS,
  changeMember: CLASS,
  create: withMarks(REFUSED, { in: ['teacher', 'schoolAdmin', 'otherSchoolAdmin'] }),
  cards: withMarks(REFUSED, { unknown: ['schoolAdmin', 'otherSchoolAdmin', 'otherDistrictAdmin'] }),
  fillCodes: SCHOOL_CLASSES,
  followGroup: CLASS,
  assignSeats: CLASS,
  import: SCHOOL_CLASSES,
  importOfDistrict: withMarks(REFUSED, { in: ['districtAdmin', 'otherDistrictAdmin'] }),
  /** Joins by the class code. Only learners of the same school can join. */
  join: withMarks(SIGNED_IN_OR_CODE, { refused: ['basicView'] }),
  joinQr: CLASS,
  /** An administrator who is not a member cannot leave. */
  leave: withMarks(UNKNOWN, { refused: ['schoolAdmin', 'basicView'] }),
  list: withMarks(SIGNED_IN_OR_CODE, { refused: ['basicView'] }),
  media: withMarks(UNKNOWN, { in: ['schoolAdmin', 'basicView'], unknown: ['code'] }),
  members: CLASS,
  needs: CLASS,
  newJoinCode: CLASS,
  ofSchool: SCHOOL_CLASSES,
  exportOfSchool: SCHOOL_CLASSES,
  orderMedia: CLASS,
  printCards: SCHOOL_CLASSES,
  questions: withMarks(UNKNOWN, { in: ['schoolAdmin', 'basicView'], unknown: ['code'] }),
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
  byCode: REQUIRES_VALID_CODE,
  byPictures: REQUIRES_VALID_CODE,
  changeCode: CLASS,
  /** The test uses a learner code without a class that another user created. */
  changeWithoutClass: withMarks(REFUSED, { in: ['schoolAdmin'], unknown: ['teacher', 'staff', 'otherSchoolAdmin'] }),
  codes: CLASS,
  extendCodes: CLASS,
  renewCodes: CLASS,
  makeCodes: CLASS,
  printCodes: CLASS,
  showCodes: CLASS,
  pictureClass: REQUIRES_VALID_CODE,
  sheet: CLASS,
  takeCodes: CLASS,
  withoutClass: withMarks(REFUSED, { in: ['teacher', 'staff', 'schoolAdmin', 'otherSchoolAdmin'] }),
};

/** Rights on media that a user who is no test user shared with the whole school. */
export const SHARED_RIGHTS: Of<'sharedMedia'> = {
  /** Authors can only change the text of their own media. */
  change: withMarks(REFUSED, { unknown: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
  classes: SIGNED_IN,
  colleagues: withMarks(REFUSED, { in: ['teacher', 'schoolAdmin', 'otherSchoolAdmin'] }),
  list: SIGNED_IN,
  mark: withMarks(SIGNED_IN, { unknown: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
  revoke: withMarks(REFUSED, { in: ['schoolAdmin'], unknown: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
  /** The test shares a medium with a member of the test school. */
  share: withMarks(REFUSED, { in: ['teacher', 'schoolAdmin'], unknown: ['otherSchoolAdmin'] }),
};

/** Rights on invitations to a class that no test user belongs to. Administrators of other schools and districts are refused. */
export const CLASS_INVITATION_RIGHTS: Omit<Of<'invitations'>, 'administrators' | 'staffTable'> = {
  accept: withMarks(SIGNED_IN_OR_CODE, { refused: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
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
  show: withMarks(EVERYBODY, { refused: ['otherSchoolAdmin', 'districtAdmin', 'otherDistrictAdmin'] }),
};
