/** Finding points, models, orders and lines for whoever may know of them; for the others they are not there. */
import { AppError, notFound } from '@fundus/contract/errors';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { findLine, findOrder, lockOrder, type LineRow, type OrderRow } from '../allocation/order-repository.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { mustBeLentTo, mustBeOpenTo, mayBorrow, mayBorrowAsLearner, mayManage, maySee, mayStandAtDesk } from '../points/policy.ts';
import { findModel, type ModelRow } from '../models/stock-repository.ts';

type Which = 'see' | 'borrow' | 'desk' | 'manage';

const ALLOWED: Record<Which, (user: UserCtx['user'], point: PointRow) => boolean> = {
  see: () => true,
  borrow: (user, point) => mayBorrow(user, point) || mayBorrowAsLearner(user, point),
  desk: mayStandAtDesk,
  manage: mayManage,
};

/** Throws `not_found` for whom it is not there, `forbidden` for whom it is, and not for this. */
export async function requirePoint({ db, user }: Pick<UserCtx, 'db' | 'user'>, id: string, to: Which, field = 'point'): Promise<PointRow> {
  const point = await findPoint(db, id);
  if (!point || !maySee(user, point)) throw notFound(field);
  if (!ALLOWED[to](user, point)) throw new AppError('forbidden');
  if (to === 'borrow') mustBeOpenTo(user, point);
  return point;
}

/** … to look at it: for guests too, where the point shows them what it has. */
export async function requireSeen({ db, user }: Pick<Ctx, 'db' | 'user'>, id: string, field = 'point'): Promise<PointRow> {
  if (user) return requirePoint({ db, user }, id, 'see', field);
  const point = await findPoint(db, id);
  if (!point?.guests) throw notFound(field);
  return point;
}

export async function requireSeenModel(ctx: Pick<Ctx, 'db' | 'user'>, id: string): Promise<{ model: ModelRow; point: PointRow }> {
  const model = await findModel(ctx.db, id);
  if (!model) throw notFound('id');
  return { model, point: await requireSeen(ctx, model.point_id, 'id') };
}

export async function requireModel(
  ctx: Pick<UserCtx, 'db' | 'user'>,
  id: string,
  to: Which,
  field = 'id',
): Promise<{ model: ModelRow; point: PointRow }> {
  const model = await findModel(ctx.db, id);
  if (!model) throw notFound(field);
  const point = await requirePoint(ctx, model.point_id, to, field);
  if (to === 'borrow') mustBeLentTo(ctx.user, model);
  return { model, point };
}

export type Asked = { order: OrderRow; point: PointRow; own: boolean; desk: boolean };

/** An order for its borrower or the desk of its point. A cart is there for its borrower only. */
export async function requireOrder({ db, user }: Pick<UserCtx, 'db' | 'user'>, id: string): Promise<Asked> {
  const order = await findOrder(db, id);
  const point = order && (await findPoint(db, order.point_id));
  if (!order || !point) throw notFound();
  const own = order.person_id === user.id;
  const desk = mayStandAtDesk(user, point) && order.submitted_at !== null;
  if (!own && !desk) throw notFound();
  return { order, point, own, desk };
}

/** … to change it: nobody else does at the same time. */
export async function requireLockedOrder(ctx: Pick<UserCtx, 'db' | 'user'>, id: string): Promise<Asked> {
  await requireOrder(ctx, id);
  await lockOrder(ctx.db, id);
  return requireOrder(ctx, id);
}

/** For the desk alone. A borrower's own order is there for them, and theirs to read. */
export async function requireOrderAtDesk(ctx: Pick<UserCtx, 'db' | 'user'>, id: string): Promise<Asked> {
  const asked = await requireLockedOrder(ctx, id);
  if (!asked.desk) throw new AppError('forbidden');
  return asked;
}

export async function requireLine(ctx: Pick<UserCtx, 'db' | 'user'>, id: string): Promise<Asked & { line: LineRow }> {
  const found = await findLine(ctx.db, id);
  if (!found) throw notFound();
  const asked = await requireLockedOrder(ctx, found.order_id);
  const line = await findLine(ctx.db, id);
  if (!line) throw notFound();
  return { ...asked, line };
}
