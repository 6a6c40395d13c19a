/** Command `import FORMAT SOURCE`: imports the records of a file in batches, in constant memory. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { readPlan } from '@fundus/importer/formats/csv/plan';
import { readTerms } from '@fundus/importer/formats/foreign/terms';
import { FORMATS, readRecords, type ImportOptions } from '@fundus/importer/import-records';
import { countRead, formatReport, newReport, type ImportReport } from '@fundus/importer/report';
import { z } from 'zod';
import type { CommandIo } from '../claim.ts';
import { STORE_ARGS, storeBatch, type Line, type Owner } from '../../domains/imports/index.ts';
import { requireSourceByName } from './source-named.ts';
import type { Running } from '../running.ts';

export const ImportArgs = z.object({
  format: z.enum(FORMATS),
  source: z.string().min(1),
  ...STORE_ARGS,
  /** JSON file with the column plan of a CSV file. */
  plan: z.string().optional(),
  /** JSON file that maps terms of another system to terms of the portal. */
  terms: z.string().optional(),
  /** Prefix for the identifiers of imported records. */
  prefix: z.string().max(40).optional(),
  /** Name or prefix of an import source. Explicit options override the settings of the source. */
  from: z.string().optional(),
});
type ImportArgs = z.output<typeof ImportArgs>;

const BATCH = 500;
/** Number of records per index update during the import. With smaller updates, merging segments would take a tenth of the import's time. */
const INDEX_EVERY = 8_000;

/** Imports the records of a file and prints a report. Returns 1 if the file cannot be read or records were rejected. */
export async function importRecords(running: Running, args: ImportArgs, io: CommandIo): Promise<number> {
  const size = (await stat(args.source).catch(() => null))?.size;
  if (size === undefined) {
    io.line(`source: the file ${args.source} cannot be read`);
    return 1;
  }
  const { plan, errors } = args.plan ? readPlan(await readFile(args.plan, 'utf8')) : {};
  if (errors || (args.format === 'csv' && !plan)) {
    for (const line of errors ?? ['plan: a CSV file needs a column plan, --plan FILE (docs/import/csv.md)']) io.line(line);
    return 1;
  }
  const { terms, errors: wrong } = args.terms ? readTerms(await readFile(args.terms, 'utf8')) : {};
  if (wrong) {
    for (const line of wrong) io.line(line);
    return 1;
  }
  const source = args.from === undefined ? undefined : await requireSourceByName(running, args.from);
  const how = { ...args, licence: args.licence ?? source?.licence };
  const started = performance.now();
  const report = newReport();
  const read = { ...(plan && { plan }), terms: terms ?? source?.terms, prefix: args.prefix ?? source?.prefix };
  const owner: Owner | undefined = read.prefix
    ? { prefix: read.prefix, districtId: source?.districtId ?? null, adopts: read.prefix !== source?.prefix }
    : undefined;
  const { gone, unowned } = await readInto(running, how, { read, owner }, report, (read) => io.progress(read, size));
  if (!args.dryRun) await running.follower.catchUp();
  io.progress(size, size);
  io.line(formatReport(report, { dryRun: args.dryRun }));
  if (gone > 0) io.line(`${gone} ${args.dryRun ? 'would be' : 'were'} removed because the file marks them as deleted.`);
  if (unowned > 0) io.line(`${unowned} deletion notices were skipped: name their source with --prefix or --from.`);
  io.line(`${((performance.now() - started) / 1000).toFixed(1)} s`);
  return report.refused > 0 ? 1 : 0;
}

/** Reads the next batch while the previous one is being stored. */
async function readInto(
  running: Running,
  args: ImportArgs,
  { read: options, owner }: { read: ImportOptions; owner: Owner | undefined },
  report: ImportReport,
  onProgress: (bytes: number) => void,
): Promise<{ gone: number; unowned: number }> {
  const source = createReadStream(args.source, { highWaterMark: 256 * 1024 });
  let storing: Promise<unknown> = Promise.resolve();
  let batch: Line[] = [];
  let deleted = new Set<string>();
  const counts = { gone: 0, unowned: 0 };
  let unseen = 0;
  const flush = async (): Promise<void> => {
    running.giveWay?.throwIfAborted();
    const [full, gone] = [batch, [...deleted]];
    [batch, deleted] = [[], new Set()];
    await storing;
    onProgress(source.bytesRead);
    storing = storeBatch(running.portal, full, args, report, { owner, gone }).then((stored) => (counts.gone += stored.gone));
    unseen += full.length;
    if (args.dryRun || unseen < INDEX_EVERY) return;
    unseen = 0;
    void storing.then(running.follower.catchUp, () => {});
  };
  for await (const imported of readRecords(args.format, source, options)) {
    countRead(report, imported);
    if (imported.deleted !== undefined) {
      // If a file contains a record and its deletion, the later of the two applies.
      batch = batch.filter(({ record }) => record.identifier !== imported.deleted);
      if (owner) deleted.add(imported.deleted);
      else counts.unowned += 1;
    } else if (imported.record) {
      deleted.delete(imported.record.identifier);
      batch.push(imported);
    }
    if (batch.length + deleted.size >= BATCH) await flush();
  }
  await flush();
  await storing;
  return counts;
}
