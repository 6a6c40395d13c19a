/**
 * Offers free devices to the waiting list (docs/behaviour/lending.md#waiting-list). Runs in the transaction that releases a device. The caller must
 * hold the lock of the model.
 */
import { lastDayOf, schoolYearOf } from '@fundus/contract/classes/rules';
import { shiftDay, today } from '@fundus/contract/days';
import { earliestPickUp, periodProblem } from '@fundus/contract/lending/calendar/rules';
import { fittingPeriods, OFFER_HOURS } from '@fundus/contract/lending/allocation/wait-rules';
import { newId } from '../../../db/new-id.ts';
import type { Ctx } from '../../../http/context.ts';
import { lockModels, readStock, allocateDevices } from '../allocation/booking.ts';
import { newNumber } from './numbers.ts';
import { insertLines, insertOffer } from '../allocation/order-repository.ts';
import { countVisits } from '../allocation/allocation-repository.ts';
import { planAllocation } from '../allocation/allocation.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { findModel, type ModelRow } from '../models/stock-repository.ts';
import { notifyOffer } from '../mails/notify.ts';
import { spanOf, type Period } from '../allocation/spans.ts';
import { hasQueue, listQueue, listWaitedModels, updateWait, type WaitRow } from '../allocation/wait-repository.ts';

type At = Pick<Ctx, 'db' | 'now' | 'config'>;

/** Returns the first day of the school year. Loans from this day on count for the order of the waiting list. */
export const yearBegins = ({ now, config }: Pick<At, 'now' | 'config'>): string => {
  const lastYear = Number(schoolYearOf(today(now), config.schoolYearEnd).slice(0, 4)) - 1;
  return shiftDay(lastDayOf(`${lastYear}/`, config.schoolYearEnd), 1);
};

/** Returns the end of a day in Berlin. */
function endOf(day: string): Date {
  const summer = new Date(`${day}T22:00:00Z`);
  return today(summer) > day ? summer : new Date(`${day}T23:00:00Z`);
}

/** Returns the first period that meets a request and has enough free devices, or `null` if there is none. */
async function findFirst(ctx: At, point: PointRow, model: ModelRow, entry: WaitRow): Promise<Period | null> {
  const day = today(ctx.now);
  const from = earliestPickUp(point, day);
  if (from === null) return null;
  const visits =
    point.visits_max === null ? new Map<string, number>() : await countVisits(ctx.db, point.id, entry.earliest, entry.latest, null);
  const { items, booked } = await readStock(ctx, model.id);
  for (const period of fittingPeriods(point, model, entry, from)) {
    if (periodProblem(point, model, period, { today: day, visits: (each) => visits.get(each) ?? 0 })) continue;
    const busy = spanOf(point, model, { ...period, lessons: null });
    const spans = Array.from({ length: entry.quantity }, () => busy);
    if (planAllocation(items, booked, spans)) return { ...period, lessons: null };
  }
  return null;
}

/** Reserves devices for a waiting user and notifies the user. */
async function offerDevices(ctx: At, point: PointRow, model: ModelRow, entry: WaitRow, period: Period): Promise<void> {
  const { db, now } = ctx;
  const { busy, itemIds } = await allocateDevices(ctx, { point, model, period, quantity: entry.quantity, tours: null });
  const id = newId(now);
  const until = new Date(Math.min(now.getTime() + OFFER_HOURS * 3_600_000, endOf(period.start).getTime()));
  const { person_id, school_id } = entry;
  await insertOffer(db, { id, number: newNumber(), point_id: point.id, person_id, school_id, created_at: now, hold_until: until });
  const days = { start_on: period.start, end_on: period.end, busy_from: busy.from, busy_until: busy.until };
  await insertLines(
    db,
    itemIds.map((item_id) => ({ order_id: id, model_id: model.id, item_id, ...days, state: 'in_cart' as const })),
    now,
  );
  await updateWait(db, entry.id, { state: 'offered', order_id: id, offered_until: until });
  await notifyOffer(ctx, point, { person_id, model: model.name, quantity: entry.quantity, ...period, until });
}

/** Offers free devices in the order of the waiting list. Skips entries for which not enough devices are free. */
export async function offerWaiting(ctx: At, modelId: string): Promise<void> {
  if (!(await hasQueue(ctx.db, modelId))) return;
  const model = await findModel(ctx.db, modelId);
  const point = model && (await findPoint(ctx.db, model.point_id));
  // Points that lend by the lesson have no waiting list. Entries that were created before the point changed its mode get no offer.
  if (!model || !point || point.mode === 'periods') return;
  for (const entry of await listQueue(ctx.db, { model: modelId }, yearBegins(ctx))) {
    if (entry.state !== 'waiting') continue;
    const period = await findFirst(ctx, point, model, entry);
    if (period) await offerDevices(ctx, point, model, entry, period);
  }
}

/** Offers devices that expired carts and offers have released. Runs hourly. */
export async function offerAll({ db, ...rest }: At): Promise<void> {
  for (const model of await listWaitedModels(db))
    await db.transaction().execute(async (inside) => {
      const ctx = { ...rest, db: inside };
      await lockModels(ctx, [model]);
      await offerWaiting(ctx, model);
    });
}
