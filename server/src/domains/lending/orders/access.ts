/** Access to orders and their lines, for their borrower or the desk. */
import { AppError, notFound } from '@fundus/contract/errors';
import type { UserCtx } from '../../../http/context.ts';
import { findLine, findOrder, lockOrder, type LineRow, type OrderRow } from '../allocation/order-repository.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { mayStandAtDesk } from '../points/policy.ts';

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
