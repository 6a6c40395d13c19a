/**
 * Imports a slice of a file. A child process reads the file and keeps the position for the next slice. If that process is gone or runs on another
 * server, reading starts again at the beginning.
 */
import type { Readable } from 'node:stream';
import type { ImportFormat } from '@fundus/contract/imports/imports';
import type { ImportedRecord, ImportOptions } from '@fundus/importer/import-records';
import { refuse } from '@fundus/importer/refusal';
import { countRead, countRefusal, type ImportReport } from '@fundus/importer/report';
import { openChildSession, TaskStopped, type ChildSession } from '../../child-process/run-in-child.ts';
import type { Portal } from '../../http/context.ts';
import type { Storage } from '../../storage/storage.ts';
import { sampleOf, toReport } from './kept-report.ts';
import type { Owner } from './owner.ts';
import type * as readFile from './read-file.ts';
import { findSourceById, markSource } from './repository.ts';
import type { RunRow } from './run-repository.ts';
import { partPath } from './parts.ts';
import { storeBatch, type Line } from './store-batch.ts';
import { planOf, termsOf } from './terms.ts';
import { storeProgress, licenceOf, makeCheck, RunFailed, SLICE_MS } from './slice.ts';
import { IMPORT_LIMITS } from '@fundus/contract/imports/imports';

const BATCH = 250;
/** Milliseconds after which an unused child process is closed. The next slice then reads the file from its beginning. */
const KEPT_MS = 60_000;

/** Limits of the child process: CPU seconds per batch of records, and memory in megabytes. */
const LIMITS = { seconds: 10, megabytes: 1_024 };

type Reading = { batches: AsyncGenerator<ImportedRecord[]>; bytes: () => number; read: number; look: boolean; timer?: NodeJS.Timeout };

const open = new WeakMap<Storage, Map<string, Reading>>();

/** Imports a slice. Returns whether the file has ended. Throws `RunFailed` or `RunEnded`. */
export async function importFileSlice(portal: Portal<'storage'>, run: RunRow): Promise<boolean> {
  const started = performance.now();
  const source = run.source_id === null ? undefined : await findSourceById(portal.db, run.source_id);
  const reading = await readingOf(portal, run, source);
  const check = await makeCheck(portal.db, run.district_id);
  const report = toReport(run.report);
  const args = {
    dryRun: run.look,
    licence: licenceOf(source?.licence ?? 'free', run.district_id),
    ...(source?.same !== 'apart' && { same: 'skip' as const }),
  };
  const owner: Owner = source ? { prefix: source.prefix, districtId: run.district_id } : 'none';
  let kept = run.report;
  for (;;) {
    const { lines, gone, samples, over } = await readBatch(reading, report, check);
    if (owner === 'none') refuseDeletions(report, gone);
    const before = { ...kept, samples: [...kept.samples, ...samples].slice(0, IMPORT_LIMITS.samples) };
    await storeBatch(portal, lines, args, report, {
      owner,
      gone: [...gone.keys()],
      also: async (db, stored) => {
        const more = { joined: stored.same, gone: stored.gone, unlicensed: stored.unlicensed };
        kept = await storeProgress(db, run, report, { before, more, done: reading.bytes(), total: run.bytes });
      },
    });
    if (over) {
      if (source && run.format === 'csv' && run.plan && !run.look)
        await markSource(portal.db, source.id, { plan: JSON.stringify(run.plan) });
      return true;
    }
    if (performance.now() - started > SLICE_MS) {
      cacheReading(portal.storage, run.id, reading);
      return false;
    }
    // Lets other tasks of the process run between two batches.
    await new Promise((next) => setImmediate(next));
  }
}

