/** Timeline of bookings by device and day, on which the desk moves them (docs/behaviour/lending.md#at-the-desk). */
import { daysBetween, shiftDay } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { closureName, isOpenOn } from '@fundus/contract/lending/calendar/rules';
import { isOverdue, lineStateAt } from '@fundus/contract/lending/states';
import { MAX_TIMELINE_DAYS, type Booking, type lendingTimeline } from '@fundus/contract/lending/desk/timeline';
import type { UserCtx } from '../../../http/context.ts';
import { findAlternatives } from '../../catalogue/index.ts';
import { repeatRequest } from '../orders/agreement.ts';
import { requireLendable } from '../allocation/booking.ts';
import { notifyDecision } from '../mails/notify.ts';
import { createStateConflict, offerNext, readOrder, requireDecidable } from '../orders/orders.ts';
import { courierOf, updateLine } from '../allocation/order-repository.ts';
import { clockOf } from '../orders/present.ts';
import type { Span } from '../allocation/allocation.ts';
import { reserveScannedDevice } from './scanned.ts';
import { courierColumns, listTourDays, requireCourierDays } from '../allocation/courier.ts';
import { collectUntilOf, spanOf } from '../allocation/spans.ts';
import { countModels, listCategories, listModels } from '../models/stock-repository.ts';
import { findItem, type ItemRow } from '../models/item-repository.ts';
import { listBookings, listRows } from './timeline-repository.ts';
import { requirePoint } from '../points/access.ts';
import { withParents } from '@fundus/contract/lending/points/categories';

type Bookings = Awaited<ReturnType<typeof listBookings>>;

/** Returns the bookings of a device. Leaves out lines that have expired, even if this is not stored yet. */
function presentBookings(lines: Bookings, now: ReturnType<typeof clockOf>): Booking[] {
  return lines.flatMap((line) => {
    const state = lineStateAt({ ...line, start: line.first_on, end: line.due_on }, now);
    if (state !== line.state) return [];
    const offered = line.offered_until !== null;
    return {
      ...{ id: line.id, order_id: line.order_id, number: line.number, title: line.title, state },
      // Carts are private. Offers are not, because the desk sees the waiting list.
      borrower: line.submitted_at === null && !offered ? '' : (line.borrower ?? ''),
      ...{ start: line.start_on, end: line.end_on, lessons: line.lessons },
      busy: { from: line.busy_from, until: line.busy_until },
      overdue: isOverdue({ state, end: line.due_on, ends_at: line.ends_at }, now),
      offered_until: line.offered_until?.toISOString() ?? null,
      can: { move: state === 'requested' || state === 'approved' },
    };
  });
}

export async function readTimeline(
  ctx: UserCtx,
  { point: pointId, q, category, model, show, from, until, offset, limit }: Input<typeof lendingTimeline.timeline>['query'],
): Promise<Reply<typeof lendingTimeline.timeline>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  const length = daysBetween(from, until) + 1;
  if (length < 1) throw invalid('until', 'min');
  if (length > MAX_TIMELINE_DAYS) throw invalid('until', 'max');
  const now = clockOf(ctx.now);
  const words = await findAlternatives(ctx.db, q);
  const days = { from, until };
  const asked = { point: point.id, words, category, model, staff: true, media: true, booked: show === 'booked' ? days : null };
  const models = await listModels(ctx.db, { ...asked, bookedFirst: days }, offset, limit);
  const ids = models.map(({ id }) => id);
  const lines = Map.groupBy(await listBookings(ctx.db, ids, from, until), ({ item_id }) => item_id);
  const rows = Map.groupBy(await listRows(ctx.db, ids), ({ model_id }) => model_id);
  return {
    ...{ total: await countModels(ctx.db, asked), offset, limit },
    today: now.day,
    days: Array.from({ length }, (_, i) => {
      const date = shiftDay(from, i);
      return { date, open: isOpenOn(point, date), closure: closureName(point, date) };
    }),
    categories: withParents(await listCategories(ctx.db, { point: point.id, staff: true, media: true })),
    items: models.map(({ id, name, category: of }) => ({
      ...{ id, name, category: of },
      rows: (rows.get(id) ?? []).map(({ model_id: _, ...item }) => ({ ...item, bookings: presentBookings(lines.get(item.id) ?? [], now) })),
    })),
  };
}

/** Throws unless a device can be booked in a span, regardless of other bookings. */
function requireBookable(item: ItemRow, { from, until }: Span): void {
  const { state, code, away_until } = item;
  const reason =
    state !== 'available' && !(state === 'repair' && away_until !== null)
      ? state
      : item.not_lendable
        ? 'not_lendable'
        : away_until !== null && away_until > from
          ? 'away'
          : item.next_check_on !== null && item.next_check_on <= until
            ? 'check_due'
            : null;
  if (reason === 'retired') throw new AppError('item_retired', { field: 'item', details: { code } });
  if (reason !== null) throw new AppError('state_conflict', { field: 'item', details: { reason, code } });
}

/**
 * Moves an uncollected line to a device and days. Moves other bookings to other devices if necessary. Throws `not_available` if this is impossible.
 */
export async function moveBooking(
  ctx: UserCtx,
  id: string,
  { item: itemId, start, end }: Input<typeof lendingTimeline.moveBooking>['body'],
): Promise<RentalOrder> {
  const { line, order, point, model, desk, own } = await requireDecidable(ctx, id);
  if (!desk) throw new AppError('forbidden');
  if (line.state !== 'requested' && line.state !== 'approved') throw createStateConflict(line.state);
  const item = await findItem(ctx.db, itemId);
  if (item?.model_id !== model.id) throw notFound('item');
  const other = line.start_on !== start || line.end_on !== end;
  // The lessons stay the same if the day changes.
  const period = { start, end, lessons: line.lessons };
  if (other) await requireLendable(ctx, point, model, period, order.id);
  const courier = other ? requireCourierDays(ctx, point, await listTourDays(ctx, point, order), period) : courierOf(line);
  const busy = spanOf(point, model, { ...period, courier });
  requireBookable(item, busy);
  await reserveScannedDevice(ctx, point, model, { id, item, busy, loan: { from: start, until: end, lessons: line.lessons }, override: '' });
  await updateLine(ctx.db, id, {
    displaced: false,
    ...courierColumns(courier),
    ...(line.state === 'approved' && { collect_until: collectUntilOf(point, period) }),
  });
  if (other) await repeatRequest(ctx, order, line, own);
  if (other && !own) await notifyDecision(ctx, order.id, 'changed', { only: [id] });
  await offerNext(ctx, [line]);
  return readOrder(ctx, order.id);
}
