/** The door of invitations. */
export { acceptAfterRegistration, invitationFor } from './registering.ts';
export { sweepInvitations } from './sweep.ts';
