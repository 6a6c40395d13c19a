/** The door of licences: what is in force, who sees it, what one may do. */
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
  termsOf,
} from './active.ts';
export type { Entitlement, LicenceRow, LicenceTerms } from './active.ts';
export {
  findHolders,
  findIndexedLicences,
  findLicences,
  licencesAsJson,
  type IndexedLicence,
  storeRecordLicences,
  type RecordLicenceRow,
} from './repository.ts';
export { holdsOthers } from './demo-repository.ts';
export { countLicences, listLicences } from './shelf-repository.ts';
export { countSchoolLicences, leaveSchool } from './school-move.ts';
export { mayAnswers } from './rights-box.ts';
export { dropLicences } from './school-repository.ts';
export { giveMediumToClass, readClassSeats, takeMediumBack, type SeatClass } from './class-seats.ts';
export { settleClassSeats } from './settle-seats.ts';
export { listOwnLicences } from './own-licences.ts';
export { noteUse } from './seats.ts';
export { managesLicences } from './policy.ts';
export { endTried, enterTried } from './trial.ts';
export { groupSigns } from './codes.ts';
export { enterPurchased, withdrawPurchased } from './purchase.ts';
export { listPolicyLists } from './policy-repository.ts';
export { listPlaceLicences } from './place-repository.ts';
export { writePolicy } from './write-odrl.ts';
export { giveToDistrict } from './give-to-district.ts';
