/** Scanned devices: lookup by code and checks before a handover (docs/behaviour/lending.md#at-the-desk). */
import { AppError } from '@fundus/contract/errors';
import { recordAudit } from '../../../http/audit.ts';
import type { Ctx } from '../../../http/context.ts';
import { listFree, reallocateConflicts, reserveForLine, displaceBookings } from '../allocation/booking.ts';
import { notifyBrokenPromises } from '../orders/broken-promises.ts';
import { listOrdersById } from '../allocation/order-repository.ts';
import type { BookedRow } from '../allocation/allocation-repository.ts';
import type { Span } from '../allocation/allocation.ts';
import { mayWorkAtDesk } from '../points/policy.ts';
import type { PointRow } from '../points/point-repository.ts';
import { listPointsOfCode } from '../allocation/scan-repository.ts';
import type { ModelRow } from '../models/stock-repository.ts';
import { findItemByCode, listCodes, listItemsBySerial, type ItemRow } from '../models/item-repository.ts';

/** Returns the device with this code or manufacturer's serial number. Throws `barcode_unknown` or `barcode_ambiguous`. */
export async function requireScanned(ctx: Ctx, point: PointRow, code: string): Promise<ItemRow> {
  const item = await findItemByCode(ctx.db, point.id, code);
  if (item) return item;
  const [one, ...more] = await listItemsBySerial(ctx.db, point.id, code);
  if (!one) throw new AppError('barcode_unknown', { field: 'code', details: { code, ...(await findOtherPoint(ctx, point, code)) } });
  if (more.length === 0) return one;
  const free = [one, ...more].map((each) => ({ code: each.code, shelf: each.shelf }));
  throw new AppError('barcode_ambiguous', { field: 'code', details: { code, free } });
}

/** Returns the name of another point that has a device with this code, if the user works at its desk. */
async function findOtherPoint({ db, user }: Ctx, point: PointRow, code: string): Promise<{ other?: string }> {
  const other = user && (await listPointsOfCode(db, point.id, code)).find((each) => mayWorkAtDesk(user, each));
  return other ? { other: other.name } : {};
}

/** Throws unless a device may be handed over on `day` and lent until `until`. */
export function requireAvailable(item: ItemRow, until: string, day: string): void {
  const { state, code } = item;
  if (state === 'retired') throw new AppError('item_retired', { field: 'code', details: { code } });
  if (item.line_id !== null)
    throw new AppError('state_conflict', {
      field: 'code',
      details: { reason: 'on_loan', code, date: item.end_on, borrower: item.borrower ?? '' },
    });
  const reason =
    state !== 'available'
      ? state
      : item.not_lendable
        ? 'not_lendable'
        : item.away_until !== null && item.away_until > day
          ? 'away'
          : item.next_check_on !== null && item.next_check_on <= until
            ? 'check_due'
            : null;
  if (reason !== null) throw new AppError('state_conflict', { field: 'code', details: { reason, code } });
}

/** Device to reserve for a line. `override` is the reason for taking it from another booking, or '' if this is not allowed. */
export type TakeRequest = { id: string | null; item: ItemRow; busy: Span; loan: Span; override: string };
export type DisplacedBooking = { number: string; borrower: string; from: string };

async function describeBookings({ db }: Ctx, lines: readonly BookedRow[]): Promise<DisplacedBooking[]> {
  const orders = new Map(
    (
      await listOrdersById(
        db,
        lines.map(({ order_id }) => order_id),
      )
    ).map((order) => [order.id, order]),
  );
  return lines.map(({ order_id, from }) => {
    const { number, borrower } = orders.get(order_id)!;
    return { number, borrower: borrower ?? '', from };
  });
}

/**
 * Reserves a device for a line. If another booking needs the device, throws `not_available` with that booking and free alternatives. With `override`,
 * displaces other bookings instead. Returns the displaced lines, for which the caller calls `reallocateDisplacedLines`.
 */
export async function reserveScannedDevice(
  ctx: Ctx,
  point: PointRow,
  model: ModelRow,
  { id, item, busy, loan, override }: TakeRequest,
): Promise<BookedRow[]> {
  const wanted = { id, item_id: item.id, busy, loan };
  const conflict = await reserveForLine(ctx, model.id, wanted);
  if (!conflict) return [];
  if (override === '') {
    const [named] = await describeBookings(ctx, [conflict]);
    const free = await listCodes(ctx.db, await listFree(ctx, model.id, busy, id));
    const details = { code: item.code, date: conflict.from, borrower: named!.borrower, number: named!.number, free, override: true };
    throw new AppError('not_available', { field: 'code', details: { reason: 'needed', ...details } });
  }
  const pushed = await displaceBookings(ctx, model.id, wanted);
  const named = await describeBookings(ctx, pushed);
  const about = { code: item.code, reason: override, hurt: named.map(({ number, from }) => ({ number, from })) };
  await recordAudit(ctx, 'lending.override', null, about, { school: point.school_id, district: point.district_id });
  return pushed;
}

/** Allocates other devices to lines that lost their device. Returns the lines that are left without one. */
export async function reallocateDisplacedLines(ctx: Ctx, model: string, pushed: readonly BookedRow[]): Promise<DisplacedBooking[]> {
  const left = await reallocateConflicts(ctx, model, pushed);
  await notifyBrokenPromises(ctx, model);
  return describeBookings(ctx, left);
}
