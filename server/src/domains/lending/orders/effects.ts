/**
 * Effects of changed opening hours, rules or tours on open orders (docs/behaviour/lending.md#changes-of-hours-and-rules). They are shown before the
 * change is saved and applied in the same transaction. Borrowers are notified once.
 */
import { isDeepStrictEqual } from 'node:util';
import { shiftDay, today } from '@fundus/contract/days';
import type { TourDays } from '@fundus/contract/lending/allocation/courier';
import { isOpenOn } from '@fundus/contract/lending/calendar/rules';
import type { OrderEffect } from '@fundus/contract/lending/orders/effects';
import type { UserCtx } from '../../../http/context.ts';
import { moveLines, releaseLapsed, type Move } from '../allocation/allocation-repository.ts';
import { planAllocation, type Span } from '../allocation/allocation.ts';
import { planDevice, readStocks, type Stock } from '../allocation/booking.ts';
import { courierColumns } from '../allocation/courier.ts';
import { listOrdersById, lockOrders, updateLine, updateOrder, type OrderRow } from '../allocation/order-repository.ts';
import { listReservedLines, listReturned, type ReservedLine, type ReturnedDevice } from '../allocation/reserved-repository.ts';
import { awayUntilOf } from '../allocation/spans.ts';
import { listDaysOfSchools } from '../allocation/tour-repository.ts';
import { notifyClosed, notifyDates, notifyMovedTour } from '../mails/notify-dates.ts';
import { updateItem } from '../models/item-repository.ts';
import { listModelIds, listModelsById, lockModelRows, type ModelRow } from '../models/stock-repository.ts';
import type { PointRow } from '../points/point-repository.ts';
import { updateAfterStockChange } from './broken-promises.ts';
import { datesOf, recalculateDates, deskDates, laterDay, recalculateSpan, type Dates } from './dates-then.ts';
import { offerWaiting } from './offers.ts';
import { stateAt } from './present.ts';

/** A point after the change. Tours are unchanged if `toursOf` is absent. */
export type ChangedPoint = { point: PointRow; toursOf?: (school: string) => TourDays; model?: ModelRow };

type Change = { line: ReservedLine; from: Dates; to: Dates; problem: 'no_device' | 'closed' | null };
type Effect = { order: OrderRow; changes: Change[] };
/** Effects of a change. `served` contains models of which a device can be lent on other days than before. */
export type Effects = { orders: Effect[]; served: string[] };

/** A model with its stock. `before` is the stored stock. `stock` includes new ends of buffers and the bookings planned so far. */
type Book = { model: ModelRow; before: Stock; stock: Stock };
/** Models with their stock by model id. */
type Books = Map<string, Book>;
type Plan = { effects: Effect[]; changes: Change[]; books: Books; spans: Map<string, Span> };

const OPEN: readonly string[] = ['requested', 'approved', 'ready', 'on_loan'];
/**
 * Returns whether a change affects a line. This includes open orders and offers of the waiting list. Carts are only checked when they are ordered.
 */
const isFollowed = (line: ReservedLine, now: Date): boolean =>
  OPEN.includes(stateAt(line, now)) || (line.state === 'in_cart' && line.offered);

const isMoved = ({ from, to, problem }: Change): boolean => problem !== null || !isDeepStrictEqual(from, to);

/**
 * Returns the stock after moving a line to a span, or `null` if no device is free in the whole span. Lines that are ready or on loan keep their
 * device.
 */
function rebook({ items, booked }: Stock, { id, item_id }: ReservedLine, busy: Span): Stock | null {
  const own = booked.find((each) => each.id === id);
  // A line without a device gets one later, as soon as a device is free.
  if (!own || item_id === null) return { items, booked };
  const others = booked.filter((each) => each.id !== id);
  const plan = own.fixed ? null : planAllocation(items, others, [busy]);
  const found = own.fixed ? planDevice({ items, booked }, { id, item_id: own.item_id, busy }) : plan;
  if (!found || 'conflict' in found) return null;
  const moved = others.map((each) => ({ ...each, item_id: found.moves.get(each.id) ?? each.item_id }));
  const until = own.late && own.until > busy.until ? own.until : busy.until;
  return { items, booked: [...moved, { ...own, ...busy, until, item_id: plan?.itemIds[0] ?? own.item_id }] };
}

