/** The door of schools. */
export { mayAdministrate, maySeeSchool } from './policy.ts';
export { requireAdministered, auditScope, settingsOf } from './service.ts';
export { findSchool, listDistricts, type SchoolRow } from './repository.ts';
export { importSchools, readSchoolFile } from './import.ts';
export { sweepSchools } from './sweep.ts';
