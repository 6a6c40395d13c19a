/** Who may do what with a licence (docs/behaviour/licences.md#rights). */
import { isDistrictAdmin, isSchoolAdmin } from '@fundus/contract/access';
import type { Licence } from '@fundus/contract/licences/licences';
import type { ValueOf } from '../../db/tables.ts';
import { isGiven, isDistrictEditor } from './active.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** Whose it is: a school's, with the district the school is in, or a district's. */
export type Owned = {
  scope: ValueOf<'licence', 'scope'>;
  district_id: string | null;
  school_id: string | null;
  owner_district: string | null;
};

/** Licence editor of a school: bears the capability and belongs to one (docs/behaviour/access.md#capabilities). */
const isSchoolEditor = (user: SignedIn): boolean => user.school_id !== null && user.capabilities.includes('cap_licences');

const ofSchool = (user: SignedIn, licence: Owned): boolean => licence.school_id !== null && licence.school_id === user.school_id;
const ofDistrict = (user: SignedIn, licence: Owned): boolean =>
  licence.owner_district !== null && licence.owner_district === user.district_id;

const managesSchools = (user: SignedIn): boolean => user.school_id !== null && (isSchoolAdmin(user) || isSchoolEditor(user));

/** Manages licences at all: of a school or of a district. */
export const managesLicences = (user: SignedIn): boolean => isDistrictEditor(user) || managesSchools(user);

/** Manages this one; for anybody else it does not exist. */
export const maySee = (user: SignedIn, licence: Owned): boolean =>
  (isDistrictEditor(user) && ofDistrict(user, licence)) || (ofSchool(user, licence) && managesSchools(user));

/** What a district gives to schools is read at those that have a seat of it, unless the district put it aside. */
export const maySeeShare = (user: SignedIn, licence: Owned & { hidden: boolean }): boolean =>
  licence.scope === 'school' && licence.school_id === null && !licence.hidden && managesSchools(user);

/**
 * A school's administrators and editors give its seats; those of a district are given by its keepers. Of a school's licence a district
 * administrator sees the sums; a licence editor of the district may give its seats too.
 */
export function mayAssign(user: SignedIn, licence: Owned & { origin: ValueOf<'licence', 'origin'> }): boolean {
  // A trial is of whoever asked for it.
  if (!maySee(user, licence) || !isGiven(licence) || licence.origin === 'trial') return false;
  if (licence.school_id === null) return true;
  return ofSchool(user, licence) || !isDistrictAdmin(user);
}

/** Names only within the own school; a district sees sums. */
export const maySeeNames = (user: SignedIn, licence: Owned): boolean => ofSchool(user, licence) && isSchoolAdmin(user);

/** Terms are changed where they were entered: what came with a record changes with the record. */
export const mayEdit = (user: SignedIn, licence: Owned & { origin: ValueOf<'licence', 'origin'>; withdrawn: boolean }): boolean =>
  maySee(user, licence) && licence.origin === 'hand' && !licence.withdrawn;

/** What it cost is said of licences that were bought elsewhere; of what was bought here the order says it. */
export const mayPrice = (user: SignedIn, licence: Owned & { origin: ValueOf<'licence', 'origin'>; withdrawn: boolean }): boolean =>
  maySee(user, licence) && (licence.origin === 'hand' || licence.origin === 'record') && !licence.withdrawn;

/** The owner puts it aside: a school its own, a district's keepers theirs. */
export const mayHide = (user: SignedIn, licence: Owned & { withdrawn: boolean }): boolean =>
  maySee(user, licence) && !licence.withdrawn && (licence.school_id === null || ofSchool(user, licence));

/** Licence editors and district administrators only (docs/behaviour/licences.md#rights). */
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
