/** Changes or ends many licences in one request and undoes such a change (docs/behaviour/licences.md#bulk-changes). */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { DAY, shiftMonths, today } from '@fundus/contract/days';
import type { Answer, Input, Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import {
  BULK_UNDO_DAYS,
  MAX_LICENCES_AT_ONCE,
  MAX_PREVIEWED,
  type BulkLicences,
  type SkipReason,
  type licenceBulk,
  type LicencesForMany,
  type LicencesChange,
  type PreviewLine,
} from '@fundus/contract/licences/bulk';
import { href } from '@fundus/contract/screens';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import { recordAudit } from '../../../http/audit.ts';
import { downloadName } from '../../../http/bodies/download-name.ts';
import type { UserCtx } from '../../../http/context.ts';
import { readPages, tableFile } from '../../../http/bodies/table-file.ts';
import { loadWords, notifyPerson, simpleMail } from '../../mails/index.ts';
import {
  endSeatsOf,
  insertBulk,
  lockBulk,
  markBulkUndone,
  insertEvents,
  removeOldBulks,
  removeUnusedLicences,
  setTerms,
  type StoredTerms,
} from './bulk-repository.ts';
import { listManagedLicences, listSelected } from './list-repository.ts';
import { logMediaChanges, definedOnly, presentLicence, resolveChange } from '../service.ts';
import { listManagers, type ManagedRow } from '../manage-repository.ts';
import { managesLicences, mayEditTerms, mayHide, mayPrice, mayWithdraw } from '../policy.ts';

/** Returns the digest of a preview. A confirmation must contain the same digest. */
export const digestOf = (parts: unknown): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

type Checked = { row: ManagedRow; next: StoredTerms | null; result: PreviewLine['result'] };

export const toStoredTerms = (row: ManagedRow): StoredTerms => {
  const { valid_from, valid_to, seats, audience, rights, licensor, price, warn_below, hidden } = row;
  return { valid_from, valid_to, seats, audience, rights, licensor, price, warn_below, hidden, withdrawn_at: null };
};

/** Returns the reason why the user may not change a licence, or `undefined` if they may. */
function refusalOf({ user }: UserCtx, row: ManagedRow, change: LicencesChange, terms: boolean): SkipReason | undefined {
  if (row.withdrawn) return 'withdrawn';
  if (change.withdrawn) return mayWithdraw(user, row) ? undefined : 'rights';
  if (terms && !mayEditTerms(user, row)) return row.origin === 'record' ? 'record' : row.origin === 'hand' ? 'rights' : 'purchase';
  if (change.price !== undefined && !mayPrice(user, row)) return row.origin === 'hand' || row.origin === 'record' ? 'rights' : 'purchase';
  return change.hidden !== undefined && !mayHide(user, row) ? 'rights' : undefined;
}

function checkChange(ctx: UserCtx, row: ManagedRow, change: LicencesChange): Checked {
  const { extend_months, withdrawn, hidden, warn_below, price, valid_to, ...others } = change;
  const end = extend_months === undefined || row.valid_to === null ? valid_to : shiftMonths(row.valid_to, extend_months);
  const terms = definedOnly({ ...others, valid_to: end });
  const asksTerms = Object.keys(terms).length > 0 || extend_months !== undefined;
  const refused = refusalOf(ctx, row, change, asksTerms);
  if (refused) return { row, next: null, result: refused };
  const before = toStoredTerms(row);
  if (withdrawn) return { row, next: { ...before, withdrawn_at: ctx.now.toISOString() }, result: 'changed' };
  const settled = resolveChange(ctx, row, terms);
  const [problem] = settled.problems;
  if (problem) return { row, next: null, result: problem.field === 'seats' ? 'seats' : 'days' };
  const next = {
    ...toStoredTerms(settled),
    ...(Object.keys(terms).length === 0 && { valid_from: row.valid_from, valid_to: row.valid_to }),
    ...definedOnly({ hidden, warn_below, price }),
  };
  return isDeepStrictEqual(next, before) ? { row, next: null, result: 'same' } : { row, next, result: 'changed' };
}

const countBy = (results: readonly PreviewLine['result'][]): BulkLicences['left_out'] =>
  [...Map.groupBy(results, (result) => result)].flatMap(([reason, those]) =>
    reason === 'changed' || reason === 'new' || reason === 'same' ? [] : [{ reason, count: those.length }],
  );

const isDone = ({ result }: Pick<PreviewLine, 'result'>): boolean => result === 'changed' || result === 'new';

/** Returns the totals of a preview and its first lines. Changed licences come first. */
export function summarise(
  lines: readonly (PreviewLine & { school_id: string | null; seats_ended?: number })[],
  seen: string,
): BulkLicences {
  const done = lines.filter(isDone);
  const results = lines.map(({ result }) => result);
  return {
    total: lines.length,
    changed: done.length,
    same: results.filter((result) => result === 'same').length,
    left_out: countBy(results),
    schools: new Set(done.flatMap(({ school_id }) => school_id ?? [])).size,
    seats_ended: done.reduce((sum, { seats_ended = 0 }) => sum + seats_ended, 0),
    lines: [...done, ...lines.filter((line) => !isDone(line) && line.result !== 'same')].slice(0, MAX_PREVIEWED),
    seen,
    bulk_id: null,
  };
}

/** Throws `version_conflict` if the licences or the change differ from the preview. */
export function requireUnchangedPreview(asked: string, found: BulkLicences): void {
  if (asked !== found.seen) throw new AppError('version_conflict', { field: 'seen' });
}

export async function changeLicences(
  ctx: UserCtx,
  { body: { selection, change, seen } }: Input<typeof licenceBulk.changeMany>,
): Promise<Answer<typeof licenceBulk.changeMany>> {
  if (!managesLicences(ctx.user)) throw new AppError('forbidden');
  if (Object.keys(definedOnly(change)).length === 0) throw invalid('change', 'required');
  if (change.extend_months !== undefined && change.valid_to !== undefined) throw invalid('change.extend_months', 'choice');
  if (change.withdrawn && Object.keys(definedOnly(change)).length > 1) throw invalid('change.withdrawn', 'choice');
  const what = selection.ids ? { ids: selection.ids } : { day: today(ctx.now), ...selection.filter! };
  const rows = await listSelected(ctx.db, ctx.user, what, MAX_LICENCES_AT_ONCE + 1, seen !== undefined);
  if (rows.length > MAX_LICENCES_AT_ONCE) throw new AppError('too_large', { field: 'selection', details: { most: MAX_LICENCES_AT_ONCE } });
  if (selection.ids && rows.length < new Set(selection.ids).size) throw notFound('selection.ids');
  const checked = rows.map((row) => checkChange(ctx, row, change));
  const seal = digestOf([change, checked.map(({ row, result }) => [row.id, row.version, result])]);
  const lines = checked.map(({ row, next, result }) => ({
    ...{ title: row.fn_titel, owner: row.owner_name, scope: row.scope, school_id: row.school_id, result },
    ...{ valid_to: row.valid_to, next_valid_to: next ? next.valid_to : row.valid_to, seats_ended: change.withdrawn ? row.taken : 0 },
  }));
  const found = summarise(lines, seal);
  if (seen === undefined) return found;
  requireUnchangedPreview(seen, found);
  const done = checked.flatMap(({ row, next }) => (next ? [{ row, next }] : []));
  if (done.length === 0) return found;
  await writeTerms(
    ctx,
    done.map(({ row, next }) => ({ id: row.id, version: row.version, ...next })),
  );
  const ids = done.map(({ row }) => row.id);
  if (change.withdrawn) await endSeatsOf(ctx.db, ids);
  const event = change.withdrawn ? 'withdrawn' : change.hidden === undefined ? 'changed' : change.hidden ? 'hidden' : 'shown';
  await insertEvents(ctx.db, ids, { what: event, at: ctx.now, person_id: ctx.user.id });
  await auditBySchool(
    ctx,
    change.withdrawn ? 'licence.withdrawMany' : 'licence.changeMany',
    done.map(({ row }) => row),
    termsForLog(change),
  );
  if (event === 'withdrawn' || event === 'changed')
    await notifySchools(
      ctx,
      done.map(({ row }) => row),
      event,
    );
  await logMediaChanges(
    ctx,
    done.map(({ row }) => row.identifier),
  );
  if (change.withdrawn) return found;
  const bulk_id = newId(ctx.now);
  await insertBulk(ctx.db, {
    ...{ id: bulk_id, person_id: ctx.user.id, at: ctx.now },
    rows: done.map(({ row }) => ({ id: row.id, version: row.version + 1, before: toStoredTerms(row) })),
  });
  return { ...found, bulk_id };
}

/** Stores new terms. Throws `version_conflict` if a licence has changed, `already_exists` if another licence of the publisher has the same number. */
async function writeTerms(ctx: UserCtx, rows: Parameters<typeof setTerms>[1]): Promise<void> {
  try {
    if ((await setTerms(ctx.db, rows)) < rows.length) throw new AppError('version_conflict');
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'licence_purchase') throw new AppError('already_exists', { field: 'licensor' });
    throw error;
  }
}

