/** Rights at a lending point: seeing it, working at the desk, managing (docs/behaviour/lending.md#rights). Pure. */
import { isAdvancedView, isDistrictAdmin, isSchoolAdmin, isStudent, isTeacher, type Person } from '@fundus/contract/access';
import { AppError } from '@fundus/contract/errors';
import type { APPROVALS } from '@fundus/contract/lending/points/points';
import {
  closedBecause,
  isLentTo,
  isOfPoint,
  mayBorrowAsAdult,
  mayBorrowAsLearner,
  type BorrowingPoint,
  type Openness,
  type Place,
} from '../../../visitors/borrowing.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/** Returns whether the point is visible to the user. */
export const maySeePoint = (user: SignedIn, point: BorrowingPoint): boolean =>
  mayBorrowAsAdult(user, point) || mayBorrowAsLearner(user, point) || mayWorkAtDesk(user, point);

/** Returns the maximum number of devices that the user may have on loan and on order. */
export const maxLinesOf = (user: Person, point: { most_lines: number; learner_lines: number }): number =>
  isStudent(user) ? point.learner_lines : point.most_lines;

/** Throws `point_not_open_to_you` if the point does not lend to the user. */
export function requireOpenTo(user: SignedIn, point: Openness): void {
  const reason = closedBecause(user, point);
  if (reason !== null) throw new AppError('point_not_open_to_you', { details: { reason } });
}

/** Throws `point_not_open_to_you` if the model is not lent to the user. */
export function requireLentTo(user: Person, model: { teachers_only: boolean }): void {
  if (!isLentTo(user, model)) throw new AppError('point_not_open_to_you', { details: { reason: 'model' } });
}

/** Returns whether the user may change opening hours, rules and texts, as administrators of the school or its district may. */
export const mayManagePoint = (user: SignedIn, point: Place): boolean =>
  (isDistrictAdmin(user) && user.district_id === point.district_id) ||
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
