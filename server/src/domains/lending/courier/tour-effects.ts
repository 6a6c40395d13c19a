/** What a change of a tour means for orders that go by it: shown before it is saved, and told to whoever it hurts (docs/behaviour/lending.md#tours). */
import { today } from '@fundus/contract/days';
import { movedDays, type CourierDays, type TourDays } from '@fundus/contract/lending/allocation/courier';
import type { TourEffect } from '@fundus/contract/lending/courier/tours';
import type { UserCtx } from '../../../http/context.ts';
import { planDevice, readStock } from '../allocation/booking.ts';
import { courierColumns } from '../allocation/courier.ts';
import { notifyDecision } from '../mails/notify.ts';
import { offerWaiting } from '../orders/offers.ts';
import {
  courierOf,
  listLines,
  listOrdersById,
  lockOrders,
  updateLine,
  updateOrder,
  type LineRow,
  type OrderRow,
} from '../allocation/order-repository.ts';
import { moveLines, releaseLapsed } from '../allocation/allocation-repository.ts';
import { planAllocation, type Span } from '../allocation/allocation.ts';
import type { PointRow } from '../points/point-repository.ts';
import { stateAt } from '../orders/present.ts';
import { spanOf } from '../allocation/spans.ts';
import { findModel, listModelIds, type ModelRow, lockModelRows } from '../models/stock-repository.ts';
import { listCourierOrders, listOtherDays, listStops, type TourRow } from '../allocation/tour-repository.ts';

/** A tour as it is to be; null: it is taken away. */
export type NextTour = { weekday: number; schools: readonly string[] } | null;

type Stock = Awaited<ReturnType<typeof readStock>>;
type Moved = { line: LineRow; from: CourierDays; to: CourierDays | null };
/** Models with what is booked of them, as the plan goes on. */
type Books = Map<string, { model: ModelRow; stock: Stock }>;
type Effect = { order: OrderRow; moved: Moved[] };

/** By school, on which weekdays it is driven to then. */
async function listDaysThen(
  { db }: UserCtx,
  tour: TourRow,
  next: NextTour,
): Promise<{ schools: string[]; daysOf: (school: string) => TourDays }> {
  const stops = (await listStops(db, [tour.id])).map(({ id }) => id);
  const others = Map.groupBy(await listOtherDays(db, tour.point_id, tour.id), ({ school_id }) => school_id);
  const daysOf = (school: string): TourDays => {
    const days = (others.get(school) ?? []).map(({ weekday }) => weekday);
    if (next?.schools.includes(school)) days.push(next.weekday);
    return days.length === 0 ? null : days;
  };
  return { schools: stops, daysOf };
}

async function readBook(ctx: UserCtx, books: Books, id: string): Promise<{ model: ModelRow; stock: Stock }> {
  const known = books.get(id) ?? { model: (await findModel(ctx.db, id))!, stock: await readStock(ctx, id) };
  books.set(id, known);
  return known;
}

/** What is booked once a line has these days; null: no device is there for all of them. What is with somebody or lies ready keeps its own. */
function rebook({ items, booked }: Stock, { id, item_id }: LineRow, busy: Span): Stock | null {
  const own = booked.find((each) => each.id === id);
  // It holds no device now, and gets one as soon as there is one.
  if (!own || item_id === null) return { items, booked };
  const others = booked.filter((each) => each.id !== id);
  const plan = own.fixed ? null : planAllocation(items, others, [busy]);
  const found = own.fixed ? planDevice({ items, booked }, { id, item_id: own.item_id, busy }) : plan;
  if (!found || 'hurt' in found) return null;
  const place = plan?.places[0] ?? own.item_id;
  const moved = others.map((each) => ({ ...each, item_id: found.moves.get(each.id) ?? each.item_id }));
  return { items, booked: [...moved, { ...own, ...busy, item_id: place }] };
}

const OPEN: readonly string[] = ['requested', 'approved', 'ready', 'on_loan'];

async function listMoved(ctx: UserCtx, point: PointRow, order: string, tours: TourDays): Promise<Moved[]> {
  return (await listLines(ctx.db, [order])).flatMap((line) => {
    const [from, state] = [courierOf(line), stateAt(line, ctx.now)];
    if (from === null || !OPEN.includes(state)) return [];
    const promised = { start: line.start_on, end: line.end_on, courier: from };
    const about = { ...promised, onLoan: state === 'on_loan', fetched: line.courier === 'fetched' };
    return { line, from, to: movedDays(point, tours, about, today(ctx.now)) };
  });
}