type LoggedTerms = Partial<Omit<LicencesChange, 'rights'> & Pick<LicencesForMany, 'scope'>>;
const termsForLog = ({ rights: _, ...change }: LicencesChange): LoggedTerms => definedOnly(change);

type Concerned = Pick<ManagedRow, 'school_id' | 'owner_district'>;

/** Writes one audit log entry for each school and one for the district. */
export async function auditBySchool(ctx: UserCtx, eventKind: string, rows: readonly Concerned[], terms: LoggedTerms): Promise<void> {
  for (const [school, those] of Map.groupBy(rows, ({ school_id }) => school_id))
    await recordAudit(ctx, eventKind, null, { count: those.length, ...terms }, { school, district: those[0]!.owner_district });
}

/** Sends each school one mail about the district's changes to its licences. */
export async function notifySchools(ctx: UserCtx, rows: readonly ManagedRow[], eventKind: 'changed' | 'withdrawn'): Promise<void> {
  const template = eventKind === 'changed' ? 'licencesChanged' : 'licencesWithdrawn';
  for (const [school, those] of Map.groupBy(rows, ({ school_id }) => school_id)) {
    if (school === null || school === ctx.user.school_id) continue;
    const mail = simpleMail(template, { count: those.length }, href('library', { tab: 'licences' }, { view: 'manage' }));
    for (const id of await listManagers(ctx.db, school)) await notifyPerson(ctx, id, mail);
  }
}

