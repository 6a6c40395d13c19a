/** Borrowers whose data the desk of a point may see (docs/behaviour/lending.md#borrowers-at-the-desk). */
import { isStudent } from '@fundus/contract/access';
import { notFound } from '@fundus/contract/errors';
import type { BorrowerPage } from '@fundus/contract/lending/desk/borrower-page';
import type { UserCtx } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';
import { toBorrower, toPrivateBorrower, type Borrower } from '../borrowers/borrower.ts';
import { findPrivate, type PrivateRow } from '../borrowers/private-repository.ts';
import { requirePoint } from '../points/access.ts';
import type { PointRow } from '../points/point-repository.ts';
import { closedBecause, mayBorrowAsAdult, mayBorrowAsLearner, mayBorrowAt } from '../../../visitors/borrowing.ts';
import { hasOrderAt } from './borrower-repository.ts';

export type DeskBorrower = {
  point: PointRow;
  borrower: Borrower;
  name: string;
  private: PrivateRow | null;
  closed: BorrowerPage['closed'];
  /** True if the account may sign in. Always true for private borrowers. */
  active: boolean;
};

/** Returns the reason why the borrower gets no new loans, or `null` if they may borrow. */
function closedFor(user: SignedIn, active: boolean, point: PointRow): DeskBorrower['closed'] {
  if (!active) return 'left';
  if (isStudent(user)) return mayBorrowAsLearner(user, point) ? null : 'learners';
  return mayBorrowAsAdult(user, point) ? closedBecause(user, point) : 'left';
}

/**
 * Returns a private borrower of the point, or an account that may borrow or has an order there. Throws `not_found` for all other accounts, because a
 * desk must not be able to search all users.
 */
export async function requireKnownBorrower(ctx: UserCtx, pointId: string, id: string): Promise<DeskBorrower> {
  const point = await requirePoint(ctx, pointId, 'desk');
  return (await findKnownBorrower(ctx, point, id)) ?? Promise.reject(notFound('id'));
}

export async function findKnownBorrower({ db }: Pick<UserCtx, 'db'>, point: PointRow, id: string): Promise<DeskBorrower | undefined> {
  const known = await findPrivate(db, id);
  if (known?.point_id === point.id)
    return {
      point,
      borrower: toPrivateBorrower(id),
      name: known.name,
      private: known,
      closed: point.private_borrowers ? null : 'private',
      active: true,
    };
  const user = await readPerson(db, id);
  if (!user) return undefined;
  const active = (await readPerson(db, id, true)) !== undefined;
  const borrower = toBorrower(user);
  const borrows = active && mayBorrowAt(user, point);
  if (!borrows && !(await hasOrderAt(db, borrower, point.id))) return undefined;
  const name = [user.vorname, user.name].filter(Boolean).join(' ');
  return { point, borrower, name, private: null, closed: closedFor(user, active, point), active };
}

export const isLearner = ({ borrower }: DeskBorrower): boolean => borrower.user !== null && isStudent(borrower.user);
