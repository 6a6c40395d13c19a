/** Who may ask what of a class none of the people of `rights.ts` is in, and of media shared at the school; the marks are explained there. */
import type { endpoints } from '../endpoints.ts';

/** A class of the school the visitor is not in, and what is done in it. */
const CLASS = 'L000+000--';
const CLASS_OR_CODE = 'L000+000-0';
/** Whoever has no code that holds. */
const NOBODY_COMES = 'LLLLLLLLLL';

type Of<D extends keyof typeof endpoints> = Record<keyof (typeof endpoints)[D], string>;

export const CLASS_RIGHTS: Of<'classes'> = {
  addGroup: CLASS,
  addMembers: CLASS,
  candidates: CLASS,
  change: CLASS,
  changeGroup: CLASS,
  changeMedium: CLASS,
  changeMember: CLASS,
  create: 'L-+-++----',
  followGroup: CLASS,
  /** A code for joining of the school: nobody but learners joins by it, and only those of the school. */
  join: 'L+++++++-+',
  joinQr: CLASS,
  /** An administrator who is not in it has nothing to leave. */
  leave: 'L000-000--',
  list: 'L+++++++-+',
  media: 'L000+000+0',
  members: CLASS,
  newJoinCode: CLASS,
  ofSchool: 'L---+0-0--',
  orderMedia: CLASS,
  read: CLASS_OR_CODE,
  removeGroup: CLASS,
  removeJoinCode: CLASS,
  removeMedium: CLASS,
  removeMember: CLASS,
  setState: CLASS,
  share: CLASS,
  succeed: CLASS,
};

export const LEARNER_RIGHTS: Of<'learners'> = {
  addCodes: CLASS,
  byCode: NOBODY_COMES,
  byPictures: NOBODY_COMES,
  changeCode: CLASS,
  codes: CLASS,
  makeCodes: CLASS,
  pictureClass: NOBODY_COMES,
  sheet: CLASS,
};

/** Of something somebody of the school, who is none of these people, gave to all of it. */
export const SHARED_RIGHTS: Of<'sharedMedia'> = {
  /** Nobody's words but one's own. */
  change: 'L----000--',
  classes: 'L++++++++-',
  colleagues: 'L-+-++----',
  list: 'L++++++++-',
  mark: 'L++++000+-',
  revoke: 'L---+000--',
  /** To somebody of the school. */
  share: 'L-+-+0----',
};

/** The same calls for invitations to a class of the school, which none of these people is in. */
export const CLASS_INVITATION_RIGHTS: Of<'invitations'> = {
  accept: 'L++++---++',
  applications: CLASS,
  bulk: CLASS,
  create: CLASS,
  decide: CLASS,
  decline: 'L---------',
  list: CLASS,
  resend: CLASS,
  revoke: CLASS,
  show: '+++++---++',
};