/** Undoes a bulk change. Throws `not_found` if it belongs to another user, was already undone, or is too old. */
export async function undoLicencesChange(ctx: UserCtx, id: string): Promise<Reply<typeof licenceBulk.undoMany>> {
  if (!managesLicences(ctx.user)) throw new AppError('forbidden');
  const bulk = await lockBulk(ctx.db, id, ctx.user.id);
  if (!bulk || bulk.at.getTime() < ctx.now.getTime() - BULK_UNDO_DAYS * DAY) throw notFound();
  const ids = bulk.rows.map((row) => row.id);
  // The lock prevents new assignments between reading the licences and restoring their terms.
  const rows = await listSelected(ctx.db, ctx.user, { ids }, ids.length, true);
  const versions = new Map(bulk.rows.map((row) => [row.id, row]));
  // Skips licences that have changed since, and licences that the user no longer manages.
  const same = rows.filter((row) => !row.withdrawn && row.version === versions.get(row.id)?.version);
  const entered = same.filter(({ id: each }) => versions.get(each)!.before === null);
  const changed = same.filter(({ id: each, ...row }) => {
    const before = versions.get(each)!.before;
    return before !== null && (before.seats === 0 || before.seats >= row.taken);
  });
  await writeTerms(
    ctx,
    changed.map((row) => ({ id: row.id, version: row.version, ...versions.get(row.id)!.before! })),
  );
  const removed =
    entered.length === 0
      ? []
      : await removeUnusedLicences(
          ctx.db,
          entered.map((row) => row.id),
        );
  await insertEvents(
    ctx.db,
    changed.map((row) => row.id),
    { what: 'changed', at: ctx.now, person_id: ctx.user.id },
  );
  await markBulkUndone(ctx.db, id, ctx.now);
  const undone = [...changed, ...entered.filter((row) => removed.some((each) => each.id === row.id))];
  if (undone.length > 0) {
    await auditBySchool(ctx, 'licence.undoMany', undone, {});
    await logMediaChanges(
      ctx,
      undone.map((row) => row.identifier),
    );
  }
  return { undone: undone.length, skipped: bulk.rows.length - undone.length };
}

export const forgetOldBulks = (db: Db, now: Date): Promise<unknown> => removeOldBulks(db, new Date(now.getTime() - BULK_UNDO_DAYS * DAY));

/** Exports the filtered list as a table in its displayed order. */
export async function exportLicences(
  ctx: UserCtx,
  { format, lang, ...filter }: Input<typeof licenceBulk.exportList>['query'],
): Promise<StreamAnswer> {
  if (!managesLicences(ctx.user)) throw new AppError('forbidden');
  const t = await loadWords(ctx, lang);
  const criteria = { day: today(ctx.now), ...filter };
  const columns = [
    { title: t('licence.medium') },
    { title: t('licence.table.identifier') },
    { title: t('licence.owner') },
    { title: t('licence.table.schoolNumber') },
    { title: t('licence.scope') },
    { title: t('licence.seats'), kind: 'number' },
    { title: t('licence.table.taken'), kind: 'number' },
    { title: t('licence.table.inUse'), kind: 'number' },
    { title: t('licence.from'), kind: 'day' },
    { title: t('licence.to'), kind: 'day' },
    { title: t('licence.state') },
    { title: t('licence.audience') },
    { title: t('licence.licensor') },
    { title: t('licence.reference') },
    { title: t('licence.price'), kind: 'money' },
    { title: t('licence.table.id') },
  ] as const;
  const rows = readPages(
    (offset, limit) => listManagedLicences(ctx.db, ctx.user, criteria, offset, limit),
    (row) => {
      const licence = presentLicence(ctx, row);
      return [
        ...[row.fn_titel, row.identifier, row.owner_name, row.school_number, t(`library.scope.${row.scope}`)],
        ...[row.seats === 0 ? t('licence.table.unlimited') : row.seats, row.taken, row.in_use, row.valid_from, row.valid_to],
        ...[row.hidden ? t('licence.hidden') : t(`licence.state.${licence.state}`), t(`licence.audience.${row.audience}`)],
        ...[row.licensor, row.purchase_ref, row.price, row.id],
      ];
    },
  );
  return tableFile({ format, lang }, { name: downloadName(t, 'licences', today(ctx.now)), columns, rows });
}
