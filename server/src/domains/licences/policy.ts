/** Permissions for licences (docs/behaviour/licences.md#rights). */
import { isDistrictAdmin, isSchoolAdmin } from '@fundus/contract/access';
import type { Licence } from '@fundus/contract/licences/licences';
import type { ValueOf } from '../../db/tables.ts';
import { isGiven, isDistrictEditor } from './active.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** Owner of a licence: a school with its district, or a district. */
export type Owned = {
  scope: ValueOf<'licence', 'scope'>;
  district_id: string | null;
  school_id: string | null;
  owner_district: string | null;
};

/** Returns true for a licence editor of a school (docs/behaviour/access.md#capabilities). */
const isSchoolEditor = (user: SignedIn): boolean => user.school_id !== null && user.capabilities.includes('cap_licences');

const ofSchool = (user: SignedIn, licence: Owned): boolean => licence.school_id !== null && licence.school_id === user.school_id;
const ofDistrict = (user: SignedIn, licence: Owned): boolean =>
  licence.owner_district !== null && licence.owner_district === user.district_id;

const managesSchools = (user: SignedIn): boolean => user.school_id !== null && (isSchoolAdmin(user) || isSchoolEditor(user));

/** Returns true for users who manage the licences of a school or a district. */
export const managesLicences = (user: SignedIn): boolean => isDistrictEditor(user) || managesSchools(user);

/** Returns true if the user manages this licence. The server hides it from other users. */
export const maySee = (user: SignedIn, licence: Owned): boolean =>
  (isDistrictEditor(user) && ofDistrict(user, licence)) || (ofSchool(user, licence) && managesSchools(user));

/** Returns true if the user may see the school's share of a district licence, which the district can hide. */
export const maySeeShare = (user: SignedIn, licence: Owned & { hidden: boolean }): boolean =>
  licence.scope === 'school' && licence.school_id === null && !licence.hidden && managesSchools(user);

/**
 * Returns true if the user may assign seats. School administrators and editors assign those of the school, district editors those of the
 * district. For a school's licence a district administrator sees totals, while a licence editor of the district may assign.
 */
export function mayAssign(user: SignedIn, licence: Owned & { origin: ValueOf<'licence', 'origin'> }): boolean {
  // A trial belongs to the person who requested it.
  if (!maySee(user, licence) || !isGiven(licence) || licence.origin === 'trial') return false;
  if (licence.school_id === null) return true;
  return ofSchool(user, licence) || !isDistrictAdmin(user);
}

/** Returns true if the user sees names of seat holders: only within the school. A district sees totals. */
export const maySeeNames = (user: SignedIn, licence: Owned): boolean => ofSchool(user, licence) && isSchoolAdmin(user);

/** Returns true if the user may change the terms. Those of a record change with the record. */
export const mayEdit = (user: SignedIn, licence: Owned & { origin: ValueOf<'licence', 'origin'>; withdrawn: boolean }): boolean =>
  maySee(user, licence) && licence.origin === 'hand' && !licence.withdrawn;

/** Returns true if the user may set the price. A purchase in the portal has the price of its order. */
export const mayPrice = (user: SignedIn, licence: Owned & { origin: ValueOf<'licence', 'origin'>; withdrawn: boolean }): boolean =>
  maySee(user, licence) && (licence.origin === 'hand' || licence.origin === 'record') && !licence.withdrawn;

/** Returns true if the user may hide a licence of their school or district. */
export const mayHide = (user: SignedIn, licence: Owned & { withdrawn: boolean }): boolean =>
  maySee(user, licence) && !licence.withdrawn && (licence.school_id === null || ofSchool(user, licence));

/** Returns true for licence editors and district administrators (docs/behaviour/licences.md#rights). */
export const mayWithdraw = (user: SignedIn, licence: Owned & { withdrawn: boolean }): boolean =>
  maySee(user, licence) && !licence.withdrawn && (isDistrictEditor(user) || isSchoolEditor(user));

export const licenceCan = (
  user: SignedIn,
  licence: Owned & { origin: ValueOf<'licence', 'origin'>; withdrawn: boolean },
): Licence['can'] => ({
  edit: mayEdit(user, licence),
  price: mayPrice(user, licence),
  hide: mayHide(user, licence),
  withdraw: mayWithdraw(user, licence),
  assign: mayAssign(user, licence) && !licence.withdrawn,
  seeNames: maySeeNames(user, licence),
});
