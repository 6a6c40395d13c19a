/** Bookings of a model over its devices and days, moved by the desk (docs/behaviour/lending.md#at-the-desk). */
import { daysBetween, shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { closureName, opensOn } from '@fundus/contract/lending/calendar/rules';
import { isOverdue, lineStateAt } from '@fundus/contract/lending/states';
import { MAX_TIMELINE_DAYS, type lendingTimeline } from '@fundus/contract/lending/desk/timeline';
import type { UserCtx } from '../../../http/context.ts';
import { askAgain } from '../orders/agreement.ts';
import { requireLendable } from '../allocation/booking.ts';
import { notifyDecision } from '../mails/notify.ts';
import { conflict, offerNext, readOrder, requireDecidable } from '../orders/orders.ts';
import { courierOf, updateLine } from '../allocation/order-repository.ts';
import { clockOf } from '../orders/present.ts';
import type { Span } from '../allocation/allocation.ts';
import { take } from './scanned.ts';
import { courierColumns, listTourDays, requireCourierDays } from '../allocation/courier.ts';
import { collectUntilOf, spanOf } from '../allocation/spans.ts';
import { findItem, type ItemRow } from '../models/stock-repository.ts';
import { listBookings, listRows } from './timeline-repository.ts';
import { requireModel } from '../models/access.ts';

export async function readTimeline(
  ctx: UserCtx,
  id: string,
  { from, until }: Input<typeof lendingTimeline.timeline>['query'],
): Promise<Reply<typeof lendingTimeline.timeline>> {
  const { point } = await requireModel(ctx, id, 'desk');
  const length = daysBetween(from, until) + 1;
  if (length < 1) throw invalid('until', 'min');
  if (length > MAX_TIMELINE_DAYS) throw invalid('until', 'max');
  const [day, now] = [today(ctx.now), clockOf(ctx.now)];
  const lines = Map.groupBy(await listBookings(ctx.db, id, from, until), ({ item_id }) => item_id);
  return {
    today: day,
    days: Array.from({ length }, (_, i) => {
      const date = shiftDay(from, i);
      return { date, open: opensOn(point, date), closure: closureName(point, date) };
    }),
    items: (await listRows(ctx.db, id)).map((item) => ({
      ...item,
      bookings: (lines.get(item.id) ?? []).flatMap((line) => {
        const state = lineStateAt({ ...line, start: line.first_on, end: line.due_on }, now);
        // Nobody has written down yet that its time is over.
        if (state !== line.state) return [];
        return {
          ...{ id: line.id, order_id: line.order_id, number: line.number, title: line.title, state },
          ...{
            borrower: line.submitted_at === null ? '' : (line.borrower ?? ''),
            start: line.start_on,
            end: line.end_on,
            lessons: line.lessons,
          },
          busy: { from: line.busy_from, until: line.busy_until },
          overdue: isOverdue({ state, end: line.due_on, ends_at: line.ends_at }, now),
          can: { move: state === 'requested' || state === 'approved' },
        };
      }),
    })),
  };
}

/** Throws why a device is nobody's on these days, whoever had it in mind. */
function requireServed(item: ItemRow, { from, until }: Span): void {
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

/** What was not collected yet. Others get another device where that makes room; nobody loses theirs. */
export async function moveBooking(
  ctx: UserCtx,
  id: string,
  { item: itemId, start, end }: Input<typeof lendingTimeline.moveBooking>['body'],
): Promise<RentalOrder> {
  const { line, order, point, model, desk, own } = await requireDecidable(ctx, id);
  if (!desk) throw new AppError('forbidden');
  if (line.state !== 'requested' && line.state !== 'approved') throw conflict(line.state);
  const item = await findItem(ctx.db, itemId);
  if (item?.model_id !== model.id) throw notFound('item');
  const other = line.start_on !== start || line.end_on !== end;
  // Another day, the same lessons.
  const period = { start, end, lessons: line.lessons };
  if (other) await requireLendable(ctx, point, model, period, order.id);
  const courier = other ? requireCourierDays(ctx, point, await listTourDays(ctx, point, order), period) : courierOf(line);
  const busy = spanOf(point, model, { ...period, courier });
  requireServed(item, busy);
  await take(ctx, point, model, { id, item, busy, loan: { from: start, until: end, lessons: line.lessons }, override: '' });
  await updateLine(ctx.db, id, {
    displaced: false,
    ...courierColumns(courier),
    ...(line.state === 'approved' && { collect_until: collectUntilOf(point, period) }),
  });
  if (other) await askAgain(ctx, order, line, own);
  if (other && !own) await notifyDecision(ctx, order.id, 'changed', { only: [id] });
  await offerNext(ctx, [line]);
  return readOrder(ctx, order.id);
}
