/** Undoes an approval or a rejection until the borrower is notified (docs/behaviour/lending.md#orders). */
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { lockModels } from '../allocation/booking.ts';
import { updateLine, updateOrder } from '../allocation/order-repository.ts';
import { undoDecision } from '../../mails/index.ts';
import { requireOrderAtDesk } from './access.ts';
import { decisionOn, type BeforeDecision } from './decide-lines.ts';
import { createStateConflict, readOrder, orderAuditScope } from './orders.ts';
import { isDeviceBooked, listDecidedLines } from './undo-decision-repository.ts';

/**
 * Restores the lines of the last decision. Throws `state_conflict` if the decision is final, a line has changed, or a device has been booked
 * meanwhile.
 */
export async function undoOrderDecision(ctx: UserCtx, id: string): Promise<RentalOrder> {
  const asked = await requireOrderAtDesk(ctx, id);
  const { before } = await undoDecision<BeforeDecision>(ctx, decisionOn(id));
  const { lines, decided, reason } = before;
  await lockModels(
    ctx,
    lines.map(({ model_id }) => model_id),
  );
  const now = await listDecidedLines(
    ctx.db,
    lines.map((line) => line.id),
  );
  const other = now.find(({ state }) => state !== decided);
  if (other || now.length < lines.length) throw createStateConflict(other?.state ?? 'cancelled');
  for (const line of lines) {
    if (decided === 'rejected' && line.busy_from !== null && (await isDeviceBooked(ctx.db, line)))
      throw createStateConflict('rejected', 'taken');
    const { id: lineId, model_id: _, ...columns } = line;
    await updateLine(ctx.db, lineId, { ...columns, over_at: null });
  }
  await updateOrder(ctx.db, id, { reason });
  await recordAudit(
    ctx,
    'lending.undo_decision',
    { state: decided },
    { number: asked.order.number, count: lines.length },
    orderAuditScope(asked),
  );
  return readOrder(ctx, id);
}
