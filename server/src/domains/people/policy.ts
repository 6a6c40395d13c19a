/** Permissions on people (docs/behaviour/people.md#actions). */
import { type Person, isDistrictAdmin, isSchoolAdmin, isRoleAllowed } from '@fundus/contract/access';
import { nextState, type AccountState } from '@fundus/contract/accounts/states';
import { CAPABILITIES, type PersonEntry } from '@fundus/contract/people/people';
import type { SignedIn } from '../../visitors/signed-in.ts';

type Member = { id: string; school_id: string | null; district: string | null; state: AccountState };

const inDistrict = (user: SignedIn, district: string | null): boolean =>
  isDistrictAdmin(user) && district !== null && district === user.district_id;

/** Returns whether the user may manage the person. */
export const mayManagePerson = (user: SignedIn, person: Member): boolean =>
  (isSchoolAdmin(user) && person.school_id !== null && person.school_id === user.school_id) ||
  inDistrict(user, person.district) ||
  (isUnassigned(person) && isDistrictAdmin(user) && user.district_id !== null);

/** Returns whether the person waits for approval without a school or district. The first district that decides assigns the person to itself. */
export const isUnassigned = ({ school_id, district, state }: Member): boolean =>
  state === 'pending_approval' && school_id === null && district === null;

type Managed = Member & Person & { email: string | null; capabilities: readonly string[] };

/**
 * Returns the allowed actions. Users cannot block or remove themselves, and school administrators cannot act on district administrators. Only active
 * users can become administrators, and learners cannot have rights.
 */
export function personPermissions(user: SignedIn, person: Managed): PersonEntry['can'] {
  const above = person.district_admin === '1' && !isDistrictAdmin(user);
  const may = mayManagePerson(user, person) && !above;
  const other = may && person.id !== user.id;
  const admin = person.school_admin !== '0';
  const district = isDistrictAdmin(user);
  return {
    approve: other && (person.state === 'pending_approval' || person.state === 'declined') && (person.school_id !== null || district),
    decline: other && person.state === 'pending_approval',
    block: other && (person.state === 'active' || person.state === 'dormant'),
    unblock: other && person.state === 'blocked',
    giveAdmin: may && !admin && person.state === 'active' && person.school_id !== null && isRoleAllowed({ ...person, school_admin: '1' }),
    takeAdmin: may && admin,
    setRole: may && ['active', 'blocked', 'dormant', 'pending_approval'].includes(person.state),
    setCapabilities:
      may &&
      district &&
      person.state === 'active' &&
      (person.capabilities.length > 0 || isRoleAllowed({ ...person, capabilities: CAPABILITIES })),
    rename: may && !['declined', 'erasure_pending'].includes(person.state),
    exportData: may,
    erase: other && nextState(person.state, 'schedule_erasure') !== null,
    keep: other && nextState(person.state, 'keep') !== null,
    sendLink: may && person.state === 'active' && person.email !== null,
    remove: other && person.school_id !== null && ['active', 'blocked', 'dormant'].includes(person.state),
    assignSchool: other && district && person.school_id === null && person.state !== 'declined',
  };
}
