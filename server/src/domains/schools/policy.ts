/** Permissions on a school (docs/behaviour/schools.md#page, docs/behaviour/people.md#actions). */
import { isAdministrator, isDistrictAdmin, isSchoolAdmin, isTeacher } from '@fundus/contract/access';
import { isSchoolOpen, type School } from '@fundus/contract/schools/schools';
import type { ValueOf } from '../../db/tables.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

type Owned = { id: string; district_id: string };

const isOwn = (user: SignedIn, school: Owned): boolean => user.school_id !== null && school.id === user.school_id;
const inDistrict = (user: SignedIn, district: string | null): boolean =>
  isDistrictAdmin(user) && district !== null && district === user.district_id;

/** Returns whether the user may see the school: only its members and the administrators of its district. */
export const maySeeSchool = (user: SignedIn, school: Owned): boolean => isOwn(user, school) || inDistrict(user, school.district_id);

/** Returns whether the user administers the school or its district. */
export const mayAdministrate = (user: SignedIn, school: Owned): boolean =>
  (isSchoolAdmin(user) && isOwn(user, school)) || inDistrict(user, school.district_id);

export const mayEditHead = (user: SignedIn, school: Owned): boolean => inDistrict(user, school.district_id);

/** Returns whether the user may see all licences of the school: only teachers and administrators. Learners see licences for all members. */
export const maySeeAllMedia = (user: SignedIn, school: Owned): boolean =>
  inDistrict(user, school.district_id) || (isOwn(user, school) && (isTeacher(user) || isAdministrator(user)));

/** Returns the allowed actions. A merged school cannot be reopened. */
export function schoolPermissions(
  user: SignedIn,
  school: Owned & { state: ValueOf<'school', 'state'>; merged_into: string | null },
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
    invite: admin && isSchoolOpen(state),
    suspend: district && isSchoolOpen(state),
    resume: district && state !== 'active' && school.merged_into === null,
    close: district && state !== 'closed',
    merge: district && state !== 'closed',
  };
}