async function readBatch(reading: Reading, report: ReturnType<typeof toReport>, check: Awaited<ReturnType<typeof makeCheck>>) {
  const lines: Line[] = [];
  const deletions = new Map<string, number>();
  const samples: ReturnType<typeof sampleOf>[] = [];
  const { value, done } = await reading.batches.next();
  if (done) return { lines, gone: deletions, samples, over: true };
  for (const imported of value) {
    reading.read += 1;
    countRead(report, imported);
    // If the file contains a record and its deletion, the later one applies.
    if (imported.deleted !== undefined) {
      deletions.set(imported.deleted, imported.line);
      const stored = lines.findIndex(({ record }) => record.identifier === imported.deleted);
      if (stored >= 0) lines.splice(stored, 1);
    }
    if (!imported.record) continue;
    deletions.delete(imported.record.identifier);
    const refusal = check(imported.record);
    if (refusal) countRefusal(report, imported.line, refusal);
    else {
      lines.push(imported);
      if (samples.length < IMPORT_LIMITS.samples) samples.push(sampleOf(imported.record));
    }
  }
  return { lines, gone: deletions, samples, over: false };
}

/** Refuses deletions in a file without a source, because the owner of the media is unknown. */
function refuseDeletions(report: ImportReport, gone: Map<string, number>): void {
  for (const [identifier, line] of gone) countRefusal(report, line, refuse('identifier', 'no_source', identifier));
  gone.clear();
}

/** Returns the records of a file in batches, read by a child process. Throws `RunFailed` if a record exceeds its limits. */
async function* batchesOf(
  pieces: AsyncGenerator<Uint8Array>,
  { calls, close }: ChildSession<typeof readFile>,
  begin: [ImportFormat, ImportOptions, number],
): AsyncGenerator<ImportedRecord[]> {
  try {
    await calls.beginFile(...begin);
    let piece: Uint8Array | null | undefined;
    let found: ImportedRecord[] = [];
    for (;;) {
      const { records, stopped } = await calls.readNextRecords(piece, BATCH - found.length);
      found.push(...records);
      if (found.length > 0 && (stopped !== 'bytes' || found.length >= BATCH)) {
        yield found;
        found = [];
      }
      if (stopped === 'over') return;
      piece = stopped === 'bytes' ? ((await pieces.next()).value ?? null) : undefined;
    }
  } catch (error) {
    throw error instanceof TaskStopped ? new RunFailed('too_complex') : error;
  } finally {
    close();
    await pieces.return(undefined);
  }
}

async function readingOf(
  { storage }: Portal<'storage'>,
  run: RunRow,
  source: Awaited<ReturnType<typeof findSourceById>>,
): Promise<Reading> {
  const kept = open.get(storage)?.get(run.id);
  open.get(storage)?.delete(run.id);
  clearTimeout(kept?.timer);
  const { read } = run.report.counts;
  if (kept?.read === read && kept.look === run.look && read > 0) return kept;
  await kept?.batches.return(undefined);
  if (run.format === '') throw new RunFailed('format');
  const terms = termsOf(source?.words ?? []);
  const plan = run.format === 'csv' ? run.plan && planOf(run.plan, terms) : undefined;
  if (plan === null) throw new RunFailed('plan');
  let bytes = 0;
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    for (let part = 0; part < run.parts; part += 1) {
      if (!(await storage.stat(partPath(run.id, part)))) throw new RunFailed('lost');
      for await (const chunk of storage.read(partPath(run.id, part)) as Readable & AsyncIterable<Uint8Array>) {
        bytes += chunk.length;
        yield chunk;
      }
    }
  };
  const session = openChildSession<typeof readFile>(new URL('./read-file.ts', import.meta.url), LIMITS);
  const options = { ...(plan && { plan }), terms, prefix: source?.prefix };
  const batches = batchesOf(parts(), session, [run.format as ImportFormat, options, read]);
  return { batches, bytes: () => bytes, read, look: run.look };
}

function cacheReading(storage: Storage, id: string, reading: Reading): void {
  const those = open.get(storage) ?? new Map<string, Reading>();
  open.set(storage, those);
  reading.timer = setTimeout(() => {
    those.delete(id);
    void reading.batches.return(undefined).catch(() => {});
  }, KEPT_MS);
  reading.timer.unref();
  those.set(id, reading);
}
