/** Returns of devices at the desk by scanning their codes, regardless of the borrower (docs/behaviour/lending.md#at-the-desk). */
import { updateAfterStockChange } from '../orders/broken-promises.ts';
import { daysBetween, today } from '@fundus/contract/days';
import type { Input } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import type { lendingDesk, ReturnResult } from '@fundus/contract/lending/desk/desk';
import type { ItemState } from '@fundus/contract/lending/states';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { lockModels } from '../allocation/booking.ts';
import { openDamage } from '../condition/return-damage.ts';
import { insertRecord } from '../stock/condition-repository.ts';
import { findLine, findNext, listOrdersById, updateLine } from '../allocation/order-repository.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { gatherReceipt } from '../mails/receipts.ts';
import { requireScanned } from './scanned.ts';
import { scanOnce } from '../allocation/scans.ts';
import { awayUntilOf } from '../allocation/spans.ts';
import { endAutomaticSuspensions } from '../borrowers/suspension-repository.ts';
import { findModel } from '../models/stock-repository.ts';
import { findItem, updateItem } from '../models/item-repository.ts';
import { requirePoint } from '../points/access.ts';

type Body = Input<typeof lendingDesk.takeBack>['body'];

/** Takes a device back. The state of its order does not matter, because the device is physically there. */
export async function returnScannedDevice(ctx: UserCtx, body: Body): Promise<ReturnResult> {
  const point = await requirePoint(ctx, body.point, 'desk');
  const { answer } = await scanOnce(ctx, body.key, point.id, () => closeLoan(ctx, point, body));
  const { line_id, late, item_id } = answer as ReturnOutcome['answer'];
  const item = (await findItem(ctx.db, item_id))!;
  const line = (await findLine(ctx.db, line_id))!;
  const [order] = await listOrdersById(ctx.db, [line.order_id]);
  const next = await findNext(ctx.db, item.id);
  return {
    line_id,
    order_id: line.order_id,
    item: { id: item.id, code: item.code, model: item.model_name, shelf: item.shelf },
    parts: (await findModel(ctx.db, item.model_id))!.parts,
    borrower: order?.borrower ?? '',
    borrower_id: order?.person_id ?? order?.private_id ?? null,
    late,
    state: item.state,
    next: next ? { number: next.number, borrower: next.borrower ?? '', from: next.start_on } : null,
  };
}

export type ReturnOutcome = { line_id: string; answer: { line_id: string; late: number; item_id: string } };

/** State of a device after its return, by result. */
const STATE_AFTER: Record<Body['result'], ItemState> = { ok: 'available', incomplete: 'quarantine', damaged: 'quarantine', lost: 'lost' };

/** Closes a loan. If `seen` is false, the desk has not inspected the device, and only self-service devices become available immediately. */
export async function closeLoan(
  ctx: Ctx,
  point: PointRow,
  { code, result, note }: Pick<Body, 'code' | 'result' | 'note'>,
  seen = true,
): Promise<ReturnOutcome> {
  const { model_id } = await requireScanned(ctx, point, code);
  await lockModels(ctx, [model_id]);
  const item = await requireScanned(ctx, point, code);
  if (item.line_id === null)
    throw new AppError('state_conflict', { field: 'code', details: { reason: 'not_on_loan', state: item.state, code } });
  const day = today(ctx.now);
  const model = (await findModel(ctx.db, model_id))!;
  const rules = (await findPoint(ctx.db, point.id))!;
  const over = { busy_from: null, busy_until: null, over_at: ctx.now, result, note };
  await updateLine(ctx.db, item.line_id, { state: result === 'lost' ? 'lost' : 'returned', ...over });
  const state = seen || model.self_service || result === 'lost' ? STATE_AFTER[result] : 'quarantine';
  await updateItem(ctx.db, item.id, { state, away_until: state === 'available' ? awayUntilOf(rules, model, day, day) : null });
  await insertRecord(
    ctx.db,
    { item_id: item.id, line_id: item.line_id, kind: 'return', result, note, person_id: ctx.user?.id ?? null },
    ctx.now,
  );
  if (result === 'damaged') await openDamage(ctx, item, { line: item.line_id, note, photos: [], damage: null });
  const [order] = await listOrdersById(ctx.db, [item.order_id!]);
  if (order) await gatherReceipt(ctx, order, 'back', item.line_id);
  await updateAfterStockChange(ctx, model_id);
  await endAutomaticSuspensions(ctx.db, ctx.now);
  return { line_id: item.line_id, answer: { line_id: item.line_id, late: Math.max(0, daysBetween(item.end_on!, day)), item_id: item.id } };
}
