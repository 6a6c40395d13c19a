/** Who may do what with a school and its people (behaviour.md 5.3). */
import { type Person, isAdministrator, isDistrictAdmin, isSchoolAdmin, isTeacher, mayBe } from '@fundus/contract/access';
import { CAPABILITIES, type PersonEntry } from '@fundus/contract/people';
import { isOpen, type School } from '@fundus/contract/schools';
import type { SignedIn } from '../../http/context.ts';

type Owned = { id: string; district_id: string };
type Member = { id: string; school_id: string | null; district: string | null; state: string };

const isOwn = (user: SignedIn, school: Owned): boolean => user.school_id !== null && school.id === user.school_id;
const inDistrict = (user: SignedIn, district: string | null): boolean =>
  isDistrictAdmin(user) && district !== null && district === user.district_id;

/** Its members, and the administrators of its district. For anybody else it does not exist. */
export const maySeeSchool = (user: SignedIn, school: Owned): boolean => isOwn(user, school) || inDistrict(user, school.district_id);

/** Its own administrators and those of its district. */
export const mayAdministrate = (user: SignedIn, school: Owned): boolean =>
  (isSchoolAdmin(user) && isOwn(user, school)) || inDistrict(user, school.district_id);

export const mayEditHead = (user: SignedIn, school: Owned): boolean => inDistrict(user, school.district_id);

/** All licences of the school: those who teach there and those who look after it; learners see what everybody has. */
export const maySeeAllMedia = (user: SignedIn, school: Owned): boolean =>
  inDistrict(user, school.district_id) || (isOwn(user, school) && (isTeacher(user) || isAdministrator(user)));

/** What may be done now. A school that went into another one has nothing left to be opened for. */
export function schoolCan(
  user: SignedIn,
  school: Owned & { state: string; merged_into: string | null },
  analytics: boolean,
): School['can'] {
  const [admin, district] = [mayAdministrate(user, school), mayEditHead(user, school)];
  const { state } = school;
  return {
    editContact: admin && state !== 'closed',
    editHead: district && state !== 'closed',
    seeMedia: maySeeSchool(user, school),
    seePeople: admin,
    seeNumbers: admin && analytics,
    invite: admin && isOpen(state),
    suspend: district && isOpen(state),
    resume: district && state !== 'active' && school.merged_into === null,
    close: district && state !== 'closed',
    merge: district && state !== 'closed',
  };
}

/** Looks after this person; for anybody else the person does not exist. */
export const mayManage = (user: SignedIn, person: Member): boolean =>
  (isSchoolAdmin(user) && person.school_id !== null && person.school_id === user.school_id) ||
  inDistrict(user, person.district) ||
  (isNobodys(person) && isDistrictAdmin(user) && user.district_id !== null);

/** Waits to be let in, and where there are several districts nobody knows of which: whoever decides first takes them into the own one. */
export const isNobodys = ({ school_id, district, state }: Member): boolean =>
  state === 'pending_approval' && school_id === null && district === null;

type Managed = Member & Person & { email: string | null; capabilities: readonly string[] };

/**
 * What may be done now. Nobody blocks or removes themselves; administrators of the district are out of a school administrator's reach; only who
 * may sign in can administrate; a pupil looks after nothing.
 */
export function personCan(user: SignedIn, person: Managed): PersonEntry['can'] {
  const above = person.district_admin === '1' && !isDistrictAdmin(user);
  const may = mayManage(user, person) && !above;
  const other = may && person.id !== user.id;
  const admin = person.school_admin !== '0';
  const district = isDistrictAdmin(user);
  return {
    approve: other && (person.state === 'pending_approval' || person.state === 'declined') && (person.school_id !== null || district),
    decline: other && person.state === 'pending_approval',
    block: other && (person.state === 'active' || person.state === 'dormant'),
    unblock: other && person.state === 'blocked',
    giveAdmin: may && !admin && person.state === 'active' && person.school_id !== null && mayBe({ ...person, school_admin: '1' }),
    takeAdmin: may && admin,
    setRole: may && ['active', 'blocked', 'dormant', 'pending_approval'].includes(person.state),
    setCapabilities:
      may && district && person.state === 'active' && (person.capabilities.length > 0 || mayBe({ ...person, capabilities: CAPABILITIES })),
    sendLink: may && person.state === 'active' && person.email !== null,
    remove: other && person.school_id !== null && ['active', 'blocked', 'dormant'].includes(person.state),
    assignSchool: other && district && person.school_id === null && person.state !== 'declined',
  };
}
