/** Rights at the marketplace (docs/behaviour/marketplace.md#rights). Pure. */
import { isDistrictAdmin, isSchoolAdmin, isTeacher } from '@fundus/contract/access';
import { isDistrictEditor, managesLicences } from '../licences/index.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** A learner-code session has no rights here. */
const known = (user: SignedIn | null): SignedIn | null => (user && !user.by_code ? user : null);

/** Returns whether the user edits products of the district, accepts orders on invoice and refunds them. */
export const mayManage = (user: SignedIn | null): boolean => known(user) !== null && isDistrictEditor(user!);

/** Returns whether the user sees prices: teachers and administrators. */
export const maySeePrices = (user: SignedIn | null): boolean => {
  const person = known(user);
  return person !== null && (isTeacher(person) || isSchoolAdmin(person) || managesLicences(person));
};

/** Returns whether the user may buy: administrators for their school or district. */
export const mayBuy = (user: SignedIn | null): boolean => {
  const person = known(user);
  if (!person || person.district_id === null) return false;
  return person.school_id === null ? isDistrictAdmin(person) : isSchoolAdmin(person);
};

/** Returns whether the user may fill a cart and request its approval. */
export const mayAsk = (user: SignedIn | null): boolean => {
  const person = known(user);
  return person !== null && person.district_id !== null && (mayBuy(person) || (isTeacher(person) && person.school_id !== null));
};

/** Returns whether the user approves requests of colleagues and sets the budget. */
export const mayApprove = (user: SignedIn | null): boolean => {
  const person = known(user);
  return person !== null && person.school_id !== null && isSchoolAdmin(person);
};
