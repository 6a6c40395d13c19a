/** Archives, restores, deletes and continues classes (docs/behaviour/classes.md#states). */
import { nextSchoolYear, schoolYearOf, type Class, type classes } from '@fundus/contract/classes/classes';
import { today } from '@fundus/contract/days';
import type { Input } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { updateClassSeats } from '../../licences/index.ts';
import { extendSuccessorCodes } from '../codes/codes.ts';
import { administersSchoolOf, classRefusal, restorableUntil, roleIn } from '../policy.ts';
import { findClass, insertClass, lockClasses, nameTakenError, updateClass, type ClassRow } from '../repository.ts';
import { fieldsOf, lockOwnClass, auditScope, presentCurrentClass, versionConflict } from '../service.ts';
import { copyMembers } from './successor-repository.ts';
import { copyMediaOf } from './year-repository.ts';

type To = Input<typeof classes.setState>['body'];

export async function changeClassState(ctx: UserCtx<'search'>, id: string, { to, name, version: seen }: To): Promise<{ version: number }> {
  if (to === 'active') return restoreClass(ctx, id, seen);
  const row = await lockOwnClass(ctx, id, to === 'archived' ? 'archive' : 'delete');
  if (row.version !== seen) throw versionConflict(await presentCurrentClass(ctx, id));
  if (to === 'deleted' && name.trim().toLowerCase() !== row.name.toLowerCase()) throw invalid('name', 'match');
  // The join code is kept, so that joining an archived class shows that it is closed, and a deleted class is restored completely.
  const version = await updateClass(ctx.db, id, { state: to, state_since: ctx.now });
  await updateClassSeats(ctx, [id]);
  const [before, after] = [{ state: row.state }, { class: row.name, state: to }];
  if (to === 'archived') await recordAudit(ctx, 'class.archive', before, after, auditScope(row));
  else await recordAudit(ctx, 'class.delete', before, after, auditScope(row));
  return { version };
}

/** Restores an archived class, or a deleted class within the retention period. */
async function restoreClass(ctx: UserCtx<'search'>, id: string, seen: number): Promise<{ version: number }> {
  const [row] = await lockClasses(ctx.db, ctx.user, [id]);
  const mayUndo =
    row?.state === 'deleted' &&
    restorableUntil(row.state_since) >= today(ctx.now) &&
    (roleIn(ctx.user, row) === 'owner' || administersSchoolOf(ctx.user, row));
  const refusal = mayUndo ? undefined : row ? classRefusal(ctx.user, row, 'restore') : notFound();
  if (refusal) throw refusal;
  if (row!.version !== seen) throw versionConflict(await presentCurrentClass(ctx, id));
  const version = await updateClass(ctx.db, id, { state: 'active', state_since: ctx.now });
  await updateClassSeats(ctx, [id]);
  await recordAudit(ctx, 'class.restore', { state: row!.state }, { class: row!.name, state: 'active' }, auditScope(row!));
  return { version };
}

/**
 * Creates the successor of a class with all current members and optionally its media without their days. It is for the next school year, or for the
 * current one if the year of the class is over. A class has at most one successor.
 */
export async function createSuccessor(
  ctx: UserCtx<'search'>,
  id: string,
  { name, grade, media }: Input<typeof classes.succeed>['body'],
): Promise<Class> {
  const { db, now } = ctx;
  const [row] = await lockClasses(db, ctx.user, [id]);
  const refusal = row ? classRefusal(ctx.user, row, 'edit') && classRefusal(ctx.user, row, 'restore') : notFound();
  if (refusal) throw refusal;
  const old = row!;
  if (old.owners.length === 0) throw new AppError('locked', { details: { state: 'locked' } });
  const before = old.successor_id === null ? undefined : await findClass(db, ctx.user, old.successor_id);
  if (before && before.state !== 'deleted') throw new AppError('already_exists', { details: { successor: before.id } });
  const current = schoolYearOf(today(now), ctx.config.schoolYearEnd);
  const next = nextSchoolYear(old.school_year);
  const school_year = next < current ? current : next;
  const successor = await makeSuccessor(ctx, old, { name, grade, school_year });
  await extendSuccessorCodes(ctx, { id: successor, school_id: old.school_id, school_year });
  if (media) await copyMediaOf(db, [{ from: id, to: successor }], now);
  await recordAudit(ctx, 'class.succeed', { class: old.name, school_year: old.school_year }, { class: name, school_year }, auditScope(old));
  return presentCurrentClass(ctx, successor);
}

type Next = { name: string; grade: number | null; school_year: string };

/** Creates the successor of a locked class with all current members and returns its id. Throws `already_exists` if a class with this name exists. */
export async function makeSuccessor({ db, now }: Pick<UserCtx, 'db' | 'now'>, old: ClassRow, next: Next): Promise<string> {
  const id = newId(now);
  const about = { id, school_id: old.school_id, state_since: now, created_at: now };
  if (!(await insertClass(db, { ...fieldsOf(old), ...about, ...next }))) throw nameTakenError();
  await copyMembers(db, old.id, id, now);
  await updateClass(db, old.id, { successor_id: id });
  return id;
}
