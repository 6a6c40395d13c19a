/** Borrowers, who are either users with an account or private borrowers of a lending point (docs/behaviour/lending.md#private-borrowers). */
import { AppError } from '@fundus/contract/errors';
import type { PointRow } from '../points/point-repository.ts';
import { maxLinesOf, requireLentTo, requireOpenTo } from '../points/policy.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/** Ids of a borrower. At most one is set. Both are `null` if the borrower was deleted. */
export type BorrowerIds = { person_id: string | null; private_id: string | null };

export const hasBorrower = ({ person_id, private_id }: BorrowerIds): boolean => person_id !== null || private_id !== null;

/** A borrower. `user` is `null` for a borrower without an account. */
export type Borrower = BorrowerIds & { school_id: string | null; user: SignedIn | null };

export const toBorrower = (user: SignedIn): Borrower => ({ person_id: user.id, private_id: null, school_id: user.school_id, user });
export const toPrivateBorrower = (private_id: string): Borrower => ({ person_id: null, private_id, school_id: null, user: null });

/** Returns the columns of an order that identify the borrower. Only private borrowers pay. */
export const orderOf = ({ person_id, private_id, school_id }: Borrower, { private_day_cents }: PointRow) => ({
  person_id,
  private_id,
  school_id,
  day_cents: private_id === null || private_day_cents === 0 ? null : private_day_cents,
});

/** Throws `point_not_open_to_you` if the point is not open to the borrower. */
export function requireOpenFor({ user }: Borrower, point: PointRow): void {
  if (user) requireOpenTo(user, point);
  else if (!point.private_borrowers) throw new AppError('point_not_open_to_you', { details: { reason: 'private' } });
}

/** Throws `point_not_open_to_you` if the model is not lent to the borrower. Models for teachers are not lent to private borrowers. */
export function requireLendableTo({ user }: Borrower, model: { teachers_only: boolean }): void {
  if (user) requireLentTo(user, model);
  else if (model.teachers_only) throw new AppError('point_not_open_to_you', { details: { reason: 'model' } });
}

export const maxLinesFor = ({ user }: Borrower, point: PointRow): number => (user ? maxLinesOf(user, point) : point.most_lines);

/** Returns the subject of an audit log entry, which is empty for private borrowers. */
export const subjectOf = ({ person_id }: BorrowerIds): { subject?: string } => (person_id === null ? {} : { subject: person_id });
