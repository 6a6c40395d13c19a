/** What somebody orders on the phone or at the desk, written down for them (docs/behaviour/lending.md#ordered-for-somebody). */
import type { Input } from '@fundus/contract/endpoint';
import { invalid, notFound } from '@fundus/contract/errors';
import type { lendingDesk } from '@fundus/contract/lending/desk';
import type { RentalOrder } from '@fundus/contract/lending/lending';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { SignedIn, UserCtx } from '../../http/context.ts';
import { readPerson } from '../../visitors/repository.ts';
import { requirePoint } from './access.ts';
import { beginDeciding } from './booking.ts';
import { findUnbriefed } from './briefings.ts';
import { mustAgree, mustDeliver } from './cart.ts';
import { placeLines } from './lines.ts';
import { notifyDecision, notifyOrdered } from './notify.ts';
import { newNumber } from './numbers.ts';
import { insertSubmitted } from './order-repository.ts';
import { readOrder } from './orders.ts';
import type { PointRow } from './point-repository.ts';
import { mayBorrow, mustBeLentTo, mustBeOpenTo } from './policy.ts';
import { findModel, type ModelRow } from './stock-repository.ts';
import { mustNotBeSuspended } from './suspensions.ts';

type Body = Input<typeof lendingDesk.orderFor>['body'];

export async function orderFor(ctx: UserCtx, body: Body): Promise<RentalOrder> {
  const point = await requirePoint(ctx, body.point, 'desk');
  const person = await readPerson(ctx.db, body.person, true);
  if (!person || !mayBorrow(person, point)) throw notFound('person');
  const { id } = await writeDown(ctx, point, person, body);
  return readOrder(ctx, id);
}

/** Approved by whoever writes it down; whoever is to be shown something first is shown it before. */
async function writeDown(ctx: UserCtx, point: PointRow, person: SignedIn, body: Body): Promise<{ id: string }> {
  const { models, start, end, lessons, title, purpose, contact, delivery } = body;
  mustBeOpenTo(person, point);
  await mustNotBeSuspended(ctx, person.id, point.id);
  mustAgree(point, body);
  await mustDeliver(ctx, point, delivery, person.school_id);
  const wanted = models.map(({ model }) => model);
  const found = new Map((await Promise.all(wanted.map((model) => findModel(ctx.db, model)))).map((model) => [model?.id, model]));
  if (wanted.some((model) => found.get(model)?.point_id !== point.id)) throw invalid('models', 'choice');
  for (const model of found.values()) mustBeLentTo(person, model!);
  await beginDeciding(ctx, wanted);
  const [id, number] = [newId(ctx.now), newNumber()];
  const whose = { point_id: point.id, person_id: person.id, school_id: person.school_id };
  await insertSubmitted(ctx.db, { id, number, ...whose, title, purpose, contact, delivery }, ctx.now);
  const approved = (await findUnbriefed(ctx, person.id, wanted)) === undefined;
  for (const { model, quantity } of models) {
    const wish = { point, model: found.get(model) as ModelRow, period: { start, end, lessons }, quantity };
    await placeLines(ctx, id, person, approved ? 'approved' : 'requested', wish);
  }
  await (approved ? notifyDecision(ctx, id, 'approved') : notifyOrdered(ctx, id));
  const scope = { school: point.school_id, district: point.district_id, subject: person.id };
  await recordAudit(ctx, 'lending.order_for', null, { number }, scope);
  return { id };
}
