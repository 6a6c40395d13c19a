/** Permissions for licences (docs/behaviour/licences.md#rights). */
import { isDistrictAdmin, isSchoolAdmin } from '@fundus/contract/access';
import type { Licence } from '@fundus/contract/licences/licences';
import type { ValueOf } from '../../db/tables.ts';
import { hasAssignedSeats, isDistrictEditor } from './active.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** Owner of a licence: a school with its district, or a district. */
export type LicenceOwner = {
  scope: ValueOf<'licence', 'scope'>;
  district_id: string | null;
  school_id: string | null;
  owner_district: string | null;
};

/** Returns true for a licence editor of a school (docs/behaviour/access.md#capabilities). */
const isSchoolEditor = (user: SignedIn): boolean => user.school_id !== null && user.capabilities.includes('cap_licences');

const ofSchool = (user: SignedIn, licence: LicenceOwner): boolean => licence.school_id !== null && licence.school_id === user.school_id;
const ofDistrict = (user: SignedIn, licence: LicenceOwner): boolean =>
  licence.owner_district !== null && licence.owner_district === user.district_id;

const managesSchools = (user: SignedIn): boolean => user.school_id !== null && (isSchoolAdmin(user) || isSchoolEditor(user));

/** Returns true if the user manages the licences of a school or a district. */
export const managesLicences = (user: SignedIn): boolean => isDistrictEditor(user) || managesSchools(user);

/** Returns true if the user manages this licence. Other users must not see it. */
export const maySeeLicence = (user: SignedIn, licence: LicenceOwner): boolean =>
  (isDistrictEditor(user) && ofDistrict(user, licence)) || (ofSchool(user, licence) && managesSchools(user));

/** Returns true if the user may see the school's share of a district licence. The district can hide it. */
export const maySeeShare = (user: SignedIn, licence: LicenceOwner & { hidden: boolean }): boolean =>
  licence.scope === 'school' && licence.school_id === null && !licence.hidden && managesSchools(user);

/**
 * Returns true if the user may assign seats. School administrators and licence editors assign the seats of their school, and district editors those
 * of their district. For the licence of a school, a licence editor of the district may assign seats, while a district administrator only sees totals.
 */
export function mayAssign(user: SignedIn, licence: LicenceOwner & { origin: ValueOf<'licence', 'origin'> }): boolean {
  // A trial belongs to the person who requested it.
  if (!maySeeLicence(user, licence) || !hasAssignedSeats(licence) || licence.origin === 'trial') return false;
  if (licence.school_id === null) return true;
  return ofSchool(user, licence) || !isDistrictAdmin(user);
}

/** Returns true if the user may see the names of seat holders. Only administrators of the school may. */
export const maySeeNames = (user: SignedIn, licence: LicenceOwner): boolean => ofSchool(user, licence) && isSchoolAdmin(user);

/** Returns true if the user may change the terms. Terms that come from a record change only with the record. */
export const mayEditTerms = (
  user: SignedIn,
  licence: LicenceOwner & { origin: ValueOf<'licence', 'origin'>; withdrawn: boolean },
): boolean => maySeeLicence(user, licence) && licence.origin === 'hand' && !licence.withdrawn;

/** Returns true if the user may set the price. The price of a purchase in the portal is that of its order. */
export const mayPrice = (user: SignedIn, licence: LicenceOwner & { origin: ValueOf<'licence', 'origin'>; withdrawn: boolean }): boolean =>
  maySeeLicence(user, licence) && (licence.origin === 'hand' || licence.origin === 'record') && !licence.withdrawn;

/** Returns true if the user may hide a licence of the school or the district. */
export const mayHide = (user: SignedIn, licence: LicenceOwner & { withdrawn: boolean }): boolean =>
  maySeeLicence(user, licence) && !licence.withdrawn && (licence.school_id === null || ofSchool(user, licence));

/** Returns true if the user may withdraw a licence. Licence editors and district administrators may (docs/behaviour/licences.md#rights). */
export const mayWithdraw = (user: SignedIn, licence: LicenceOwner & { withdrawn: boolean }): boolean =>
  maySeeLicence(user, licence) && !licence.withdrawn && (isDistrictEditor(user) || isSchoolEditor(user));

export const licenceCan = (
  user: SignedIn,
  licence: LicenceOwner & { origin: ValueOf<'licence', 'origin'>; withdrawn: boolean },
): Licence['can'] => ({
  edit: mayEditTerms(user, licence),
  price: mayPrice(user, licence),
  hide: mayHide(user, licence),
  withdraw: mayWithdraw(user, licence),
  assign: mayAssign(user, licence) && !licence.withdrawn,
  seeNames: maySeeNames(user, licence),
});
