/** Starts, lists and ends import runs (docs/behaviour/imports.md#runs). */
import { today } from '@fundus/contract/days';
import type { imports } from '@fundus/contract/imports/imports';
import type { CsvColumns, ImportReport, ImportRun } from '@fundus/contract/imports/runs';
import { IMPORT_LIMITS } from '@fundus/contract/imports/imports';
import type { Input, Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import type { MessageKey } from '@fundus/contract/messages';
import type { Row, TableQuery } from '@fundus/contract/table-file';
import { Readable } from 'node:stream';
import { readInChild } from '../../child-process/run-in-child.ts';
import { downloadName } from '../../http/bodies/download-name.ts';
import { tableFile } from '../../http/bodies/table-file.ts';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { addJob } from '../../jobs/repository.ts';
import { requireNoTransaction } from '../../in-transaction.ts';
import { emptyReport } from './kept-report.ts';
import { partPath, removeParts } from './parts.ts';
import { presentReport, presentRun } from './present-run.ts';
import type * as readFile from './read-file.ts';
import { beginHarvest, IMPORT_JOB } from './begin-harvest.ts';
import { MAX_MEDIA_AT_ONCE } from '@fundus/contract/licences/bulk';
import {
  deleteRefusals,
  listUnlicensed,
  findRun,
  insertRun,
  isRunning,
  listRefusals,
  listRuns,
  updateRun,
  type RunRow,
} from './run-repository.ts';
import { findSourceById } from './repository.ts';
import { loadWords } from '../mails/index.ts';
import { requireDistrictId, requireSource } from './service.ts';

const forLog = ({
  kind,
  file_name,
  source_name,
  format,
  look,
}: Pick<RunRow, 'kind' | 'file_name' | 'source_name' | 'format' | 'look'>) => ({
  ...{ kind, file_name, source_name, format, look },
});

export async function readRuns(ctx: UserCtx): Promise<{ runs: ImportRun[] }> {
  return { runs: (await listRuns(ctx.db, requireDistrictId(ctx))).map(presentRun) };
}

export async function readRun(ctx: UserCtx, id: string): Promise<ImportReport> {
  return presentReport(await requireRun(ctx, id), await listRefusals(ctx.db, id, IMPORT_LIMITS.shown));
}

async function requireRun(ctx: UserCtx, id: string): Promise<RunRow> {
  const run = await findRun(ctx.db, id, requireDistrictId(ctx));
  if (!run) throw notFound();
  return run;
}

/** Starts a harvest. Throws `not_found` for an unknown source, `state_conflict` if the source has no repository or is being harvested. */
export async function harvestSource(ctx: UserCtx, id: string, options: { look: boolean; whole: boolean }): Promise<ImportRun> {
  const source = await requireSource(ctx, id);
  if (source.address === null || (await isRunning(ctx.db, id))) throw new AppError('state_conflict');
  const runId = await beginHarvest(ctx.db, source, { ...options, now: ctx.now, by: ctx.user.id });
  const run = (await findRun(ctx.db, runId))!;
  if (!options.look) await recordAudit(ctx, 'import.run', null, forLog(run));
  ctx.afterCommit(ctx.wakeJobs);
  return presentRun(run);
}

export async function beginRun(ctx: UserCtx, { file_name, bytes, source_id }: Input<typeof imports.begin>['body']): Promise<ImportRun> {
  const source = source_id === null ? null : await requireSource(ctx, source_id);
  const id = newId(ctx.now);
  await insertRun(ctx.db, {
    ...{
      id,
      district_id: requireDistrictId(ctx),
      source_id,
      source_name: source?.name ?? '',
      kind: 'file',
      state: 'uploading',
      look: true,
    },
    ...{ file_name, bytes, created_at: ctx.now, report: emptyReport(), made_by: ctx.user.id },
  });
  return presentRun(await requireRun(ctx, id));
}

const { detect } = readInChild<typeof readFile>(new URL('./read-file.ts', import.meta.url), { seconds: 5, megabytes: 512 }, 'content');
/** Number of bytes at the beginning of a file that determine its format. */
const HEAD_BYTES = 64 * 1024;

type Detected = Awaited<ReturnType<typeof detect>>;
type Stored = { run: RunRow; part: { bytes: number; detected: Detected } | null };

/** Stores a part of a file, outside of the transaction. Does nothing if the part exists. */
export async function storePart(
  ctx: UserCtx<'storage'>,
  id: string,
  { offset, content }: Input<typeof imports.part>['body'],
): Promise<Stored> {
  requireNoTransaction('a part of a file');
  const run = await requireRun(ctx, id);
  if (offset < run.received) return { run, part: null };
  const bytes = Buffer.from(content, 'base64');
  if (run.state !== 'uploading' || offset > run.received || bytes.length === 0 || offset + bytes.length > run.bytes)
    throw new AppError('state_conflict', { details: { received: run.received } });
  await ctx.storage.write(partPath(id, run.parts), Readable.from([bytes]));
  // The first part contains at least as many bytes as format detection needs, unless the whole file is shorter.
  const head = run.parts === 0 ? await detect(bytes.subarray(0, HEAD_BYTES)) : null;
  return { run, part: { bytes: bytes.length, detected: head } };
}

export async function recordUploadPart(ctx: UserCtx, id: string, { run, part }: Stored): Promise<ImportRun> {
  if (part) {
    const received = run.received + part.bytes;
    const updated = await updateRun(ctx.db, id, ['uploading'], {
      received,
      parts: run.parts + 1,
      ...(run.parts === 0 && found(part.detected)),
    });
    if (!updated) throw new AppError('state_conflict');
    if (received === run.bytes) await startPreview(ctx, id);
  }
  return presentRun(await requireRun(ctx, id));
}

const found = (detected: Detected): Partial<Pick<RunRow, 'format' | 'headers' | 'plan'>> => {
  if (!detected?.table) return { format: detected?.format ?? '' };
  const { headers, delimiter, encoding } = detected.table;
  const guessed = detected.columns as Record<string, string>;
  return {
    format: 'csv',
    headers,
    plan: { delimiter: delimiter as CsvColumns['delimiter'], encoding, columns: guessed, split: delimiter === ',' ? ';' : ',' },
  };
};

/** Starts the preview. A table reuses the column assignment of the source's last table if it has all of these columns. */
async function startPreview(ctx: UserCtx, id: string): Promise<void> {
  const run = await requireRun(ctx, id);
  const storedPlan = run.source_id === null ? null : (await findSourceById(ctx.db, run.source_id))?.plan;
  const known = storedPlan as RunRow['plan'];
  const fits =
    run.format === 'csv' && known && Object.values(known.columns).every((column) => column === '' || run.headers.includes(column));
  const { encoding, delimiter } = run.plan ?? {};
  if (fits && encoding && delimiter) await updateRun(ctx.db, id, ['uploading'], { plan: { ...known, encoding, delimiter } });
  await queue(ctx, id, ['uploading'], { look: true });
}

async function queue(ctx: UserCtx, id: string, among: readonly RunRow['state'][], { look }: { look: boolean }): Promise<void> {
  const fresh = { problem: null, problem_detail: '', progress_done: 0, finished_at: null, report: emptyReport() };
  if (!(await updateRun(ctx.db, id, among, { ...fresh, state: 'waiting', look }))) throw new AppError('state_conflict');
  await deleteRefusals(ctx.db, id);
  await addJob(ctx.db, { kind: IMPORT_JOB, payload: { run: id }, now: ctx.now });
  ctx.afterCommit(ctx.wakeJobs);
}

/** Repeats the preview. Throws `not_found`, or `state_conflict` for an active run or a removed file. */
export async function repeatPreview(ctx: UserCtx, id: string, { format, plan }: Input<typeof imports.preview>['body']): Promise<ImportRun> {
  const run = await requireRun(ctx, id);
  if (run.kind !== 'file' || run.parts === 0) throw new AppError('state_conflict');
  if (format ?? plan) await updateRun(ctx.db, id, ['looked', 'failed'], { ...(format && { format }), ...(plan && { plan }) });
  await queue(ctx, id, ['looked', 'failed'], { look: true });
  return presentRun(await requireRun(ctx, id));
}

/** Starts the import after a preview. Throws `not_found`, or `state_conflict` if there is no preview. */
export async function applyRun(ctx: UserCtx, id: string): Promise<ImportRun> {
  const run = await requireRun(ctx, id);
  if (run.kind !== 'file' || run.parts === 0) throw new AppError('state_conflict');
  await queue(ctx, id, ['looked'], { look: false });
  await recordAudit(ctx, 'import.run', null, forLog({ ...run, look: false }));
  return presentRun(await requireRun(ctx, id));
}

/** Cancels a run. Throws `not_found`, or `state_conflict` for a finished run. */
export async function cancelRun(ctx: UserCtx<'storage'>, id: string): Promise<ImportRun> {
  const run = await requireRun(ctx, id);
  const open = ['uploading', 'waiting', 'running', 'looked'] as const;
  if (!(await updateRun(ctx.db, id, open, { state: 'cancelled', finished_at: ctx.now, parts: 0 }))) throw new AppError('state_conflict');
  if (!run.look) await recordAudit(ctx, 'import.cancel', null, forLog(run));
  ctx.afterCommit(() => removeParts(ctx, run));
  return presentRun(await requireRun(ctx, id));
}

/** Tolerated difference between the clocks of server and database, in milliseconds. */
const CLOCKS_APART = 60_000;

/** Returns media of a run that need a licence and have none. The media are found by their source and the time range of the run. */
export async function readUnlicensed(ctx: UserCtx, id: string): Promise<Reply<typeof imports.unlicensed>> {
  const { created_at, finished_at, kind, state, source_id } = await requireRun(ctx, id);
  if (kind !== 'file' || state !== 'done' || finished_at === null) return { total: 0, identifiers: [] };
  const source = source_id === null ? undefined : await findSourceById(ctx.db, source_id);
  const identifiers = await listUnlicensed(ctx.db, {
    prefix: source?.prefix ?? null,
    from: new Date(created_at.getTime() - CLOCKS_APART),
    to: new Date(finished_at.getTime() + CLOCKS_APART),
  });
  return { total: identifiers.length, identifiers: identifiers.slice(0, MAX_MEDIA_AT_ONCE) };
}

/** Streams the stored refusals in the user's language. The last line is the number of refusals that were not stored. */
export async function downloadRefusals(ctx: UserCtx, id: string, asked: TableQuery): Promise<StreamAnswer> {
  const run = await requireRun(ctx, id);
  const t = await loadWords(ctx, asked.lang);
  const found = await listRefusals(ctx.db, id, IMPORT_LIMITS.refusals);
  const more = presentRun(run).counts.refused - found.length;
  const columns = [
    { title: t(run.kind === 'file' ? 'imports.refused.line' : 'imports.refused.record'), kind: 'number' },
    { title: t('imports.refused.field') },
    { title: t('imports.refused.reason') },
    { title: t('imports.refused.value') },
  ] as const;
  const rows: Row[] = found.map(({ line, field, reason, value }) => [line, field, t(`imports.reason.${reason}` as MessageKey), value]);
  if (more > 0) rows.push([null, '', t('imports.refused.notKept', { count: more }), '']);
  return tableFile(asked, { name: downloadName(t, 'rejected', today(run.created_at)), columns, rows });
}
