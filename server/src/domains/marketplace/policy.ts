/** Who may do what at the marketplace (docs/behaviour/marketplace.md#rights). Pure. */
import { isDistrictAdmin, isSchoolAdmin, isTeacher } from '@fundus/contract/access';
import { isDistrictEditor, managesLicences } from '../licences/index.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** Whoever came with a code is nobody here. */
const known = (user: SignedIn | null): SignedIn | null => (user && !user.by_code ? user : null);

/** Keeps the products of the district, accepts orders on invoice and refunds. */
export const mayManage = (user: SignedIn | null): boolean => known(user) !== null && isDistrictEditor(user!);

/** Those who teach, and those who manage. */
export const maySeePrices = (user: SignedIn | null): boolean => {
  const person = known(user);
  return person !== null && (isTeacher(person) || isSchoolAdmin(person) || managesLicences(person));
};

/** For a school its administrators, for a district its own. */
export const mayBuy = (user: SignedIn | null): boolean => {
  const person = known(user);
  if (!person || person.district_id === null) return false;
  return person.school_id === null ? isDistrictAdmin(person) : isSchoolAdmin(person);
};

/** Puts an order together and has it approved. */
export const mayAsk = (user: SignedIn | null): boolean => {
  const person = known(user);
  return person !== null && person.district_id !== null && (mayBuy(person) || (isTeacher(person) && person.school_id !== null));
};

/** Approves what colleagues ask for, and says what may be spent. */
export const mayApprove = (user: SignedIn | null): boolean => {
  const person = known(user);
  return person !== null && person.school_id !== null && isSchoolAdmin(person);
};
