/** Rights at a lending point: borrowing, working at the desk, managing (docs/behaviour/lending.md#rights). Pure. */
import { isAdvancedView, isDistrictAdmin, isSchoolAdmin, isStudent, isTeacher, type Person } from '@fundus/contract/access';
import { AppError } from '@fundus/contract/errors';
import type { APPROVALS, BORROWER_GROUPS } from '@fundus/contract/lending/points/points';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/** Owner of a point. `district_id` is its own district or that of its school. */
type Place = { school_id: string | null; district_id: string };

const isOfDistrict = (user: SignedIn, { district_id }: Place): boolean => user.district_id === district_id;
const isOfPoint = (user: SignedIn, point: Place): boolean =>
  point.school_id === null ? isOfDistrict(user, point) : user.school_id === point.school_id;

/** Returns whether the user is an adult from the point's school or district. */
export const mayBorrowAsAdult = (user: SignedIn, point: Place): boolean => !user.by_code && !isStudent(user) && isOfPoint(user, point);

type Borrower = Person & { school_id: string | null };
type Openness = { open_to: (typeof BORROWER_GROUPS)[number]; open_schools: readonly { id: string }[] | null };
type Learning = Place & Openness & { learners: boolean };

/**
 * Returns whether the user is a learner who may borrow at the point. The learner must belong to a school, because one of its teachers is responsible.
 */
export const mayBorrowAsLearner = (user: SignedIn, point: Learning): boolean =>
  point.learners && !user.by_code && isStudent(user) && user.school_id !== null && isOfPoint(user, point) && isOpenTo(user, point);

/** Returns whether the point is visible to the user. */
export const maySeePoint = (user: SignedIn, point: Learning): boolean =>
  mayBorrowAsAdult(user, point) || mayBorrowAsLearner(user, point) || mayWorkAtDesk(user, point);

/** Returns the maximum number of devices that the user may have on loan and on order. */
export const maxLinesOf = (user: Person, point: { most_lines: number; learner_lines: number }): number =>
  isStudent(user) ? point.learner_lines : point.most_lines;

/**
 * Returns the reason why a point does not lend to a user who sees it, or `null` if it does. For learners, `mayBorrowAsLearner` has to be checked too.
 */
export const closedBecause = (user: Borrower, { open_to, open_schools }: Openness): 'teachers' | 'schools' | null =>
  open_schools !== null && !open_schools.some(({ id }) => id === user.school_id)
    ? 'schools'
    : open_to === 'teachers' && !isTeacher(user) && !isStudent(user)
      ? 'teachers'
      : null;

export const isOpenTo = (user: Borrower, point: Openness): boolean => closedBecause(user, point) === null;

/** Throws `point_not_open_to_you` if the point does not lend to the user. */
export function requireOpenTo(user: SignedIn, point: Openness): void {
  const reason = closedBecause(user, point);
  if (reason !== null) throw new AppError('point_not_open_to_you', { details: { reason } });
}

/** Returns whether the model is lent to the user. Some models are lent only to teachers. */
export const isLentTo = (user: Borrower, { teachers_only }: { teachers_only: boolean }): boolean => !teachers_only || isTeacher(user);

/** Throws `point_not_open_to_you` if the model is not lent to the user. */
export function requireLentTo(user: Borrower, model: { teachers_only: boolean }): void {
  if (!isLentTo(user, model)) throw new AppError('point_not_open_to_you', { details: { reason: 'model' } });
}

/** Returns whether the user may change opening hours, rules and texts, as administrators of the school or its district may. */
export const mayManagePoint = (user: SignedIn, point: Place): boolean =>
  (isDistrictAdmin(user) && isOfDistrict(user, point)) ||
  (point.school_id !== null && isSchoolAdmin(user) && isAdvancedView(user) && isOfPoint(user, point));

/** Returns whether the user works at the desk, as managers and users of the school or district with the capability do. */
export const mayWorkAtDesk = (user: SignedIn, point: Place): boolean =>
  mayManagePoint(user, point) || (user.capabilities.includes('cap_lending') && isOfPoint(user, point));

/** Returns the school or district for which the user may create points, or `null` if there is none. */
export function pointOwner(user: SignedIn): { school_id: string } | { district_id: string } | null {
  if (isDistrictAdmin(user)) return user.district_id === null ? null : { district_id: user.district_id };
  return isSchoolAdmin(user) && isAdvancedView(user) && user.school_id !== null ? { school_id: user.school_id } : null;
}

/** Returns whether an order of the user is approved immediately, without a decision by the desk. */
export const isApprovedAtOnce = (approval: (typeof APPROVALS)[number], user: SignedIn): boolean =>
  approval === 'auto' || (approval === 'auto_if_teacher' && isTeacher(user));
