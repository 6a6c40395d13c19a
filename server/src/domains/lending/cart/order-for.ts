/** Orders that the desk creates for a borrower (docs/behaviour/lending.md#ordering-for-a-borrower). */
import type { Input } from '@fundus/contract/endpoint';
import { invalid } from '@fundus/contract/errors';
import type { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { lockModels } from '../allocation/booking.ts';
import { findUnbriefed } from '../orders/briefings.ts';
import { requireAgreement, requireDelivery } from './cart.ts';
import { placeLines } from '../orders/lines.ts';
import { notifyDecision, notifyOrdered } from '../mails/notify.ts';
import { newNumber } from '../orders/numbers.ts';
import { insertSubmitted } from '../allocation/order-repository.ts';
import { readOrder } from '../orders/orders.ts';
import type { PointRow } from '../points/point-repository.ts';
import { requireBorrower } from '../borrowers/borrowers.ts';
import { listTourDays } from '../allocation/courier.ts';
import { findModel, type ModelRow } from '../models/stock-repository.ts';
import { requireNotSuspended } from '../orders/suspensions.ts';
import { requireLendableTo, requireOpenFor, orderOf, subjectOf, type Borrower } from '../borrowers/borrower.ts';
import { requirePoint } from '../points/access.ts';

type Body = Input<typeof lendingDesk.orderFor>['body'];

export async function orderForBorrower(ctx: UserCtx, body: Body): Promise<RentalOrder> {
  const point = await requirePoint(ctx, body.point, 'desk');
  const { id } = await createOrderFor(ctx, point, await requireBorrower(ctx, point, body), body);
  return readOrder(ctx, id);
}

/** Creates an approved order. The order stays a request if the borrower still needs a briefing. */
async function createOrderFor(ctx: UserCtx, point: PointRow, borrower: Borrower, body: Body): Promise<{ id: string }> {
  const { models, start, end, lessons, title, purpose, contact, delivery } = body;
  requireOpenFor(borrower, point);
  await requireNotSuspended(ctx, borrower, point.id);
  requireAgreement(point, body);
  await requireDelivery(ctx, point, delivery, borrower.school_id);
  const wanted = models.map(({ model }) => model);
  const found = new Map((await Promise.all(wanted.map((model) => findModel(ctx.db, model)))).map((model) => [model?.id, model]));
  if (wanted.some((model) => found.get(model)?.point_id !== point.id)) throw invalid('models', 'choice');
  for (const model of found.values()) requireLendableTo(borrower, model!);
  await lockModels(ctx, wanted);
  const [id, number] = [newId(ctx.now), newNumber()];
  await insertSubmitted(
    ctx.db,
    { id, number, point_id: point.id, ...orderOf(borrower, point), title, purpose, contact, delivery },
    ctx.now,
  );
  const approved = (await findUnbriefed(ctx, borrower, wanted)) === undefined;
  const tours = await listTourDays(ctx, point, { delivery, school_id: borrower.school_id });
  for (const { model, quantity } of models) {
    const request = { point, model: found.get(model) as ModelRow, period: { start, end, lessons }, quantity, tours };
    await placeLines(ctx, id, borrower, approved ? 'approved' : 'requested', request);
  }
  await (approved ? notifyDecision(ctx, id, 'approved') : notifyOrdered(ctx, id));
  const scope = { school: point.school_id, district: point.district_id, ...subjectOf(borrower) };
  await recordAudit(ctx, 'lending.order_for', null, { number }, scope);
  return { id };
}
