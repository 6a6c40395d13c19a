/** Public API of the domain classes. */
export {
  findClassForInvitation,
  requireClassToInvite,
  listRequestApprovers as decidersOf,
  findOwnMembership,
  type InvitedClass,
} from './members/invited.ts';
export { syncGroups } from './members/portal-groups.ts';
export { joinClass, readMembership, undoJoin, type MembershipBefore } from './members/joining.ts';
export { hashOfCode } from './members/learner-session.ts';
export { listOwnClasses, readClassesWithMedium, readMediaOfClasses } from './media/own-media.ts';
export { setResultsSeen } from './members/member-repository.ts';
export { learners, owners } from './repository.ts';
export { listLearners, rightsOf, withDrafts } from './media/learner-media.ts';
export { addToClasses, readClassNames, type ClassesByName } from './members/add-to-classes.ts';
export { findCodeEnd } from './codes/codes.ts';
export { addPlatformMembers, removePlatformMembers, type FromPlatform } from './members/from-platform.ts';
export { recordCodeUse as noteCodeUsed } from './members/learner-repository.ts';
export { findClassNamed, setDemoCodes } from './demo-repository.ts';
export { filterTaughtClasses, lockOwnClasses, requireTaught, lockOwnClass, requireVisible as requireClass } from './service.ts';
export {
  archiveClasses,
  makeSuccessors,
  drawCodesOf,
  endOrKeepCodes,
  findYearCodes,
  issueClassCodes,
  undoSuccessors,
  undoCodes,
  type CodesUndone,
} from './school/year.ts';
export {
  copyGroups,
  copyMediaOf,
  listRevoked,
  removeCodes,
  removeGroups,
  removeMediaOf,
  removeQuestions,
  type ClassSuccession,
} from './school/year-repository.ts';
