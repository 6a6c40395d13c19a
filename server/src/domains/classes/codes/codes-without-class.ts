/** Learner codes without a class, which can be listed, suspended and added to a class again (docs/behaviour/classes.md#codes-without-class). */
import { isSchoolAdmin, isStudent } from '@fundus/contract/access';
import { CODE_DAYS_KEPT, codeState } from '@fundus/contract/classes/rules';
import { shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import type { CodeWithoutClass, learnerCodes } from '@fundus/contract/classes/learner-codes';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { updateClassSeats } from '../../licences/index.ts';
import { clearClashingPictures, endCodeSessions, insertCodeMembers, lockCode, updateCode } from './code-repository.ts';
import { permittedChanges } from './codes.ts';
import { requireRoomFor } from './room.ts';
import { auditScope, lockOwnClass } from '../service.ts';
import {
  countCodesWithoutClass,
  findWithoutClass,
  listWithoutClass,
  findAddableCodes,
  type CodeManager,
  type CodeRow,
} from './without-class-repository.ts';

/** Returns the user as a manager of codes, or `null` for users who cannot have codes. */
const managerOf = ({ user }: UserCtx): CodeManager | null =>
  user.school_id === null || user.by_code || isStudent(user)
    ? null
    : { id: user.id, school_id: user.school_id, administrates: isSchoolAdmin(user) };

function requireCodeManager(ctx: UserCtx): CodeManager {
  const manager = managerOf(ctx);
  if (!manager) throw new AppError('forbidden');
  return manager;
}

const firstShown = ({ now }: UserCtx): string => shiftDay(today(now), -CODE_DAYS_KEPT);

function presentCode({ now }: UserCtx, { created_at, first_used_on: _first, ...row }: CodeRow): CodeWithoutClass {
  const state = codeState(row, today(now));
  const { suspend, resume, revoke } = permittedChanges(state);
  return { ...row, state, made_on: today(created_at), can: { take: row.valid_until >= today(now), suspend, resume, revoke } };
}

/** Returns the number of codes without a class that the user can manage, for the lists of classes. */
export async function countWithoutClass(ctx: UserCtx): Promise<number> {
  const manager = managerOf(ctx);
  return manager ? countCodesWithoutClass(ctx.db, manager, firstShown(ctx)) : 0;
}

export async function readWithoutClass(
  ctx: UserCtx,
  { offset, limit }: Input<typeof learnerCodes.withoutClass>['query'],
): Promise<Reply<typeof learnerCodes.withoutClass>> {
  const manager = requireCodeManager(ctx);
  const rows = await listWithoutClass(ctx.db, manager, firstShown(ctx), offset, limit);
  return {
    total: await countCodesWithoutClass(ctx.db, manager, firstShown(ctx)),
    offset,
    limit,
    items: rows.map((row) => presentCode(ctx, row)),
  };
}

export async function changeWithoutClass(ctx: UserCtx, id: string, action: 'suspend' | 'resume' | 'revoke'): Promise<CodeWithoutClass> {
  const manager = requireCodeManager(ctx);
  await lockCode(ctx.db, id);
  const row = await findWithoutClass(ctx.db, manager, firstShown(ctx), id);
  if (!row) throw notFound('codeId');
  const before = codeState(row, today(ctx.now));
  if (!permittedChanges(before)[action]) throw new AppError('state_conflict', { details: { state: before } });
  const state = action === 'resume' ? (row.first_used_on ? 'in_use' : 'issued') : action === 'suspend' ? 'suspended' : 'revoked';
  await updateCode(ctx.db, id, { state, state_since: ctx.now });
  if (action !== 'resume') await endCodeSessions(ctx.db, [id]);
  await recordAudit(ctx, `code.${action}`, { state: before }, null, { school: manager.school_id, district: ctx.user.district_id });
  return presentCode(ctx, { ...row, state });
}

/**
 * Adds all of the given codes to a class, or none. A code must have been in the class before or be a code without class that the user can manage.
 * Throws `not_found` for all other codes.
 */
export async function addCodesToClass(
  ctx: UserCtx,
  classId: string,
  ids: readonly string[],
): Promise<Reply<typeof learnerCodes.takeCodes>> {
  const row = await lockOwnClass(ctx, classId, 'makeCodes');
  const wanted = [...new Set(ids)].sort();
  for (const id of wanted) await lockCode(ctx.db, id);
  const manager = {
    id: ctx.user.id,
    school_id: row.school_id,
    administrates: isSchoolAdmin(ctx.user) && ctx.user.school_id === row.school_id,
  };
  if ((await findAddableCodes(ctx.db, manager, classId, wanted, today(ctx.now))).length < wanted.length) throw notFound('codes');
  const members = wanted.map((code_id) => ({ id: newId(ctx.now), code_id }));
  const added = await insertCodeMembers(ctx.db, classId, members, ctx.now);
  await requireRoomFor(ctx.db, classId);
  const without_pictures = await clearClashingPictures(ctx.db, classId, added);
  await updateClassSeats(ctx, [classId]);
  await recordAudit(ctx, 'code.add', null, { count: added.length }, auditScope(row));
  return { added: added.length, without_pictures };
}
