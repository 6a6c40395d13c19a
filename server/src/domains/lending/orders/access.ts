/** Access to orders and their lines for the borrower and the desk. */
import { AppError, notFound } from '@fundus/contract/errors';
import type { UserCtx } from '../../../http/context.ts';
import { findLine, findOrder, lockOrder, type LineRow, type OrderRow } from '../allocation/order-repository.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { mayWorkAtDesk } from '../points/policy.ts';

export type OrderAccess = { order: OrderRow; point: PointRow; own: boolean; desk: boolean };

/** Returns an order for its borrower or for the desk of its point. A cart is visible only to its borrower. Throws `not_found` otherwise. */
export async function requireOrder({ db, user }: Pick<UserCtx, 'db' | 'user'>, id: string): Promise<OrderAccess> {
  const order = await findOrder(db, id);
  const point = order && (await findPoint(db, order.point_id));
  if (!order || !point) throw notFound();
  const own = order.person_id === user.id;
  const desk = mayWorkAtDesk(user, point) && order.submitted_at !== null;
  if (!own && !desk) throw notFound();
  return { order, point, own, desk };
}

/** Locks an order until commit and returns it like `requireOrder`. */
export async function requireLockedOrder(ctx: Pick<UserCtx, 'db' | 'user'>, id: string): Promise<OrderAccess> {
  await requireOrder(ctx, id);
  await lockOrder(ctx.db, id);
  return requireOrder(ctx, id);
}

/** Returns an order for the desk and locks it until commit. Throws `forbidden` for its borrower. */
export async function requireOrderAtDesk(ctx: Pick<UserCtx, 'db' | 'user'>, id: string): Promise<OrderAccess> {
  const asked = await requireLockedOrder(ctx, id);
  if (!asked.desk) throw new AppError('forbidden');
  return asked;
}

export async function requireLine(ctx: Pick<UserCtx, 'db' | 'user'>, id: string): Promise<OrderAccess & { line: LineRow }> {
  const found = await findLine(ctx.db, id);
  if (!found) throw notFound();
  const asked = await requireLockedOrder(ctx, found.order_id);
  const line = await findLine(ctx.db, id);
  if (!line) throw notFound();
  return { ...asked, line };
}
