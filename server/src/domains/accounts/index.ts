/** Public API of the domain accounts. */
export { notifyDeciders, notifyDistrict } from './registration/approvers.ts';
export { personFile } from './own/export.ts';
export { requireReauthentication } from './own/own-account.ts';
export { findDemo } from './demo.ts';
export { hasDemo, setDemoAccounts } from './demo-repository.ts';
export { hashPassword, verifyPassword, runInTurn } from './password/password.ts';
export { removeAllFactors } from './factors/factors.ts';
export { createDistrict } from './places.ts';
export { requirePlace } from './require-place.ts';
export {
  endSessions,
  findAccountAt,
  hasDistrict,
  isAddressFree,
  insertDistrict,
  insertPeople,
  insertSchools,
  isEmpty,
  isStudentSql,
  postponeErasure,
  lockPeople,
  type NewPerson,
} from './repository.ts';
export { beginSession } from './sign-in/sign-in.ts';
export { sendResetLink } from './password/reset-link.ts';
export { changeState, restoreState, type BeforeDecision } from './states.ts';
export { administeredBy, isLastAdmin, requireOtherAdmin } from './last-admin.ts';
export { lockAdministered } from './last-admin-repository.ts';
export { removeClaimedSchool } from './providers/provider-repository.ts';
export { logoutByProvider } from './providers/provider-logout.ts';
export { samlHandlers } from './providers/saml-arrival.ts';
