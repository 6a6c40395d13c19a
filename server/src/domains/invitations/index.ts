/** The door of invitations. */
export { acceptAfterRegistration, findForRegistration } from './registering.ts';
