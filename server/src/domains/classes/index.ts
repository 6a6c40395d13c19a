/** The door of classes. */
export { findClassForInvitation, requireClassToInvite, decidersOf, findStanding, type InvitedClass } from './invited.ts';
export { followGroups } from './portal-groups.ts';
export { joinClass, type Joining } from './joining.ts';
export { hashOfCode } from './learner-session.ts';
export { listOwnClasses, readClassesWith, readMediaOfClasses } from './own-media.ts';
export { owners } from './repository.ts';
export { listLearners, rightsOf } from './learner-media.ts';
export { setDemoCodes } from './demo-repository.ts';
export { findTaught, lockOwnClasses, requireTaught, requireVisible as requireClass } from './service.ts';
