/** The door of accounts. */
export { hashPassword } from './password.ts';
export { insertDistrict, insertPeople, insertSchools, isEmpty, removeOldAttempts, type NewPerson } from './repository.ts';
