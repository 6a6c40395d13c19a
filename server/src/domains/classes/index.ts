/** The door of classes. */
export { findClassForInvitation, requireClassToInvite, decidersOf, findStanding, type InvitedClass } from './invited.ts';
export { followGroups } from './portal-groups.ts';
export { joinClass, type Joining } from './joining.ts';
export { hashOfCode } from './learner-session.ts';
export { listOwnClasses, readClassesWith, readMediaOfClasses } from './own-media.ts';
export { setResultsSeen } from './member-repository.ts';
export { learners, owners } from './repository.ts';
export { listLearners, rightsOf } from './learner-media.ts';
export { placePeople, readClassNames, type ClassesByName } from './place-people.ts';
export { findCodeEnd } from './codes.ts';
export { takeInFromPlatform, takeOutFromPlatform, type FromPlatform } from './from-platform.ts';
export { noteUse as noteCodeUsed } from './learner-repository.ts';
export { findClassNamed, setDemoCodes } from './demo-repository.ts';
export { findTaught, lockOwnClasses, requireTaught, lockOwnClass, requireVisible as requireClass } from './service.ts';
export {
  archiveClasses,
  carryClasses,
  drawCodesOf,
  endOrKeepCodes,
  findYearCodes,
  giveOutCodesOf,
  uncarryClasses,
  undoCodes,
  type CodesUndone,
} from './year.ts';
export {
  copyGroups,
  copyMediaOf,
  listRevoked,
  removeCodes,
  removeGroups,
  removeMediaOf,
  removeQuestions,
  type Pair,
} from './year-repository.ts';
