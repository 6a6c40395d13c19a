/** What the day brings to the desk (docs/behaviour/lending.md#at-the-desk). */
import { today } from '@fundus/contract/days';
import type { Reply } from '@fundus/contract/endpoint';
import type { DeskOrder, lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { UserCtx } from '../../../http/context.ts';
import { listUnbriefed } from '../orders/briefing-repository.ts';
import { listTasks } from '../allocation/displaced-repository.ts';
import { listOpenOrders } from '../allocation/order-repository.ts';
import { clockOf, presentOrders } from '../orders/present.ts';
import { listSuspended } from '../borrowers/suspension-repository.ts';
import { requirePoint } from '../points/access.ts';

export async function readDesk(ctx: UserCtx, pointId: string): Promise<Reply<typeof lendingDesk.desk>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  const day = today(ctx.now);
  // None of them waits for what another one finds.
  const [rows, barred, unshown, tasks] = await Promise.all([
    listOpenOrders(ctx.db, point.id, day),
    listSuspended(ctx.db, point.id, day),
    listUnbriefed(ctx.db, point.id, day),
    listTasks(ctx.db, point.id, clockOf(ctx.now)),
  ]);
  const shown = await presentOrders(ctx, rows, ({ person_id }) => ({ own: person_id === ctx.user.id, desk: true }));
  const suspended = new Map(barred.map((row) => [row.person_id ?? row.private_id, row]));
  const orders = shown.map((order, i): DeskOrder => {
    const row = suspended.get(rows[i]!.person_id ?? rows[i]!.private_id ?? '');
    const unbriefed = unshown.filter(({ order_id }) => order_id === order.id).map(({ model_id, name }) => ({ id: model_id, name }));
    const borrower_id = rows[i]!.person_id ?? rows[i]!.private_id;
    return { ...order, borrower_id, unbriefed, suspended: row ? { until: row.until_on, reason: row.reason } : null };
  });
  type Line = DeskOrder['lines'][number];
  const those = (has: (line: Line) => boolean): DeskOrder[] => orders.filter(({ lines }) => lines.some(has));
  const leavesOn = ({ start, courier_days }: Line): string => courier_days?.bring ?? start;
  const waits = ({ state }: Line): boolean => state === 'approved' || state === 'ready';
  return {
    today: day,
    tasks: tasks.map(({ borrower, ...task }) => ({ ...task, borrower: borrower ?? '' })),
    requests: those(({ state }) => state === 'requested'),
    pick_ups: those((line) => waits(line) && leavesOn(line) <= day),
    returns: those(({ state, end, overdue, courier_days }) => state === 'on_loan' && (courier_days?.fetch ?? end) === day && !overdue),
    overdue: those(({ overdue }) => overdue),
    coming: those((line) => waits(line) && leavesOn(line) > day),
  };
}
