/** Administration of own material by the school (docs/behaviour/own-material.md#the-school). */
import { DAY } from '@fundus/contract/days';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { RESTORE_DAYS, type ownMaterial } from '@fundus/contract/own-material/own-material';
import { href } from '@fundus/contract/screens';
import type { RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, Portal, UserCtx } from '../../http/context.ts';
import { logChanges } from '../../search/change-log-repository.ts';
import { logOwnChange, removeDraftsOf, removeRetired, retireOwnMedium } from '../catalogue/index.ts';
import type { OwnRow } from '../../visitors/own-material-repository.ts';
import { makeUndoableDecision, notifyPerson, simpleMail, undoDecision, withdrawDecision, type Message } from '../mails/index.ts';
import { mayAdministrate, requireAdministered } from '../schools/index.ts';
import { presentEntries } from './present.ts';
import {
  countOwnMaterial,
  isTeacherAt,
  listMaterialOfSchool,
  listOwnMaterialRows,
  lockMaterialRow,
  updateOwnMaterial,
} from './repository.ts';

type Asked = Input<typeof ownMaterial.ofSchool>;

export async function readSchoolMaterial(ctx: UserCtx<'search'>, { params, query }: Asked): Promise<Reply<typeof ownMaterial.ofSchool>> {
  await requireAdministered(ctx, params.id);
  const { q, ...page } = query;
  const whose = { school_id: params.id, q };
  const rows = await listOwnMaterialRows(ctx.db, whose, page);
  return { total: await countOwnMaterial(ctx.db, whose), ...page, items: await presentEntries(ctx, rows) };
}

/** Returns locked material of the school the user administers, except for drafts of its current members. Throws `not_found`. */
async function lockOfSchool(ctx: UserCtx, identifier: string): Promise<OwnRow> {
  const own = await lockMaterialRow(ctx.db, identifier);
  const ours = own && mayAdministrate(ctx.user, { id: own.school_id, district_id: own.district_id });
  if (!ours || own.removed_by === 'maker' || (!own.given_at && own.maker_id !== null)) throw notFound('identifier');
  return own;
}

const removalOf = (identifier: string): string => `material:${identifier}`;
const handoverOf = (identifier: string): string => `material-owner:${identifier}`;

const scopeOf = (own: OwnRow) => ({ school: own.school_id, district: own.district_id });

/** Removes material and notifies its author of the reason. Restoring the material before the mail is sent withdraws the mail. */
export async function removeMaterial(ctx: UserCtx, { params, body }: Input<typeof ownMaterial.takeDown>): Promise<{ removed: true }> {
  const { identifier } = params;
  const own = await lockOfSchool(ctx, identifier);
  if (own.retired_at) throw new AppError('state_conflict');
  await updateOwnMaterial(ctx.db, identifier, { removed_by: 'school', removed_why: body.why });
  await retireOwnMedium(ctx, identifier, { retired: true, draft: false });
  await recordAudit(ctx, 'material.takeDown', { identifier }, null, scopeOf(own));
  if (own.maker_id && own.maker_id !== ctx.user.id) {
    const words = { title: own.fn_titel, days: RESTORE_DAYS };
    const { template, compose } = simpleMail('materialRemoved', words, href('library', { tab: 'own' }));
    const message: Message = {
      template,
      compose: (...said) => {
        const mail = compose(...said);
        return body.why ? { ...mail, body: mail.body.toSpliced(1, 0, { kind: 'quote', text: body.why }) } : mail;
      },
    };
    const maker = own.maker_id;
    await makeUndoableDecision(ctx, removalOf(identifier), {}, (delayed) => notifyPerson({ ...ctx, delayed }, maker, message));
  }
  await logOwnChange(ctx, identifier);
  return { removed: true };
}

export async function restoreRemovedMaterial(ctx: UserCtx, identifier: string): Promise<{ restored: true }> {
  const own = await lockOfSchool(ctx, identifier);
  if (!own.retired_at) throw new AppError('state_conflict');
  await updateOwnMaterial(ctx.db, identifier, { removed_by: null, removed_why: '' });
  await withdrawDecision(ctx, removalOf(identifier));
  await retireOwnMedium(ctx, identifier, { retired: false, draft: false });
  await recordAudit(ctx, 'material.bringBack', null, { identifier }, scopeOf(own));
  await logOwnChange(ctx, identifier);
  return { restored: true };
}

/** Reassigns material to a teacher of the school and notifies them. */
export async function transferMaterial(ctx: UserCtx, { params, body }: Input<typeof ownMaterial.transfer>): Promise<{ handed: true }> {
  const { identifier } = params;
  const own = await lockOfSchool(ctx, identifier);
  if (own.retired_at) throw new AppError('state_conflict');
  if (!(await isTeacherAt(ctx.db, body.person_id, own.school_id))) throw invalid('person_id', 'choice');
  await updateOwnMaterial(ctx.db, identifier, { made_by: body.person_id });
  await recordAudit(ctx, 'material.handOn', { identifier }, { identifier }, { ...scopeOf(own), subject: body.person_id });
  const message = simpleMail('materialHanded', { title: own.fn_titel }, href('own-material', { id: identifier }));
  const before: Handover = { from: own.made_by, to: body.person_id };
  await makeUndoableDecision(ctx, handoverOf(identifier), before, async (delayed) => {
    if (body.person_id !== ctx.user.id) await notifyPerson({ ...ctx, delayed }, body.person_id, message);
  });
  await logOwnChange(ctx, identifier);
  return { handed: true };
}

type Handover = { from: string | null; to: string };

/**
 * Returns material to its previous author if the mail about the transfer is still unsent. Throws the errors of `undoDecision`, and `state_conflict`
 * if the material has changed since.
 */
export async function undoTransfer(ctx: UserCtx, identifier: string): Promise<{ ok: true }> {
  const own = await lockOfSchool(ctx, identifier);
  const { before } = await undoDecision<Handover>(ctx, handoverOf(identifier));
  if (own.retired_at || own.made_by !== before.to) throw new AppError('state_conflict');
  await updateOwnMaterial(ctx.db, identifier, { made_by: before.from });
  await recordAudit(ctx, 'material.undoHandOn', { identifier }, { identifier }, { ...scopeOf(own), subject: before.to });
  await logOwnChange(ctx, identifier);
  return { ok: true };
}

/** Deletes material whose restore period is over. The hourly maintenance removes its files. */
export async function removeOldMaterial(portal: Portal): Promise<unknown> {
  const before = new Date(portal.now().getTime() - RESTORE_DAYS * DAY);
  return portal.db.transaction().execute(async (db) => logChanges(db, await removeRetired(db, before)));
}

/** Reindexes the material of a school that is moved, because its readers change. */
export async function moveMaterial(ctx: Pick<Ctx, 'db' | 'afterCommit' | 'wakeIndex'>, from: string): Promise<void> {
  await logChanges(ctx.db, await listMaterialOfSchool(ctx.db, from));
  ctx.afterCommit(() => ctx.wakeIndex());
}

/** Removes the drafts of erased users. Their shared material remains without their name. */
export const forgetDrafts = async (db: Db, removedPeople: RemovedPeople): Promise<void> =>
  logChanges(db, await removeDraftsOf(db, removedPeople));