type After = Required<Omit<ChangedPoint, 'model'>> & Pick<ChangedPoint, 'model'>;

/** Returns the stock with buffers of returned devices according to the new rules. A buffer ends early if a booking of the device follows. */
function followReturns({ items, booked }: Stock, away: ReadonlyMap<string, string | null>, day: string): Stock {
  const endOf = (item: Stock['items'][number]): string | null => {
    const [then, now] = [away.get(item.id), item.from !== null && item.from > day ? item.from : null];
    if (then === undefined || then === now) return item.from;
    if (then === null || (now !== null && then < now)) return then;
    const needed = booked.flatMap(({ item_id, from }) => (item_id === item.id && from < then ? from : [])).toSorted()[0] ?? then;
    return needed > (now ?? day) ? needed : now;
  };
  return { booked, items: items.map((item) => ({ ...item, from: endOf(item) })) };
}

/** Plans new dates and devices, one order after the other, without writing them. */
class Planner {
  readonly books: Books;
  readonly spans = new Map<string, Span>();
  private readonly now: Date;
  private readonly before: PointRow;
  private readonly next: After;
  constructor(now: Date, before: PointRow, next: After, books: Books) {
    this.now = now;
    this.before = before;
    this.next = next;
    this.books = new Map(books);
  }

  /** Reserves a device for the new dates. Returns false if none is free. Without `buffers`, reserves only the necessary days. */
  private place({ line, from, to }: Change, buffers = true): boolean {
    const book = this.books.get(line.model_id)!;
    const then = recalculateSpan(this.next.point, this.next.model ?? book.model, line, to);
    // The stored span may lack buffer days, so it is only kept if the dates do not change.
    if (buffers && line.busy_from !== null && from.end_on === to.end_on && isDeepStrictEqual(from.courier, to.courier)) {
      const now = recalculateSpan(this.before, book.model, line, from);
      if (now.from === then.from && now.until === then.until) return true;
    }
    const busy = buffers ? then : { ...then, from: line.busy_from ?? then.from, until: laterDay(line.busy_until ?? to.end_on, to.end_on) };
    const stock = rebook(book.stock, line, busy);
    if (!stock) return false;
    this.books.set(book.model.id, { ...book, stock });
    this.spans.set(line.id, busy);
    return true;
  }

  private placeAll(changes: readonly Change[]): boolean {
    const [books, spans] = [new Map(this.books), new Map(this.spans)];
    if (changes.every((change) => this.place(change))) return true;
    for (const [id, book] of books) this.books.set(id, book);
    this.spans.clear();
    for (const [id, span] of spans) this.spans.set(id, span);
    return false;
  }

  /** Reserves a device for the new dates, if necessary without full buffers. Keeps the old dates if no device is free. */
  private placeAnyway(change: Change): Change {
    if (this.place(change) || this.place(change, false)) return change;
    const { end_on, agreed_end_on } = change.from;
    return { ...change, to: { ...change.to, end_on, agreed_end_on }, problem: 'no_device' };
  }

  /** Plans the lines of an order. The courier delivers either all of its devices or none. */
  planOrder(lines: readonly ReservedLine[]): Change[] {
    const { now, before, next } = this;
    const day = today(now);
    const changes = lines.map((line): Change => {
      const onLoan = stateAt(line, now) === 'on_loan';
      const shut = line.lessons !== null && !onLoan && isOpenOn(before, line.start_on) && !isOpenOn(next.point, line.start_on);
      return {
        line,
        from: datesOf(line),
        to: recalculateDates(before, next, line, day, onLoan),
        problem: shut ? 'closed' : null,
      };
    });
    const byCourier = changes.filter(({ from, to }) => from.courier !== null && !isDeepStrictEqual(from.courier, to.courier));
    const goes = changes.every(({ from, to }) => (from.courier === null) === (to.courier === null)) && this.placeAll(changes);
    if (goes) return changes;
    const all: Change[] = [];
    for (const change of changes) {
      const onLoan = stateAt(change.line, now) === 'on_loan';
      const collected = byCourier.length > 0 && change.from.courier !== null;
      all.push(this.placeAnyway(collected ? { ...change, to: deskDates(before, next.point, change.line, null, day, onLoan) } : change));
    }
    return all;
  }
}

