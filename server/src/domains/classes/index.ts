/** The door of classes. */
export { classForInvitation, type InvitedClass } from './invited.ts';
export { joinClass, type Joining } from './joining.ts';
