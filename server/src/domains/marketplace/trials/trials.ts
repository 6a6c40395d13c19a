/** Two-week trials of products (docs/behaviour/marketplace.md#trials). */
import { DAY, shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { TRIAL_ASKED_DAYS, TRIAL_DAYS, TRIAL_KEEP_DAYS } from '@fundus/contract/marketplace/rules';
import type { Trial, trials } from '@fundus/contract/marketplace/trials';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Portal, UserCtx } from '../../../http/context.ts';
import { endTrialLicences, createTrialLicences, removeTrialLicences } from '../../licences/index.ts';
import { makeUndoableDecision, undoDecision } from '../../mails/index.ts';
import { mayApprove } from '../policy.ts';
import { listMediaOf } from '../products/product-repository.ts';
import { requireProduct } from '../products/products.ts';
import { mayTry, presentTrial as present } from './trial-view.ts';
import { notifyOfTrial } from './trial-mails.ts';
import {
  claimEnded,
  findTrial,
  findTrialOf,
  insertTrial,
  hasTrial,
  listTrialLicences,
  listTrials,
  lockProduct,
  lockTrial,
  removeOldTrials,
  removeTrial,
  updateTrial,
  type TrialRow,
} from './trial-repository.ts';

export async function readTrials(
  ctx: UserCtx,
  { school, ...rows }: Input<typeof trials.trials>['query'],
): Promise<Reply<typeof trials.trials>> {
  const { user } = ctx;
  if (school && !(mayApprove(user) && user.school_id !== null)) throw new AppError('forbidden');
  const { total, items } = await listTrials(ctx.db, school ? { school_id: user.school_id! } : { person_id: user.id }, rows);
  return { total, ...rows, items: items.map((row) => present(ctx, row)) };
}

const refuse = (reason: 'trial' | 'tried' | 'others'): AppError => new AppError('state_conflict', { details: { reason } });

export async function requestTrial(ctx: UserCtx, id: string, note: string): Promise<Trial> {
  const { db, user, now } = ctx;
  if (!mayTry(user)) throw new AppError('forbidden');
  await requireProduct(ctx, id);
  await lockProduct(db, id);
  const product = await requireProduct(ctx, id);
  if (!product.trial || product.state !== 'active') throw refuse('trial');
  if (await findTrialOf(db, id, user.id)) throw refuse('tried');
  if (await hasTrial(db, id, user.school_id!, today(now))) throw refuse('others');
  const trial = { id: newId(now), product_id: id, person_id: user.id, school_id: user.school_id!, state: 'asked' as const };
  await insertTrial(db, { ...trial, note, asked_at: now });
  await recordAudit(ctx, 'purchase.trial', null, { product: product.title, state: 'asked' });
  // Users who may approve trials do not need an approval for their own.
  if (product.trial_at_once || mayApprove(user)) await startTrial(ctx, (await findTrial(db, trial.id))!);
  else await notifyOfTrial(ctx, (await findTrial(db, trial.id))!, 'asked');
  return present(ctx, (await findTrial(db, trial.id))!);
}

async function startTrial(ctx: UserCtx, trial: TrialRow): Promise<void> {
  const from = today(ctx.now);
  const to = shiftDay(from, TRIAL_DAYS - 1);
  await updateTrial(ctx.db, trial.id, { state: 'running', starts_on: from, ends_on: to });
  const media = (await listMediaOf(ctx.db, [trial.product_id])).map(({ identifier }) => identifier);
  const { school_id, person_id, publisher } = trial;
  await createTrialLicences(ctx, { trial_id: trial.id, school_id, person_id, media, from, to, licensor: publisher });
}

/** Returns the locked trial. Throws `not_found` unless the trial belongs to the user or the user may approve it. */
async function requireTrial({ db, user }: UserCtx, id: string): Promise<TrialRow> {
  await lockTrial(db, id);
  const row = await findTrial(db, id);
  if (!row || !(row.person_id === user.id || (mayApprove(user) && row.school_id === user.school_id))) throw notFound();
  return row;
}

export async function decideTrial(ctx: UserCtx, id: string, { approve, reason }: { approve: boolean; reason: string }): Promise<Trial> {
  const row = await requireTrial(ctx, id);
  if (!mayApprove(ctx.user)) throw notFound();
  if (row.state !== 'asked') throw new AppError('state_conflict', { details: { state: row.state } });
  await updateTrial(ctx.db, id, approve ? { decided_by: ctx.user.id } : { state: 'declined', reason, decided_by: ctx.user.id });
  if (approve) await startTrial(ctx, row);
  await recordAudit(ctx, 'purchase.trial', { product: row.title, state: 'asked' }, { state: approve ? 'running' : 'declined' });
  const after = (await findTrial(ctx.db, id))!;
  await makeUndoableDecision(ctx, decisionOn(id), {}, (delayed) =>
    notifyOfTrial({ ...ctx, delayed }, after, approve ? 'approved' : 'declined'),
  );
  return present(ctx, after);
}

const decisionOn = (id: string): string => `trial:${id}`;

/**
 * Sets a decided trial back to requested, as long as the mail about the decision is unsent, and removes its licences. Throws the errors of
 * `undoDecision`, and `state_conflict` if the trial ended or its media were used.
 */
export async function undoTrial(ctx: UserCtx, id: string): Promise<Trial> {
  const row = await requireTrial(ctx, id);
  if (!mayApprove(ctx.user) || row.school_id !== ctx.user.school_id) throw notFound();
  await undoDecision(ctx, decisionOn(id));
  const { state } = present(ctx, row);
  if ((state !== 'running' && state !== 'declined') || row.used.length > 0) throw new AppError('state_conflict', { details: { state } });
  if (state === 'running') await removeTrialLicences(ctx, id);
  await updateTrial(ctx.db, id, { state: 'asked', reason: '', decided_by: null, starts_on: null, ends_on: null });
  await recordAudit(ctx, 'purchase.trial', { product: row.title, state }, { state: 'asked' });
  return present(ctx, (await findTrial(ctx.db, id))!);
}

export async function endTrial(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const row = await requireTrial(ctx, id);
  if (!present(ctx, row).can.end) throw new AppError('state_conflict', { details: { state: row.state } });
  await recordAudit(ctx, 'purchase.trial', { product: row.title, state: row.state }, { state: 'ended' });
  if (row.state === 'asked') {
    await removeTrial(ctx.db, id);
    return { ok: true };
  }
  const licences = await listTrialLicences(ctx.db, id);
  await endTrialLicences(
    ctx,
    licences.map((licence) => licence.id),
  );
  const last = shiftDay(today(ctx.now), -1);
  await updateTrial(ctx.db, id, { ends_on: last, starts_on: row.starts_on! < last ? row.starts_on : last, question_at: ctx.now });
  return { ok: true };
}

/** Asks the users of ended trials whether to buy the product, and removes old trials. */
export async function sweepTrials(portal: Portal, { now, remind }: { now: Date; remind: boolean }): Promise<void> {
  const day = today(now);
  if (remind)
    await portal.db.transaction().execute(async (db) => {
      const ctx = { ...portal, db, now, user: null };
      for (const id of await claimEnded(db, day, now)) await notifyOfTrial(ctx, (await findTrial(db, id))!, 'ended');
    });
  await removeOldTrials(portal.db, {
    asked: new Date(now.getTime() - TRIAL_ASKED_DAYS * DAY),
    ended: shiftDay(day, -TRIAL_KEEP_DAYS),
  });
}
