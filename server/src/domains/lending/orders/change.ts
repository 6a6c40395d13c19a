/** Changes the days or the quantity of lines that are not yet collected (docs/behaviour/lending.md#orders). */
import type { Input } from '@fundus/contract/endpoint';
import type { lending } from '@fundus/contract/lending/lending';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { newId } from '../../../db/new-id.ts';
import type { UserCtx } from '../../../http/context.ts';
import { requireLendable, allocateDevices } from '../allocation/booking.ts';
import { repeatRequest } from './agreement.ts';
import { requireRoomFor } from './lines.ts';
import { notifyDecision } from '../mails/notify.ts';
import { insertLines, listLines, periodOf, removeLine, updateLine, type LineRow } from '../allocation/order-repository.ts';
import { createStateConflict, endedColumns, offerNext, readOrder, requireDecidable, type DecidableLine } from './orders.ts';
import { courierColumns, listTourDays } from '../allocation/courier.ts';
import { actOnce } from '../allocation/scans.ts';
import { collectUntilOf } from '../allocation/spans.ts';
import { toBorrower } from '../borrowers/borrower.ts';

type Body = Input<typeof lending.changeLine>['body'];

/** Changes a line and allocates another device if necessary. Only the desk may change approved lines. */
export async function changeLine(ctx: UserCtx, id: string, { key, ...body }: Body): Promise<RentalOrder> {
  const chosen = await requireDecidable(ctx, id);
  await actOnce(ctx, key, chosen.point.id, () => changeChosenLines(ctx, chosen, body));
  return readOrder(ctx, chosen.order.id);
}

async function changeChosenLines(
  ctx: UserCtx,
  chosen: DecidableLine,
  { quantity, start, end, lessons }: Omit<Body, 'key'>,
): Promise<{ lines: string[] }> {
  const { line, order, point, model, desk, own } = chosen;
  const period = { start, end, lessons: lessons === undefined ? line.lessons : lessons };
  const mayChange = line.state === 'requested' || (line.state === 'in_cart' && !order.offered) || (desk && line.state === 'approved');
  if (!mayChange) throw createStateConflict(line.state);
  await requireLendable(ctx, point, model, period, order.id);
  const alike = quantity === undefined ? [line] : await listAlike(ctx, line);
  const wanted = quantity ?? 1;
  const [kept, left] = [alike.slice(0, wanted), alike.slice(wanted)];
  // The desk may exceed the limit per borrower.
  if (own && wanted > kept.length) await requireRoomFor(ctx, toBorrower(ctx.user), point, wanted - kept.length);
  for (const each of left)
    await (each.state === 'in_cart'
      ? removeLine(ctx.db, each.id)
      : updateLine(ctx.db, each.id, { state: 'cancelled', displaced: false, ...endedColumns(ctx.now) }));
  const tours = await listTourDays(ctx, point, order);
  const { busy, itemIds, courier } = await allocateDevices(
    ctx,
    { point, model, period, quantity: wanted, tours },
    kept.map((each) => each.id),
  );
  const collect_until = line.state === 'approved' ? collectUntilOf(point, period) : null;
  for (const each of kept) await updateLine(ctx.db, each.id, { collect_until, ...courierColumns(courier) });
  const span = { busy_from: busy.from, busy_until: busy.until, ...courierColumns(courier) };
  const days = { start_on: period.start, end_on: period.end, lessons: period.lessons, ...span };
  const added = itemIds.slice(kept.length).map((item_id) => ({ id: newId(ctx.now), item_id }));
  if (added.length > 0)
    await insertLines(
      ctx.db,
      added.map((each) => ({ ...each, ...days, order_id: order.id, model_id: model.id, state: line.state, collect_until })),
      ctx.now,
    );
  const lines = [...kept, ...added].map((each) => each.id);
  await repeatRequest(ctx, order, line, own);
  if (!own) await notifyDecision(ctx, order.id, 'changed', { only: lines });
  await offerNext(ctx, [line]);
  return { lines };
}

/** Returns the line, followed by the other lines of the order with the same model, state and period. */
async function listAlike(ctx: UserCtx, line: LineRow): Promise<LineRow[]> {
  const others = (await listLines(ctx.db, [line.order_id])).filter(
    (each) =>
      each.id !== line.id &&
      each.model_id === line.model_id &&
      each.state === line.state &&
      JSON.stringify(periodOf(each)) === JSON.stringify(periodOf(line)),
  );
  return [line, ...others];
}
