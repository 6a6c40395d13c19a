/** Rules that determine at which lending points a user may borrow (docs/behaviour/lending.md#rights). Pure. */
import { isStudent, isTeacher, type Person } from '@fundus/contract/access';
import type { BORROWER_GROUPS } from '@fundus/contract/lending/points/points';
import type { SignedIn } from './signed-in.ts';

/** Owner of a point. `district_id` is its own district or that of its school. */
export type Place = { school_id: string | null; district_id: string | null };
type Belonging = Pick<SignedIn, 'school_id' | 'district_id'>;

/** Returns whether the user belongs to the point's school, or to its district if it is a point of the district. */
export const isOfPoint = (user: Belonging, point: Place): boolean =>
  point.school_id === null ? user.district_id === point.district_id : user.school_id === point.school_id;

/** Returns whether the user is an adult from the point's school or district. */
export const mayBorrowAsAdult = (user: Person & Belonging, point: Place): boolean =>
  !user.by_code && !isStudent(user) && isOfPoint(user, point);

type Borrower = Person & { school_id: string | null };
export type Openness = { open_to: (typeof BORROWER_GROUPS)[number]; open_schools: readonly { id: string }[] | null };
/** Fields of a point that determine who may borrow there. */
export type BorrowingPoint = Place & Openness & { learners: boolean };

/**
 * Returns the reason why a point does not lend to a user who sees it, or `null` if it does. For learners, `mayBorrowAsLearner` has to be checked too.
 */
export const closedBecause = (user: Borrower, { open_to, open_schools }: Openness): 'teachers' | 'schools' | null =>
  open_schools !== null && !open_schools.some(({ id }) => id === user.school_id)
    ? 'schools'
    : open_to === 'teachers' && !isTeacher(user) && !isStudent(user)
      ? 'teachers'
      : null;

/** Returns whether the point lends to the user's school and group. */
export const isOpenTo = (user: Borrower, point: Openness): boolean => closedBecause(user, point) === null;

/**
 * Returns whether the user is a learner who may borrow at the point. The learner must belong to a school, because one of its teachers is responsible.
 */
export const mayBorrowAsLearner = (user: Person & Belonging, point: BorrowingPoint): boolean =>
  point.learners && !user.by_code && isStudent(user) && user.school_id !== null && isOfPoint(user, point) && isOpenTo(user, point);

/** Returns whether the point lends to the user, as an adult or as a learner. */
export const mayBorrowAt = (user: Person & Belonging, point: BorrowingPoint): boolean =>
  (mayBorrowAsAdult(user, point) && isOpenTo(user, point)) || mayBorrowAsLearner(user, point);

/** Returns whether the model is lent to the user. Some models are lent only to teachers. */
export const isLentTo = (user: Person, { teachers_only }: { teachers_only: boolean }): boolean => !teachers_only || isTeacher(user);
