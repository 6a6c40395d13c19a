/** Learner codes: making them, showing them to the teachers of a class, and what becomes of them (docs/behaviour/classes.md#learner-codes). */
import { randomInt } from 'node:crypto';
import {
  CODE_DAYS_KEPT,
  codeState,
  lastDayOf,
  latestCodeEnd,
  PICTURES,
  PICTURES_IN_A_ROW,
  schoolYearOf,
  type CodeState,
  type Picture,
} from '@fundus/contract/classes/rules';
import { shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { CodeBatch, LearnerCode, learnerCodes } from '@fundus/contract/classes/learner-codes';
import type { Updateable } from 'kysely';
import { newId } from '../../db/new-id.ts';
import type { Tables } from '../../db/tables.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Portal, UserCtx } from '../../http/context.ts';
import { findSchool, settingsOf } from '../schools/index.ts';
import { addBatch, hashOfSheet, storeForm, newCode, newCodes, openCode } from './code-batch.ts';
import {
  codesOfBatch,
  dropTakenPictures,
  endCodeSessions,
  findCode,
  findSheet,
  insertCodeMembers,
  issueCodes,
  listBatches,
  listCodes,
  lockCode,
  removeOldCodes,
  takenPictures,
  updateCode,
  type BatchRow,
  type CodeRow,
} from './code-repository.ts';
import { mustHaveRoom, roomForCodes } from './room.ts';
import { lockOwnClass, auditScope } from './service.ts';
import { guessCode } from '../../limits/network-limits.ts';

/** What may become of a code now. An expired one can be had back for a while, a revoked one never. */
function codeCan(state: CodeState): LearnerCode['can'] {
  const alive = state === 'prepared' || state === 'issued' || state === 'in_use';
  return {
    suspend: alive,
    resume: state === 'suspended',
    renew: alive || state === 'suspended',
    extend: state !== 'revoked',
    revoke: state !== 'revoked',
  };
}

const present = (ctx: UserCtx, row: CodeRow): LearnerCode => {
  const state = codeState(row, today(ctx.now));
  return {
    id: row.id,
    code: openCode(ctx.secret, row.sealed),
    label: row.label,
    pictures: row.pictures as Picture[] | null,
    batch: row.batch_id,
    valid_until: row.valid_until,
    state,
    first_used_on: row.first_used_on,
    last_used_on: row.last_used_on,
    other_classes: row.other_classes,
    can: codeCan(state),
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

/** The usual last day of new codes: the school's own day of the year, or the end of the school year. */
async function usualEnd(ctx: UserCtx, schoolId: string): Promise<string> {
  const day = today(ctx.now);
  const school = await findSchool(ctx.db, schoolId);
  const monthDay = (school && settingsOf(school).code_end) || ctx.config.schoolYearEnd;
  return lastDayOf(schoolYearOf(day, monthDay), monthDay);
}

/** Whoever reads codes gives them out: in a transaction. */
export async function readCodes(ctx: UserCtx, classId: string): Promise<Reply<typeof learnerCodes.codes>> {
  const row = await lockOwnClass(ctx, classId, 'codes');
  const codes = await listCodes(ctx.db, classId);
  const prepared = codes.filter(({ state }) => state === 'prepared');
  if (prepared.length > 0) await issueCodes(ctx.db, ids(prepared), ctx.now);
  return {
    items: codes.map((code) => present(ctx, code.state === 'prepared' ? { ...code, state: 'issued' } : code)),
    batches: (await listBatches(ctx.db, classId)).map(presentBatch),
    default_until: await usualEnd(ctx, row.school_id),
    latest_until: latestCodeEnd(today(ctx.now)),
  };
}

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** A day on which codes may end. Throws `validation_failed` for `valid_until`. */
function mustBeEnd(day: string, from: string, latest: string): void {
  const rule = day < from ? 'min' : day > latest ? 'max' : null;
  if (rule) throw invalid('valid_until', rule, { latest });
}

type Wanted = Input<typeof learnerCodes.makeCodes>['body'];

/** A batch of codes, labelled `<label>-01` and on from the last number there is. */
export async function makeCodes(ctx: UserCtx, classId: string, { count, label, valid_until }: Wanted): Promise<CodeBatch> {
  const row = await lockOwnClass(ctx, classId, 'makeCodes');
  const until = valid_until ?? (await usualEnd(ctx, row.school_id));
  const day = today(ctx.now);
  mustBeEnd(until, day, latestCodeEnd(day));
  const most = await roomForCodes(ctx.db, classId);
  if (count > most) throw invalid('count', 'max', { most });
  const name = (label || row.name).slice(0, 30).trim();
  const batch = await addBatch(ctx, {
    classId,
    school_id: row.school_id,
    name,
    valid_until: until,
    by: ctx.user.id,
    codes: newCodes(count),
  });
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
  const set = await changeOf(ctx, row, state, change);
  await updateCode(ctx.db, codeId, { ...set, ...('state' in set && { state_since: ctx.now }) });
  if (['suspend', 'renew', 'revoke'].includes(change.what)) await endCodeSessions(ctx.db, codeId);
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

/** What is written. Throws `state_conflict` for what cannot become of it. */
async function changeOf(ctx: UserCtx, row: CodeRow, state: CodeState, change: Change): Promise<Updateable<Tables['learner_code']>> {
  const can = codeCan(state);
  const may = change.what in can ? can[change.what as keyof typeof can] : state !== 'revoked';
  if (!may) throw new AppError('state_conflict', { details: { state } });
  if (change.what === 'label') return { label: change.label };
  if (change.what === 'no_pictures') return { pictures: null };
  if (change.what === 'pictures') return { pictures: await freePictures(ctx, row.id) };
  if (change.what === 'suspend') return { state: 'suspended' };
  if (change.what === 'resume') return { state: row.first_used_on ? 'in_use' : 'issued' };
  if (change.what === 'revoke') return { state: 'revoked' };
  if ('valid_until' in change) return { valid_until: newEnd(ctx, row, state, change.valid_until) };
  return { state: 'issued', ...storeForm(ctx.secret, newCode()) };
}

function newEnd(ctx: UserCtx, row: CodeRow, state: CodeState, wanted: string): string {
  const day = today(ctx.now);
  if (row.valid_until < shiftDay(day, -CODE_DAYS_KEPT)) throw new AppError('state_conflict', { details: { state } });
  mustBeEnd(wanted, day, latestCodeEnd(today(row.created_at)));
  return wanted;
}

/** Three different pictures in an order nobody in the code's classes has. */
async function freePictures(ctx: UserCtx, codeId: string): Promise<Picture[]> {
  const taken = new Set((await takenPictures(ctx.db, codeId)).map(({ pictures }) => pictures!.join()));
  for (;;) {
    const left = [...PICTURES];
    const row = Array.from({ length: PICTURES_IN_A_ROW }, () => left.splice(randomInt(left.length), 1)[0]!);
    if (!taken.has(row.join())) return row;
  }
}

/** Takes the codes of a sheet of the school into one more class. */
export async function addCodes(ctx: UserCtx, classId: string, sheet: string): Promise<Reply<typeof learnerCodes.addCodes>> {
  const row = await lockOwnClass(ctx, classId, 'makeCodes');
  const batch = await findSheet(ctx.db, hashOfSheet(ctx.secret, tokenOf(sheet)));
  if (!batch || batch.school_id !== row.school_id) throw notFound('sheet');
  const codes = await codesOfBatch(ctx.db, batch.id, today(ctx.now));
  const members = codes.map(({ id }) => ({ id: newId(ctx.now), code_id: id }));
  const added = await insertCodeMembers(ctx.db, classId, members, ctx.now);
  await mustHaveRoom(ctx.db, classId);
  const without_pictures = await dropTakenPictures(ctx.db, classId, added);
  await recordAudit(ctx, 'code.add', null, { count: added.length }, auditScope(row));
  return { added: added.length, without_pictures, name: batch.name };
}

/** Wrong sheets are guesses like wrong codes, counted outside of the transaction. */
export async function checkSheet(ctx: UserCtx, sheet: string): Promise<void> {
  const token = tokenOf(sheet);
  await guessCode(ctx, { kind: 'sheet', text: token }, (db) => findSheet(db, hashOfSheet(ctx.secret, token)));
}

/** What the code of a sheet says: an address, or only its end. */
const tokenOf = (sheet: string): string => sheet.split('sheet=').at(-1)!.trim();

/** Removes what ended sixty days ago, for good (docs/behaviour/classes.md#learner-codes). */
export const sweepCodes = ({ db, now }: Pick<Portal, 'db' | 'now'>): Promise<void> =>
  removeOldCodes(db, shiftDay(today(now()), -CODE_DAYS_KEPT));
