/** Open orders and work lists of a lending desk (docs/behaviour/lending.md#the-list-of-orders). */
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import { DESK_PARTS, DESK_STEPS, type DeskOrder, type lendingBoard } from '@fundus/contract/lending/desk/desk-orders';
import type { UserCtx } from '../../../http/context.ts';
import { countTasks, listTasks } from '../allocation/displaced-repository.ts';
import { countQueue } from '../allocation/wait-repository.ts';
import type { OrderRow } from '../allocation/order-repository.ts';
import { listSuspensionsOf } from '../borrowers/suspension-repository.ts';
import { countDamage } from '../condition/damage-repository.ts';
import { countToCheck, countWork } from '../models/work-repository.ts';
import { requireOrder } from '../orders/access.ts';
import { listUnbriefed } from '../orders/briefing-repository.ts';
import { clockOf, presentOrders } from '../orders/present.ts';
import { requirePoint } from '../points/access.ts';
import { listOwnDesks } from '../points/points.ts';
import { countOpenOrders, listDeskOrders } from './desk-repository.ts';

const zeros = <K extends string>(names: readonly K[]) => Object.fromEntries(names.map((name) => [name, 0])) as Record<K, number>;
const pick = <K extends string>(counts: Record<K, number> | undefined, names: readonly K[]): Record<K, number> =>
  counts ? (Object.fromEntries(names.map((name) => [name, counts[name]])) as Record<K, number>) : zeros(names);

export async function readDesk(ctx: UserCtx, pointId: string): Promise<Reply<typeof lendingBoard.desk>> {
  const { id } = await requirePoint(ctx, pointId, 'desk');
  const clock = clockOf(ctx.now);
  const [counts, devices, tasks, waiting, damage] = await Promise.all([
    countOpenOrders(ctx.db, [id], clock),
    countWork(ctx.db, id, clock.day),
    countTasks(ctx.db, id, clock),
    countQueue(ctx.db, id),
    countDamage(ctx.db, id, true),
  ]);
  const open = counts.get(id);
  return {
    ...{ today: clock.day, orders: open?.orders ?? 0, devices, tasks, waiting, damage: Number(damage) },
    ...{ parts: pick(open, DESK_PARTS), steps: pick(open, DESK_STEPS) },
  };
}

/** Returns the counts of all desks at which the user works. Needs two queries in total. */
export async function readDesks(ctx: UserCtx): Promise<Reply<typeof lendingBoard.desks>> {
  const points = await listOwnDesks(ctx);
  const ids = points.map(({ id }) => id);
  const [counts, checks] = await Promise.all([countOpenOrders(ctx.db, ids, clockOf(ctx.now)), countToCheck(ctx.db, ids)]);
  return {
    items: points.map(({ id, name }) => ({ id, name, parts: pick(counts.get(id), DESK_PARTS), check: checks.get(id) ?? 0 })),
  };
}

/** Returns orders with the fields that only the desk reads. */
async function presentAtDesk(ctx: UserCtx, point: string, rows: readonly OrderRow[]): Promise<DeskOrder[]> {
  const day = today(ctx.now);
  const people = rows.flatMap(({ person_id }) => person_id ?? []);
  const privates = rows.flatMap(({ private_id }) => private_id ?? []);
  const [shown, unbriefed, barred] = await Promise.all([
    presentOrders(ctx, rows, ({ person_id }) => ({ own: person_id === ctx.user.id, desk: true })),
    listUnbriefed(
      ctx.db,
      rows.map(({ id }) => id),
      day,
    ),
    listSuspensionsOf(ctx.db, point, { people, privates }, day),
  ]);
  const suspended = new Map(barred.map((row) => [row.person_id ?? row.private_id, row]));
  return shown.map((order, i) => {
    const row = suspended.get(rows[i]!.person_id ?? rows[i]!.private_id ?? '');
    return {
      ...order,
      borrower_id: rows[i]!.person_id ?? rows[i]!.private_id,
      unbriefed: unbriefed.filter(({ order_id }) => order_id === order.id).map(({ model_id, name }) => ({ id: model_id, name })),
      suspended: row ? { until: row.until_on, reason: row.reason } : null,
    };
  });
}

export async function readDeskOrders(
  ctx: UserCtx,
  { point: pointId, offset, limit, sort, ...asked }: Input<typeof lendingBoard.deskOrders>['query'],
): Promise<Reply<typeof lendingBoard.deskOrders>> {
  const { id: point } = await requirePoint(ctx, pointId, 'desk');
  const found = await listDeskOrders(ctx.db, { point, ...asked }, clockOf(ctx.now), { sort, offset, limit });
  const items = await presentAtDesk(ctx, point, found.rows);
  return { total: found.total, offset, limit, items, schools: found.schools };
}

/** Returns an order for the desk. Throws `forbidden` for its borrower, who reads it by another call. */
export async function readDeskOrder(ctx: UserCtx, id: string): Promise<DeskOrder> {
  const { order, point, desk } = await requireOrder(ctx, id);
  if (!desk) throw new AppError('forbidden');
  return (await presentAtDesk(ctx, point.id, [order]))[0]!;
}

export async function readDeskTasks(
  ctx: UserCtx,
  { point, offset, limit }: Input<typeof lendingBoard.deskTasks>['query'],
): Promise<Reply<typeof lendingBoard.deskTasks>> {
  const { id } = await requirePoint(ctx, point, 'desk');
  const clock = clockOf(ctx.now);
  const [total, rows] = await Promise.all([countTasks(ctx.db, id, clock), listTasks(ctx.db, id, clock, offset, limit)]);
  return { total, offset, limit, items: rows.map(({ borrower, ...task }) => ({ ...task, borrower: borrower ?? '' })) };
}
