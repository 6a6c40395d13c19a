/** Public API of schools. */
export { addSchool } from './district.ts';
export { mayAdministrate } from './policy.ts';
export { requireAdministered, auditScope, settingsOf } from './service.ts';
export { findDistrict, findSchool } from './repository.ts';
export { importSchools, readSchoolTable } from './import.ts';
export { sweepSchools } from './sweep.ts';
export { findSchoolsByNumber, type NumberedSchool } from './school-numbers.ts';
