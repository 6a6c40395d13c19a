/** Public API of licences: licences in force, visibility and permissions. */
export {
  countSeats,
  CATALOGUE,
  DRAFTS,
  findEntitlement,
  holderToken,
  isDistrictEditor,
  isStaff,
  ownerScope,
  ownSchoolTokens,
  ownTokens,
  personTokens,
  recordTokens,
  stateOf,
  licenceTerms,
} from './active.ts';
export type { Entitlement, LicenceTerms } from './active.ts';
export { usablePersonTokens, usableTokens, type MediumUse } from './usable-tokens.ts';
export {
  findHolders,
  findIndexedLicences,
  licencesAsJson,
  type IndexedLicence,
  storeRecordLicences,
  type RecordLicenceRow,
} from './repository.ts';
export { involvesOthers } from './demo-repository.ts';
export { countLicences, listLicences } from './school/shelf-repository.ts';
export { countSchoolLicences, removeSeatsOnLeaving } from './school/school-move.ts';
export { mayAnswers } from './rights-box.ts';
export { deleteSchoolLicences } from './school/school-repository.ts';
export { assignMediumToClass, readClassSeats, revokeMediumSeats } from './seats/class-seats.ts';
export { updateClassSeats } from './seats/settle-seats.ts';
export { listOwnLicences } from './school/own-licences.ts';
export { markSeatsUsed } from './seats/seats.ts';
export { managesLicences } from './policy.ts';
export { endTrialLicences, createTrialLicences, removeTrialLicences } from './codes/trial.ts';
export { groupSigns } from './codes/codes.ts';
export { createPurchasedLicences, withdrawPurchased } from './codes/purchase.ts';
export { listPolicyLists } from './packages/policy-repository.ts';
export { listPlaceLicences } from './school/place-repository.ts';
export { writePolicy } from './packages/write-odrl.ts';
export { grantToDistrict } from './school/grant-to-district.ts';
