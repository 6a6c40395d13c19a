/** Creates, displays and changes learner codes for the teachers of a class (docs/behaviour/classes.md#learner-codes). */
import { randomInt } from 'node:crypto';
import {
  CODE_DAYS_KEPT,
  codeState,
  codeEnd,
  lastDayOf,
  PICTURES,
  PICTURES_IN_A_ROW,
  type CodeState,
  type Picture,
} from '@fundus/contract/classes/rules';
import { shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { CodeBatch, LearnerCode, learnerCodes } from '@fundus/contract/classes/learner-codes';
import type { Updateable } from 'kysely';
import { newId } from '../../../db/new-id.ts';
import type { Tables } from '../../../db/tables.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Portal, UserCtx } from '../../../http/context.ts';
import { updateClassSeats } from '../../licences/index.ts';
import { findSchool, settingsOf } from '../../schools/index.ts';
import { createCodeBatch, hashOfSheet, toStoredCode, createLearnerCode, newCodes, decryptCode } from './code-batch.ts';
import {
  listCodesOfBatch,
  countEndedCodes,
  clearClashingPictures,
  endCodeSessions,
  extendCodes,
  findCode,
  findSheet,
  insertCodeMembers,
  issueCodes,
  listBatches,
  listCodes,
  lockCode,
  removeOldCodes,
  updateBatchEnds,
  selectTakenPictures,
  updateCode,
  type BatchRow,
  type CodeRow,
} from './code-repository.ts';
import { requireRoomFor, countRoomForCodes } from './room.ts';
import { auditScope, lockOwnClass, requireRight } from '../service.ts';
import { guessCode } from '../../../limits/network-limits.ts';

/** Returns the changes that are possible for a code. An expired code can be extended for a limited time, a revoked code never. */
export function permittedChanges(state: CodeState): LearnerCode['can'] {
  const alive = state === 'prepared' || state === 'issued' || state === 'in_use';
  return {
    suspend: alive,
    resume: state === 'suspended',
    renew: state !== 'revoked',
    extend: state !== 'revoked',
    revoke: state !== 'revoked',
  };
}

const present = (ctx: UserCtx, row: CodeRow): LearnerCode => {
  const state = codeState(row, today(ctx.now));
  const code = decryptCode(ctx.secret, row.sealed);
  return {
    id: row.id,
    code: state === 'prepared' ? null : code,
    unreadable: code === null,
    label: row.label,
    pictures: state === 'prepared' ? null : (row.pictures as Picture[] | null),
    batch: row.batch_id,
    valid_until: row.valid_until,
    state,
    first_used_on: row.first_used_on,
    last_used_on: row.last_used_on,
    other_classes: row.other_classes,
    can: permittedChanges(state),
  };
};

const presentBatch = ({ id, name, count, valid_until, created_at, printed_at }: BatchRow): CodeBatch => ({
  id,
  name,
  count,
  valid_until,
  created_at: created_at.toISOString(),
  printed_at: printed_at?.toISOString() ?? null,
});

/** Returns the default and latest possible end of new codes, which is in the following school year on the day that the school has chosen. */
export const findLastCodeDay = async (ctx: UserCtx, schoolId: string): Promise<string> =>
  codeEnd(today(ctx.now), await findYearEndOfCodes(ctx, schoolId));

/** Returns the month and day on which the codes of a school end. */
async function findYearEndOfCodes(ctx: UserCtx, schoolId: string): Promise<string> {
  const school = await findSchool(ctx.db, schoolId);
  return (school && settingsOf(school).code_end) || ctx.config.schoolYearEnd;
}

/** Returns the last day of codes for a school year. */
export const findCodeEnd = async (ctx: UserCtx, schoolId: string, schoolYear: string): Promise<string> =>
  lastDayOf(schoolYear, await findYearEndOfCodes(ctx, schoolId));

/** Extends the codes of a continued class at least to the end of its school year. */
export async function extendSuccessorCodes(
  ctx: UserCtx,
  { id, school_id, school_year }: { id: string; school_id: string; school_year: string },
) {
  const until = await findCodeEnd(ctx, school_id, school_year);
  await extendCodes(ctx.db, id, until, firstExtendableDay(today(ctx.now)));
}

/** Returns the codes of a class and their batches. Codes that have not been issued are returned without their characters. */
export async function readCodes(ctx: UserCtx, classId: string): Promise<Reply<typeof learnerCodes.codes>> {
  const row = await requireRight(ctx, classId, 'codes');
  return {
    items: (await listCodes(ctx.db, classId)).map((code) => present(ctx, code)),
    batches: (await listBatches(ctx.db, classId)).map(presentBatch),
    latest_until: await findLastCodeDay(ctx, row.school_id),
  };
}

/** Issues all prepared codes of a class, so that they can be displayed. Returns their number. */
export async function showCodes(ctx: UserCtx, classId: string): Promise<{ shown: number }> {
  const row = await lockOwnClass(ctx, classId, 'codes');
  const prepared = (await listCodes(ctx.db, classId)).filter(
    ({ state, sealed }) => state === 'prepared' && decryptCode(ctx.secret, sealed) !== null,
  );
  if (prepared.length === 0) return { shown: 0 };
  await issueCodes(ctx.db, ids(prepared), ctx.now);
  await recordAudit(ctx, 'code.show', null, { count: prepared.length }, auditScope(row));
  return { shown: prepared.length };
}

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Throws `validation_failed` for the field `valid_until` if a day is outside the allowed range. */
export function requireEnd(day: string, from: string, latest: string): void {
  const rule = day < from ? 'min' : day > latest ? 'max' : null;
  if (rule) throw invalid('valid_until', rule, { latest });
}

type Wanted = Input<typeof learnerCodes.makeCodes>['body'];

/** Creates a batch with the labels `<label>-01` and so on, continuing after the highest number. */
export async function makeCodes(ctx: UserCtx, classId: string, { count, label, valid_until }: Wanted): Promise<CodeBatch> {
  const row = await lockOwnClass(ctx, classId, 'makeCodes');
  const latest = await findLastCodeDay(ctx, row.school_id);
  const until = valid_until ?? latest;
  requireEnd(until, today(ctx.now), latest);
  const most = await countRoomForCodes(ctx.db, classId);
  if (count > most) throw invalid('count', 'max', { most });
  const name = (label || row.name).slice(0, 30).trim();
  const batch = await createCodeBatch(ctx, {
    classId,
    school_id: row.school_id,
    name,
    valid_until: until,
    by: ctx.user.id,
    codes: newCodes(count),
  });
  await updateClassSeats(ctx, [classId]);
  await recordAudit(ctx, 'code.make', null, { count, valid_until: until }, auditScope(row));
  return { id: batch, name, count, valid_until: until, created_at: ctx.now.toISOString(), printed_at: null };
}

type Change = Input<typeof learnerCodes.changeCode>['body'];

export async function changeCode(ctx: UserCtx, classId: string, codeId: string, change: Change): Promise<LearnerCode> {
  const owner = await lockOwnClass(ctx, classId, 'codes');
  await lockCode(ctx.db, codeId);
  const row = await findCode(ctx.db, classId, codeId);
  if (!row) throw notFound('codeId');
  const state = codeState(row, today(ctx.now));
  const set = await changeOf(ctx, { ...row, latest: await findLastCodeDay(ctx, owner.school_id) }, state, change);
  await updateCode(ctx.db, codeId, { ...set, ...('state' in set && { state_since: ctx.now }) });
  if ('valid_until' in set && row.batch_id) await updateBatchEnds(ctx.db, [row.batch_id]);
  if (['suspend', 'renew', 'revoke'].includes(change.what)) await endCodeSessions(ctx.db, [codeId]);
  if (['revoke', 'extend', 'renew'].includes(change.what)) await updateClassSeats(ctx, [classId]);
  if (!['label', 'pictures', 'no_pictures'].includes(change.what))
    await recordAudit(
      ctx,
      `code.${change.what}`,
      { state },
      'valid_until' in set ? { valid_until: set.valid_until } : null,
      auditScope(owner),
    );
  return present(ctx, (await findCode(ctx.db, classId, codeId))!);
}

/** Returns the columns to update for a change. Throws `state_conflict` if the state of the code does not allow it. */
async function changeOf(
  ctx: UserCtx,
  row: CodeRow & { latest: string },
  state: CodeState,
  change: Change,
): Promise<Updateable<Tables['learner_code']>> {
  const can = permittedChanges(state);
  const may = change.what in can ? can[change.what as keyof typeof can] : state !== 'revoked';
  if (!may) throw new AppError('state_conflict', { details: { state } });
  if (change.what === 'label') return { label: change.label };
  if (change.what === 'no_pictures') return { pictures: null };
  if (change.what === 'pictures') return { pictures: await freePictures(ctx, row.id) };
  if (change.what === 'suspend') return { state: 'suspended' };
  if (change.what === 'resume') return { state: row.first_used_on ? 'in_use' : 'issued' };
  if (change.what === 'extend') return { valid_until: newEnd(ctx, row, state, change.valid_until) };
  if (change.what !== 'renew') return { state: 'revoked' };
  const until = change.valid_until ?? (state === 'expired' ? row.latest : undefined);
  return {
    state: 'issued',
    ...toStoredCode(ctx.secret, createLearnerCode()),
    ...(until !== undefined && { valid_until: newEnd(ctx, row, state, until) }),
  };
}

/** Returns the new end. It must not be earlier than the current one, which is printed on a card. */
function newEnd(ctx: UserCtx, { valid_until, latest }: CodeRow & { latest: string }, state: CodeState, wanted: string): string {
  const day = today(ctx.now);
  if (valid_until < firstExtendableDay(day)) throw new AppError('state_conflict', { details: { state } });
  requireEnd(wanted, valid_until > day ? valid_until : day, latest);
  return wanted;
}

/** Returns the earliest end with which an expired code can still be extended. */
export const firstExtendableDay = (day: string): string => shiftDay(day, -CODE_DAYS_KEPT);

/** Extends all codes of a class, usually for the new school year. */
export async function extendAll(ctx: UserCtx, classId: string, until: string): Promise<Reply<typeof learnerCodes.extendCodes>> {
  const row = await lockOwnClass(ctx, classId, 'codes');
  const day = today(ctx.now);
  requireEnd(until, day, await findLastCodeDay(ctx, row.school_id));
  const extended = await extendCodes(ctx.db, classId, until, firstExtendableDay(day));
  await updateClassSeats(ctx, [classId]);
  await recordAudit(ctx, 'code.extend', null, { count: extended, valid_until: until }, auditScope(row));
  return { extended, ended: await countEndedCodes(ctx.db, classId, firstExtendableDay(day)) };
}

/** Returns three different pictures in an order that no other code in the same classes has. */
async function freePictures(ctx: UserCtx, codeId: string): Promise<Picture[]> {
  const taken = new Set((await selectTakenPictures(ctx.db, codeId)).map(({ pictures }) => pictures!.join()));
  for (;;) {
    const left = [...PICTURES];
    const row = Array.from({ length: PICTURES_IN_A_ROW }, () => left.splice(randomInt(left.length), 1)[0]!);
    if (!taken.has(row.join())) return row;
  }
}

/** Adds all codes of a sheet to another class of the school. */
export async function addCodes(ctx: UserCtx, classId: string, sheet: string): Promise<Reply<typeof learnerCodes.addCodes>> {
  const row = await lockOwnClass(ctx, classId, 'makeCodes');
  const batch = await findSheet(ctx.db, hashOfSheet(ctx.secret, tokenOf(sheet)));
  if (!batch || batch.school_id !== row.school_id) throw notFound('sheet');
  const codes = await listCodesOfBatch(ctx.db, batch.id, today(ctx.now));
  const members = codes.map(({ id }) => ({ id: newId(ctx.now), code_id: id }));
  const added = await insertCodeMembers(ctx.db, classId, members, ctx.now);
  await requireRoomFor(ctx.db, classId);
  const without_pictures = await clearClashingPictures(ctx.db, classId, added);
  await updateClassSeats(ctx, [classId]);
  await recordAudit(ctx, 'code.add', null, { count: added.length }, auditScope(row));
  return { added: added.length, without_pictures, name: batch.name };
}

/** Checks a sheet and counts wrong sheets like wrong codes. Must not be called inside a transaction. */
export async function checkSheet(ctx: UserCtx<'pause'>, sheet: string): Promise<void> {
  const token = tokenOf(sheet);
  await guessCode(ctx, { kind: 'sheet', text: token }, (db) => findSheet(db, hashOfSheet(ctx.secret, token)));
}

/** Returns the token from the content of a sheet's QR code, which may be the full URL or only its end. */
const tokenOf = (sheet: string): string => sheet.split('sheet=').at(-1)!.trim();

/** Deletes codes sixty days after their end (docs/behaviour/classes.md#learner-codes). */
export const sweepCodes = ({ db, now }: Pick<Portal, 'db' | 'now'>): Promise<void> => removeOldCodes(db, firstExtendableDay(today(now())));
