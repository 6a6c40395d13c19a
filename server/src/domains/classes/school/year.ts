/** Changes classes and codes at the change of the school year. `year-change/` checks the access and stores what is needed to undo the changes. */
import { CODE_DAYS_KEPT, type Picture } from '@fundus/contract/classes/rules';
import { shiftDay, today } from '@fundus/contract/days';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import type { UserCtx } from '../../../http/context.ts';
import { updateClassSeats } from '../../licences/index.ts';
import { decryptCode } from '../codes/code-batch.ts';
import { endCodeSessions, issueCodes, markPrinted } from '../codes/code-repository.ts';
import { findCodeEnd } from '../codes/codes.ts';
import { toCodesPdf, drawPaper, type PaperLook } from '../codes/print-codes.ts';
import { lockClasses, updateClass } from '../repository.ts';
import { makeSuccessor } from './states.ts';
import {
  archiveClassRows,
  restoreCodeStates,
  listCodesToPrint,
  listYearCodes,
  lockCodes,
  lockUnchanged,
  removeClasses,
  restoreCodeEnds,
  revokeCodes,
  setCodeEnd,
  unarchive,
  type ClassSuccession,
  type YearCode,
} from './year-repository.ts';

type Carried = { id: string; name: string; grade: number | null };

/**
 * Creates the classes of the next school year one after the other. Returns each class with its successor. Throws `already_exists` with the class
 * whose name is already used.
 */
export async function makeSuccessors(ctx: UserCtx, wanted: readonly Carried[], schoolYear: string): Promise<ClassSuccession[]> {
  const rows = new Map(
    (
      await lockClasses(
        ctx.db,
        ctx.user,
        wanted.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const pairs: ClassSuccession[] = [];
  for (const { id, name, grade } of wanted) {
    const to = await makeSuccessor(ctx, rows.get(id)!, { name, grade, school_year: schoolYear }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'already_exists')
        throw new AppError('already_exists', { field: 'name', details: { class: id } });
      throw error;
    });
    pairs.push({ from: id, to });
  }
  return pairs;
}

/** Archives classes. Returns the data that is needed to restore them. */
export async function archiveClasses(ctx: UserCtx, ids: readonly string[]): Promise<{ id: string; state_since: string }[]> {
  await lockClasses(ctx.db, ctx.user, ids);
  const archived = await archiveClassRows(ctx.db, ids, ctx.now);
  await updateClassSeats(
    ctx,
    archived.map(({ id }) => id),
  );
  return archived.map(({ id, state_since }) => ({ id, state_since: state_since.toISOString() }));
}

/** Deletes successors that have not been changed, and restores the archived classes. Returns the successors that are kept. */
export async function undoSuccessors(
  ctx: UserCtx,
  { pairs, archived }: { pairs: readonly ClassSuccession[]; archived: readonly { id: string; state_since: string }[] },
): Promise<string[]> {
  const made = pairs.map(({ to }) => to);
  await lockClasses(ctx.db, ctx.user, [...pairs.map(({ from }) => from), ...archived.map(({ id }) => id)]);
  const untouched = new Set(await lockUnchanged(ctx.db, made));
  for (const { from, to } of pairs) if (untouched.has(to)) await updateClass(ctx.db, from, { successor_id: null });
  await removeClasses(ctx.db, [...untouched]);
  await unarchive(ctx.db, archived);
  await updateClassSeats(
    ctx,
    archived.map(({ id }) => id),
  );
  return made.filter((id) => !untouched.has(id));
}

type YearClasses = { carried: readonly string[]; ending: readonly string[] };

/** Returns the codes of classes that continue or end. */
export const findYearCodes = (ctx: Pick<UserCtx, 'db' | 'now'>, classes: YearClasses): Promise<YearCode[]> =>
  listYearCodes(ctx.db, { ...classes, since: shiftDay(today(ctx.now), -CODE_DAYS_KEPT) });

export type CodesUndone = { until: string; extended: { id: string; valid_until: string }[]; ended: { id: string; state: string }[] };

/** Extends some codes to the end of a school year and revokes others. Returns their previous states. */
export async function endOrKeepCodes(
  ctx: UserCtx,
  { keep, end, schoolId, schoolYear }: { keep: readonly string[]; end: readonly string[]; schoolId: string; schoolYear: string },
): Promise<CodesUndone> {
  const until = await findCodeEnd(ctx, schoolId, schoolYear);
  const rows = (await lockCodes(ctx.db, [...keep, ...end])).filter(({ state }) => state !== 'revoked');
  const ends = new Set(end);
  const ended = rows.filter(({ id }) => ends.has(id));
  const extended = rows.filter(({ id, valid_until }) => !ends.has(id) && valid_until < until);
  await setCodeEnd(ctx.db, extended, until);
  await revokeCodes(
    ctx.db,
    ended.map(({ id }) => id),
    ctx.now,
  );
  await endCodeSessions(
    ctx.db,
    ended.map(({ id }) => id),
  );
  return {
    until,
    extended: extended.map(({ id, valid_until }) => ({ id, valid_until })),
    ended: ended.map(({ id, state }) => ({ id, state })),
  };
}

/** Restores codes except those that have been changed since. */
export async function undoCodes(ctx: UserCtx, { until, extended, ended }: CodesUndone): Promise<void> {
  await lockCodes(
    ctx.db,
    [...extended, ...ended].map(({ id }) => id),
  );
  await restoreCodeEnds(ctx.db, extended, until);
  await restoreCodeStates(ctx.db, ended, ctx.now);
}

/** Returns the codes to print. Codes that were encrypted with another secret are omitted. */
const listReadable = async (ctx: UserCtx, classIds: readonly string[]) =>
  (await listCodesToPrint(ctx.db, classIds, today(ctx.now))).flatMap((row) => {
    const code = decryptCode(ctx.secret, row.sealed);
    return code === null ? [] : [{ ...row, code }];
  });

/** Issues the codes of classes, because they are about to be printed. Returns the ids of the codes. */
export async function issueClassCodes(ctx: UserCtx, classIds: readonly string[]): Promise<string[]> {
  const ids = (await listReadable(ctx, classIds)).map(({ id }) => id);
  if (ids.length === 0) return [];
  await issueCodes(ctx.db, ids, ctx.now);
  await markPrinted(ctx.db, ids, today(ctx.now), ctx.now);
  return ids;
}

/** Draws the issued codes, class by class. Returns `null` if there are none. */
export async function drawCodesOf(
  ctx: UserCtx<'storage'>,
  classIds: readonly string[],
  { school, ...look }: PaperLook & { school: string },
): Promise<StreamAnswer | null> {
  const rows = (await listReadable(ctx, classIds)).filter(({ state }) => state !== 'prepared');
  const byClass = Map.groupBy(rows, ({ class_id }) => class_id);
  const [first, ...others] = [...byClass.values()].map((codes) => ({
    school,
    className: codes[0]!.class_name,
    pictureClass: codes[0]!.picture_class,
    sheet: null,
    codes: codes.map(({ label, code, pictures, valid_until }) => ({ label, code, valid_until, pictures: pictures as Picture[] | null })),
  }));
  return first ? toCodesPdf(await drawPaper(ctx, look, [first, ...others]), school) : null;
}