/** Returns the stock of the models of these lines and devices, with new ends of the buffers after returns. */
async function readBooks(
  ctx: UserCtx,
  { point, model: changed }: ChangedPoint,
  of: readonly { model_id: string }[],
  returned: readonly ReturnedDevice[],
): Promise<Books> {
  const [day, ids] = [today(ctx.now), [...new Set(of.map(({ model_id }) => model_id))]];
  const models = new Map((await listModelsById(ctx.db, ids)).map((model) => [model.id, model]));
  const away = new Map(
    returned.map(({ id, model_id, returned_on }) => [id, awayUntilOf(point, changed ?? models.get(model_id)!, returned_on, day)]),
  );
  const stocks = await readStocks(ctx, ids);
  return new Map([...stocks].map(([id, before]) => [id, { model: models.get(id)!, before, stock: followReturns(before, away, day) }]));
}

/** Maximum number of days after a return on which its buffer can still be running: ten processing days plus closures. */
const MAX_BUFFER_DAYS = 120;

async function plan(ctx: UserCtx, before: PointRow, { point, toursOf, model }: ChangedPoint): Promise<Plan> {
  const days = Map.groupBy(await listDaysOfSchools(ctx.db, before.id, null), ({ school_id }) => school_id);
  const asNow = (school: string): TourDays => days.get(school)?.map(({ weekday }) => weekday) ?? null;
  const of = model ? { model: model.id } : { point: before.id };
  // A change of tours does not affect buffers.
  const returned = toursOf ? [] : await listReturned(ctx.db, of, shiftDay(today(ctx.now), -MAX_BUFFER_DAYS));
  const lines = await listReservedLines(ctx.db, of);
  const followed = lines.filter((line) => isFollowed(line, ctx.now));
  const books = await readBooks(ctx, { point, ...(model && { model }) }, [...followed, ...returned], returned);
  const planner = new Planner(ctx.now, before, { point, toursOf: toursOf ?? asNow, ...(model && { model }) }, books);
  const moved: Change[] = [];
  for (const [, own] of Map.groupBy(followed, ({ order_id }) => order_id)) moved.push(...planner.planOrder(own));
  const changes = moved.filter(isMoved);
  const byOrder = Map.groupBy(
    changes.filter(({ line }) => line.submitted_at !== null),
    ({ line }) => line.order_id,
  );
  const orders = await listOrdersById(ctx.db, [...byOrder.keys()]);
  const effects = orders.map((order) => ({ order, changes: byOrder.get(order.id)! }));
  return { effects, changes, books: planner.books, spans: planner.spans };
}

const presentDates = (line: ReservedLine, { pickup_on, collect_until, end_on }: Dates) => ({
  ...{ pick_up: pickup_on ?? line.start_on, collect_until, end: end_on },
});

export async function readEffects(ctx: UserCtx, before: PointRow, next: ChangedPoint): Promise<OrderEffect[]> {
  const { effects } = await plan(ctx, before, next);
  return effects.map(({ order, changes }) => ({
    ...{ order: order.id, number: order.number, borrower: order.borrower ?? '', school: order.school_name ?? '' },
    lines: changes.map(({ line, from, to, problem }) => ({
      ...{ model: line.model_name, on_loan: line.state === 'on_loan', from: from.courier, to: to.courier, problem },
      ...{ before: presentDates(line, from), after: presentDates(line, to) },
    })),
  }));
}

