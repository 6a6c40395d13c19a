/**
 * Notifies borrowers immediately if their promised device is unavailable, and names alternatives
 * (docs/behaviour/lending.md#promises-that-cannot-be-kept). The caller must hold the lock of the model.
 */
import { today } from '@fundus/contract/days';
import type { Ctx } from '../../../http/context.ts';
import { planAllocation } from '../allocation/allocation.ts';
import { lockModels, readStock, reassignLines } from '../allocation/booking.ts';
import { listBrokenPromises, listBlockedModels, setUnkept, type PromisedLine } from '../allocation/displaced-repository.ts';
import { findNextFree } from '../allocation/next-free.ts';
import { findLine, periodOf } from '../allocation/order-repository.ts';
import { spanOf } from '../allocation/spans.ts';
import { notifyBroken, type Alternative } from '../mails/notify-broken.ts';
import { notifyDecision } from '../mails/notify.ts';
import { findModel, listModels } from '../models/stock-repository.ts';
import { findPoint } from '../points/point-repository.ts';
import { offerWaiting } from './offers.ts';

type At = Pick<Ctx, 'db' | 'now' | 'config'>;
/** Maximum number of models that are checked as alternatives and of models named in the mail. */
const MAX_LOOKED_AT = 50;
const MAX_NAMED = 3;

/** Returns other models of the category that are free in the same period, and the next free period of the model itself. */
async function findAlternatives(ctx: At, modelId: string, { id }: PromisedLine): Promise<Alternative[]> {
  const [model, line] = [(await findModel(ctx.db, modelId))!, (await findLine(ctx.db, id))!];
  const point = (await findPoint(ctx.db, model.point_id))!;
  const period = { ...periodOf(line), courier: null };
  const found: Alternative[] = [];
  const asked = { point: point.id, words: [], category: model.category, staff: false, media: ctx.config.Verleih };
  for (const other of await listModels(ctx.db, asked, 0, MAX_LOOKED_AT)) {
    if (other.id === model.id || found.length === MAX_NAMED) continue;
    const { items, booked } = await readStock(ctx, other.id);
    if (planAllocation(items, booked, [spanOf(point, other, period)]))
      found.push({ model: other.name, start: period.start, end: period.end });
  }
  const next = await findNextFree(ctx, { point, model, period, quantity: 1, tours: null }, await readStock(ctx, model.id));
  return next ? [...found, { model: model.name, start: next.start, end: next.end }] : found;
}

/** Notifies borrowers whose promised device is no longer available, and those for whom a device is available again. */
export async function notifyBrokenPromises(ctx: At, model: string): Promise<void> {
  const lines = await listBrokenPromises(ctx.db, model, today(ctx.now));
  for (const broken of [true, false]) {
    const changed = lines.filter((line) => line.broken === broken);
    await setUnkept(
      ctx.db,
      changed.map(({ id }) => id),
      broken,
    );
    for (const [order, own] of Map.groupBy(changed, ({ order_id }) => order_id)) {
      const only = own.map(({ id }) => id);
      if (broken) await notifyBroken(ctx, order, only, await findAlternatives(ctx, model, own[0]!));
      else await notifyDecision(ctx, order, 'approved', { only });
    }
  }
}

/**
 * Updates bookings after a change of a model's stock. Reassigns devices, notifies borrowers without one, and offers free devices to the waiting list.
 */
export async function updateAfterStockChange(ctx: At, model: string): Promise<void> {
  await reassignLines(ctx, model);
  await notifyBrokenPromises(ctx, model);
  await offerWaiting(ctx, model);
}

/** Updates the bookings of devices that are so long overdue that they no longer count as available. Runs hourly. */
export async function updateOverdueBookings({ db, ...rest }: At): Promise<void> {
  for (const model of await listBlockedModels(db, today(rest.now)))
    await db.transaction().execute(async (inside) => {
      const ctx = { ...rest, db: inside };
      await lockModels(ctx, [model]);
      await updateAfterStockChange(ctx, model);
    });
}