const isMoved = ({ from, to }: Moved): boolean => to === null || to.bring !== from.bring || to.fetch !== from.fetch;
/** What is with somebody holds its device since it went out. */
function spanFor(point: PointRow, model: ModelRow, line: LineRow, courier: CourierDays | null): Span {
  const span = spanOf(point, model, { start: line.start_on, end: line.end_on, lessons: null, courier });
  return line.state === 'on_loan' ? { ...span, from: line.busy_from! } : span;
}

/** Orders that get other days, or no courier, in the order of their numbers; `books` says then who has which device. */
async function planEffects(ctx: UserCtx, point: PointRow, tour: TourRow, next: NextTour): Promise<{ effects: Effect[]; books: Books }> {
  const { schools, daysOf } = await listDaysThen(ctx, tour, next);
  const [books, effects]: [Books, Effect[]] = [new Map(), []];
  const found = await listCourierOrders(ctx.db, point.id, schools);
  const orders = new Map(
    (
      await listOrdersById(
        ctx.db,
        found.map(({ id }) => id),
      )
    ).map((order) => [order.id, order]),
  );
  for (const { id, school_id } of found) {
    const all = await listMoved(ctx, point, id, daysOf(school_id));
    if (!all.some(isMoved)) continue;
    const before = new Map(books);
    const goes = all.every(({ to }) => to !== null) && (await rebookAll(ctx, point, books, all));
    if (!goes) for (const [model, book] of before) books.set(model, book);
    const moved = goes ? all : all.map((each) => ({ ...each, to: null }));
    // Collected days lie within those of the courier: the same device has them.
    if (!goes) {
      for (const { line } of moved) if (!before.has(line.model_id)) books.delete(line.model_id);
      await rebookAll(ctx, point, books, moved);
    }
    effects.push({ order: orders.get(id)!, moved: moved.filter(isMoved) });
  }
  return { effects, books };
}

/** False where a device is missing. */
async function rebookAll(ctx: UserCtx, point: PointRow, books: Books, moved: readonly Moved[]): Promise<boolean> {
  for (const each of moved.filter(isMoved)) {
    const { model, stock } = await readBook(ctx, books, each.line.model_id);
    const then = rebook(stock, each.line, spanFor(point, model, each.line, each.to));
    if (then === null) return false;
    books.set(model.id, { model, stock: then });
  }
  return true;
}

export async function readEffects(ctx: UserCtx, point: PointRow, tour: TourRow, next: NextTour): Promise<TourEffect[]> {
  const { effects } = await planEffects(ctx, point, tour, next);
  return effects.map(({ order, moved }) => ({
    ...{ order: order.id, number: order.number, borrower: order.borrower ?? '', school: order.school_name ?? '' },
    lines: moved.map(({ line, from, to }) => ({ model: line.model_name, from, to })),
  }));
}

/** Moves the orders of a tour to its new days, under locks on them and on all models of the point. Returns what changed for each order. */
export async function moveWithTour(ctx: UserCtx, point: PointRow, tour: TourRow, next: NextTour): Promise<Effect[]> {
  const stops = await listStops(ctx.db, [tour.id]);
  const orders = await listCourierOrders(
    ctx.db,
    point.id,
    stops.map(({ id }) => id),
  );
  await lockOrders(
    ctx.db,
    orders.map(({ id }) => id),
  );
  const models = await listModelIds(ctx.db, point.id);
  await lockModelRows(ctx.db, models);
  await releaseLapsed(ctx.db, ctx.now, models);
  const { effects, books } = await planEffects(ctx, point, tour, next);
  const lines = new Map(effects.flatMap(({ moved }) => moved.map((each) => [each.line.id, each] as const)));
  for (const { model, stock } of books.values())
    await moveLines(
      ctx.db,
      stock.booked.map(({ id, item_id }) => {
        const each = lines.get(id);
        return { id, item_id, ...(each && { busy: spanFor(point, model, each.line, each.to) }) };
      }),
    );
  for (const { order, moved } of effects) {
    for (const { line, to } of moved) await updateLine(ctx.db, line.id, courierColumns(to));
    if (moved.some(({ to }) => to === null)) await updateOrder(ctx.db, order.id, { delivery: 'pickup' });
  }
  return effects;
}

/** Once the tour is another one: whoever it hurts hears of it, and what is free again is offered. */
export async function tellEffects(ctx: UserCtx, effects: readonly Effect[]): Promise<void> {
  for (const { order, moved } of effects)
    await notifyDecision(ctx, order.id, 'changed', {
      only: moved.map(({ line }) => line.id),
      noCourier: moved.some(({ to }) => to === null),
    });
  const models = new Set(effects.flatMap(({ moved }) => moved.map(({ line }) => line.model_id)));
  for (const model of models) await offerWaiting(ctx, model);
}
