/** The door of licences: what is in force, who sees it, what one may do. */
export { activeLicence, HOLDINGS, holdingOf, ownSchoolTokens, personTokens, recordTokens, shiftDay, today } from './active.ts';
export type { Holding, LicenceRow } from './active.ts';
export { countLicences, listLicences } from './repository.ts';
