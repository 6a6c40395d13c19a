/** Public API of invitations. */
export { isOpenInvitation } from './repository.ts';
export { acceptAfterRegistration, findForRegistration } from './registering.ts';
