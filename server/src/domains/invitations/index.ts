/** The door of invitations. */
export { acceptAfterRegistration, invitationFor } from './accept.ts';
export { sweepInvitations } from './sweep.ts';
