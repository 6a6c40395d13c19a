/** The door of schools. */
export { mayAdministrate, maySeeSchool } from './policy.ts';
export { requireAdministered, auditScope, settingsOf } from './service.ts';
export { findSchool, type SchoolRow } from './repository.ts';
export { sweepSchools } from './sweep.ts';
