/** A slice of a file: it is read on where the last one ended, in this process from memory, in another one from the beginning of the file. */
import type { Readable } from 'node:stream';
import type { ImportFormat } from '@fundus/contract/imports/imports';
import { readRecords, type Imported } from '@fundus/importer/import-records';
import { countRead, countRefusal } from '@fundus/importer/report';
import type { Portal } from '../../http/context.ts';
import type { Storage } from '../../storage/storage.ts';
import { sampleOf, toReport } from './kept-report.ts';
import { findSourceById, markSource } from './repository.ts';
import type { RunRow } from './run-repository.ts';
import { partPath } from './parts.ts';
import { storeBatch, type Line } from './store-batch.ts';
import { planOf, termsOf } from './terms.ts';
import { keepBatch, licenceOf, makeCheck, RunFailed, SLICE_MS } from './slice.ts';
import { IMPORT_LIMITS } from '@fundus/contract/imports/imports';

const BATCH = 250;
/** A file nobody reads on is closed; whoever goes on then begins anew. */
const KEPT_MS = 60_000;

type Reading = { records: AsyncGenerator<Imported>; bytes: () => number; read: number; look: boolean; timer?: NodeJS.Timeout };

const open = new WeakMap<Storage, Map<string, Reading>>();

/** Whether it came to the end of the file. Throws `RunFailed`, `RunEnded`. */
export async function workFile(portal: Portal, run: RunRow): Promise<boolean> {
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
  let kept = run.report;
  for (;;) {
    const { lines, samples, over } = await readBatch(reading, report, check);
    const before = { ...kept, samples: [...kept.samples, ...samples].slice(0, IMPORT_LIMITS.samples) };
    await storeBatch(portal, lines, args, report, {
      also: async (db, { same }) => {
        kept = await keepBatch(db, run, report, { before, more: { joined: same, gone: 0 }, done: reading.bytes(), total: run.bytes });
      },
    });
    if (over) {
      if (source && run.format === 'csv' && run.plan && !run.look)
        await markSource(portal.db, source.id, { plan: JSON.stringify(run.plan) });
      return true;
    }
    if (performance.now() - started > SLICE_MS) {
      keep(portal.storage, run.id, reading);
      return false;
    }
    // What else the process has to do comes between two batches.
    await new Promise((next) => setImmediate(next));
  }
}

async function readBatch(reading: Reading, report: ReturnType<typeof toReport>, check: Awaited<ReturnType<typeof makeCheck>>) {
  const lines: Line[] = [];
  const samples: ReturnType<typeof sampleOf>[] = [];
  for (let i = 0; i < BATCH; i += 1) {
    const { value, done } = await reading.records.next();
    if (done) return { lines, samples, over: true };
    reading.read += 1;
    countRead(report, value);
    if (!value.record) continue;
    const refusal = check(value.record);
    if (refusal) countRefusal(report, value.line, refusal);
    else {
      lines.push(value);
      if (samples.length < IMPORT_LIMITS.samples) samples.push(sampleOf(value.record));
    }
  }
  return { lines, samples, over: false };
}

async function readingOf({ storage }: Portal, run: RunRow, source: Awaited<ReturnType<typeof findSourceById>>): Promise<Reading> {
  const kept = open.get(storage)?.get(run.id);
  open.get(storage)?.delete(run.id);
  clearTimeout(kept?.timer);
  const { read } = run.report.counts;
  if (kept?.read === read && kept.look === run.look && read > 0) return kept;
  await kept?.records.return(undefined);
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
  const records = readRecords(run.format as ImportFormat, parts(), { ...(plan && { plan }), terms, prefix: source?.prefix });
  for (let i = 0; i < read; i += 1) if ((await records.next()).done) break;
  return { records, bytes: () => bytes, read, look: run.look };
}

function keep(storage: Storage, id: string, reading: Reading): void {
  const those = open.get(storage) ?? new Map<string, Reading>();
  open.set(storage, those);
  reading.timer = setTimeout(() => {
    those.delete(id);
    void reading.records.return(undefined).catch(() => {});
  }, KEPT_MS);
  reading.timer.unref();
  those.set(id, reading);
}
