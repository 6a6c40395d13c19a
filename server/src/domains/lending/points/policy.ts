/** Who borrows at a lending point, who stands behind its desk, and who says its rules (docs/behaviour/lending.md#rights). Pure. */
import { isAdvancedView, isDistrictAdmin, isSchoolAdmin, isStudent, isTeacher, type Person } from '@fundus/contract/access';
import { AppError } from '@fundus/contract/errors';
import type { APPROVALS, OPEN_TO } from '@fundus/contract/lending/points/points';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/** `district_id`: of the point, or of its school. */
type Place = { school_id: string | null; district_id: string };

const isOfDistrict = (user: SignedIn, { district_id }: Place): boolean => user.district_id === district_id;
const isOfPoint = (user: SignedIn, point: Place): boolean =>
  point.school_id === null ? isOfDistrict(user, point) : user.school_id === point.school_id;

/** Whoever works at the school, or in the district, of the point. */
export const mayBorrow = (user: SignedIn, point: Place): boolean => !user.by_code && !isStudent(user) && isOfPoint(user, point);

type Borrower = Person & { school_id: string | null };
type Openness = { open_to: (typeof OPEN_TO)[number]; open_schools: readonly { id: string }[] | null };
type Learning = Place & Openness & { learners: boolean };

/** A learner with an account, where the point lets them: a teacher of their school is responsible, so that they have one. */
export const mayBorrowAsLearner = (user: SignedIn, point: Learning): boolean =>
  point.learners && !user.by_code && isStudent(user) && user.school_id !== null && isOfPoint(user, point) && isOpenTo(user, point);

/** For whom it is there. */
export const maySee = (user: SignedIn, point: Learning): boolean =>
  mayBorrow(user, point) || mayBorrowAsLearner(user, point) || mayStandAtDesk(user, point);

/** Devices somebody has and has ordered there. */
export const mostLinesOf = (user: Person, point: { most_lines: number; learner_lines: number }): number =>
  isStudent(user) ? point.learner_lines : point.most_lines;

/** Of those the point may lend to fewer, who see what there is: why not to this one; null: to them as well. That learners may borrow is said apart. */
export const closedBecause = (user: Borrower, { open_to, open_schools }: Openness): 'teachers' | 'schools' | null =>
  open_schools !== null && !open_schools.some(({ id }) => id === user.school_id)
    ? 'schools'
    : open_to === 'teachers' && !isTeacher(user) && !isStudent(user)
      ? 'teachers'
      : null;

export const isOpenTo = (user: Borrower, point: Openness): boolean => closedBecause(user, point) === null;

/** Throws `point_not_open_to_you`. */
export function requireOpenTo(user: SignedIn, point: Openness): void {
  const reason = closedBecause(user, point);
  if (reason !== null) throw new AppError('point_not_open_to_you', { details: { reason } });
}

/** What of a point is lent to teachers alone. */
export const isLentTo = (user: Borrower, { teachers_only }: { teachers_only: boolean }): boolean => !teachers_only || isTeacher(user);

/** Throws `point_not_open_to_you`. */
export function requireLentTo(user: Borrower, model: { teachers_only: boolean }): void {
  if (!isLentTo(user, model)) throw new AppError('point_not_open_to_you', { details: { reason: 'model' } });
}

/** Hours, rules and words: administrators of the school, or of its district. */
export const mayManage = (user: SignedIn, point: Place): boolean =>
  (isDistrictAdmin(user) && isOfDistrict(user, point)) ||
  (point.school_id !== null && isSchoolAdmin(user) && isAdvancedView(user) && isOfPoint(user, point));

/** Orders, devices, handing over and taking back: those, and whoever has the capability at the school or in the district of the point. */
export const mayStandAtDesk = (user: SignedIn, point: Place): boolean =>
  mayManage(user, point) || (user.capabilities.includes('cap_lending') && isOfPoint(user, point));

/** Of the own school, or of the district: where somebody opens points; null: nowhere. */
export function pointOwner(user: SignedIn): { school_id: string } | { district_id: string } | null {
  if (isDistrictAdmin(user)) return user.district_id === null ? null : { district_id: user.district_id };
  return isSchoolAdmin(user) && isAdvancedView(user) && user.school_id !== null ? { school_id: user.school_id } : null;
}

/** Whether an order needs nobody's word. */
export const isApprovedAtOnce = (approval: (typeof APPROVALS)[number], user: SignedIn): boolean =>
  approval === 'auto' || (approval === 'auto_if_teacher' && isTeacher(user));
