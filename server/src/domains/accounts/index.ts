/** The door of accounts. */
export { tellDeciders, tellDistrict } from './approvers.ts';
export { mustKnowPassword } from './own.ts';
export { hashPassword } from './password.ts';
export { removeAllFactors } from './factors.ts';
export { endSessions, insertDistrict, insertPeople, insertSchools, isEmpty, learns, localeOf, type NewPerson } from './repository.ts';
export { guessCode } from './limits.ts';
export { keyedHash, seal, unseal } from './sealed.ts';
export { sendResetLink } from './reset-link.ts';
export { changeState } from './states.ts';
export { administered, holdAdministered, isLastAdmin, mustLeaveAnAdmin } from './last-admin.ts';
export { forgetToldSchool } from './provider-repository.ts';
export { logoutByProvider } from './providers.ts';
export { sweepAccounts } from './sweep.ts';
export { plainly, tellPerson } from './tell.ts';
export { accountWorkers } from './workers.ts';
