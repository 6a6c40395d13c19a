/** Access to lending points; a point hidden from the user is `not_found` (docs/behaviour/lending.md#rights). */
import { AppError, notFound } from '@fundus/contract/errors';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { findPoint, type PointRow } from './point-repository.ts';
import { requireOpenTo, mayBorrow, mayBorrowAsLearner, mayManage, maySee, mayStandAtDesk } from './policy.ts';

export type Which = 'see' | 'borrow' | 'desk' | 'manage';

const ALLOWED: Record<Which, (user: UserCtx['user'], point: PointRow) => boolean> = {
  see: () => true,
  borrow: (user, point) => mayBorrow(user, point) || mayBorrowAsLearner(user, point),
  desk: mayStandAtDesk,
  manage: mayManage,
};

/** Returns a point. Throws `not_found` if the user may not see it, and `forbidden` if they see it but lack the right. */
export async function requirePoint({ db, user }: Pick<UserCtx, 'db' | 'user'>, id: string, to: Which, field = 'point'): Promise<PointRow> {
  const point = await findPoint(db, id);
  if (!point || !maySee(user, point)) throw notFound(field);
  if (!ALLOWED[to](user, point)) throw new AppError('forbidden');
  if (to === 'borrow') requireOpenTo(user, point);
  return point;
}

/** Returns a point that the user may see, or a guest if the point is shown to guests. */
export async function requireVisiblePoint({ db, user }: Pick<Ctx, 'db' | 'user'>, id: string, field = 'point'): Promise<PointRow> {
  if (user) return requirePoint({ db, user }, id, 'see', field);
  const point = await findPoint(db, id);
  if (!point?.guests) throw notFound(field);
  return point;
}
