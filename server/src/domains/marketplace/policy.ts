/** Permissions in the marketplace as pure functions (docs/behaviour/marketplace.md#rights). */
import { isDistrictAdmin, isSchoolAdmin, isTeacher } from '@fundus/contract/access';
import { isDistrictEditor, managesLicences } from '../licences/index.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** Returns the user, or `null` for a learner-code session, which has no permissions in the marketplace. */
const known = (user: SignedIn | null): SignedIn | null => (user && !user.by_code ? user : null);

/** Returns whether the user may edit products of the district, and accept and refund orders on invoice. */
export const mayManageMarketplace = (user: SignedIn | null): boolean => known(user) !== null && isDistrictEditor(user!);

/** Returns whether the user may see prices: teachers, school administrators and licence managers. */
export const maySeePrices = (user: SignedIn | null): boolean => {
  const person = known(user);
  return person !== null && (isTeacher(person) || isSchoolAdmin(person) || managesLicences(person));
};

/** Returns whether the user may buy for their school or district: only its administrators. */
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

/** Returns whether the user may approve purchase requests of colleagues and set the budget. */
export const mayApprove = (user: SignedIn | null): boolean => {
  const person = known(user);
  return person !== null && person.school_id !== null && isSchoolAdmin(person);
};
