/** Access to lending points. A point that the user may not see is `not_found` (docs/behaviour/lending.md#rights). */
import { AppError, notFound } from '@fundus/contract/errors';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { findPoint, type PointRow } from './point-repository.ts';
import { requireOpenTo, mayManagePoint, maySeePoint, mayWorkAtDesk } from './policy.ts';
import { mayBorrowAsAdult, mayBorrowAsLearner } from '../../../visitors/borrowing.ts';

export type PointRight = 'see' | 'borrow' | 'desk' | 'manage';

const ALLOWED: Record<PointRight, (user: UserCtx['user'], point: PointRow) => boolean> = {
  see: () => true,
  borrow: (user, point) => mayBorrowAsAdult(user, point) || mayBorrowAsLearner(user, point),
  desk: mayWorkAtDesk,
  manage: mayManagePoint,
};

/** Returns a point. Throws `not_found` if it is hidden from the user, and `forbidden` if the user lacks the right. */
export async function requirePoint(
  { db, user }: Pick<UserCtx, 'db' | 'user'>,
  id: string,
  to: PointRight,
  field = 'point',
): Promise<PointRow> {
  const point = await findPoint(db, id);
  if (!point || !maySeePoint(user, point)) throw notFound(field);
  if (!ALLOWED[to](user, point)) throw new AppError('forbidden');
  if (to === 'borrow') requireOpenTo(user, point);
  return point;
}

/** Returns a point that is visible to the user, or to guests if the visitor is a guest. */
export async function requireVisiblePoint({ db, user }: Pick<Ctx, 'db' | 'user'>, id: string, field = 'point'): Promise<PointRow> {
  if (user) return requirePoint({ db, user }, id, 'see', field);
  const point = await findPoint(db, id);
  if (!point?.guests) throw notFound(field);
  return point;
}
