/** The door of invitations. */
export { invitationWorkers } from './applications.ts';
export { acceptAfterRegistration, invitationFor } from './registering.ts';
export { sweepInvitations } from './sweep.ts';