/** Locks the orders and models of a point, so that no booking is made according to the old rules. */
async function lockAll(ctx: UserCtx, point: string, model: string | null): Promise<void> {
  const lines = await listReservedLines(ctx.db, model === null ? { point } : { model });
  await lockOrders(ctx.db, [...new Set(lines.map(({ order_id }) => order_id))]);
  const models = model === null ? await listModelIds(ctx.db, point) : [model];
  await lockModelRows(ctx.db, models);
  await releaseLapsed(ctx.db, ctx.now, models);
}

/** Moves open orders to their new dates under locks. Returns the effects, which the caller passes to `notifyEffects`. */
export async function applyEffects(ctx: UserCtx, before: PointRow, next: ChangedPoint): Promise<Effects> {
  await lockAll(ctx, before.id, next.model?.id ?? null);
  const { effects, changes, books, spans } = await plan(ctx, before, next);
  const ends = new Map(changes.map(({ line, from, to }) => [line.id, from.end_on === to.end_on ? null : { line, end: to.end_on }]));
  for (const { before: was, stock } of books.values()) {
    const deviceOf = new Map(was.booked.map(({ id, item_id }) => [id, item_id]));
    const moves = stock.booked.flatMap(({ id, item_id }): Move[] => {
      const [busy, end] = [spans.get(id), ends.get(id)];
      const loan = end && { from: end.line.start_on, until: end.end, lessons: end.line.lessons };
      return busy || loan || deviceOf.get(id) !== item_id ? [{ id, item_id, ...(busy && { busy }), ...(loan && { loan }) }] : [];
    });
    await moveLines(ctx.db, moves);
  }
  for (const change of changes) await writeEffect(ctx, change);
  for (const { order, changes: own } of effects)
    if (own.some(({ from, to }) => from.courier !== null && to.courier === null))
      await updateOrder(ctx.db, order.id, { delivery: 'pickup' });
  const served = new Set<string>();
  for (const [model, book] of books) {
    const was = new Map(book.before.items.map(({ id, from }) => [id, from]));
    for (const { id, from } of book.stock.items)
      if (from !== was.get(id)) {
        served.add(model);
        await updateItem(ctx.db, id, { away_until: from });
      }
  }
  return { orders: effects, served: [...served] };
}

async function writeEffect(ctx: UserCtx, { line, from, to, problem }: Change): Promise<void> {
  const { courier, ...dates } = to;
  const over =
    problem === 'closed' ? { state: 'cancelled' as const, busy_from: null, busy_until: null, displaced: false, over_at: ctx.now } : {};
  const late = from.end_on === to.end_on ? {} : { overdue_level: 0 };
  await updateLine(ctx.db, line.id, { ...dates, ...courierColumns(courier), ...late, ...over });
}

/** Sends borrowers their new dates in one mail each and offers released devices. Called after the change was saved. */
export async function notifyEffects(ctx: UserCtx, { orders, served }: Effects): Promise<void> {
  const idsOf = (changes: readonly Change[]): string[] => changes.map(({ line }) => line.id);
  for (const { order, changes } of orders) {
    const closed = changes.filter(({ problem }) => problem === 'closed');
    const courier = changes.filter(({ from, to }) => !isDeepStrictEqual(from.courier, to.courier));
    const dates = changes.filter(
      (change) => !closed.includes(change) && !courier.includes(change) && !isDeepStrictEqual(change.from, change.to),
    );
    if (closed.length > 0) await notifyClosed(ctx, order.id, idsOf(closed));
    if (courier.length > 0)
      await notifyMovedTour(
        ctx,
        order.id,
        idsOf(courier),
        courier.some(({ to }) => to.courier === null),
      );
    if (dates.length > 0) await notifyDates(ctx, order.id, idsOf(dates));
  }
  const models = new Set(orders.flatMap(({ changes }) => changes.map(({ line }) => line.model_id)));
  for (const model of served) await updateAfterStockChange(ctx, model);
  for (const model of models) if (!served.includes(model)) await offerWaiting(ctx, model);
}
