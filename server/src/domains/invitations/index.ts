/** The door of invitations. */
export { acceptAfterRegistration, invitationFor } from './registering.ts';
