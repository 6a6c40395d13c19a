/** `import FORMAT SOURCE`: records of a file, batch by batch, in constant memory. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { readPlan } from '@fundus/importer/formats/csv/plan';
import { readTerms } from '@fundus/importer/formats/foreign/terms';
import { FORMATS, readRecords, type ImportOptions } from '@fundus/importer/import-records';
import { countRead, formatReport, newReport, type ImportReport } from '@fundus/importer/report';
import { z } from 'zod';
import type { CommandIo } from '../claim.ts';
import { STORE_ARGS, storeBatch, type Line, type Owner } from '../../domains/imports/index.ts';
import { sourceNamed } from './source-named.ts';
import type { Running } from '../running.ts';

export const ImportArgs = z.object({
  format: z.enum(FORMATS),
  source: z.string().min(1),
  ...STORE_ARGS,
  /** Column plan of a CSV file, a JSON file. */
  plan: z.string().optional(),
  /** What words of another system mean here, a JSON file. */
  terms: z.string().optional(),
  /** Before the identifiers of another system. */
  prefix: z.string().max(40).optional(),
  /** A source of the portal: its name or its prefix. What is said besides goes before what it says. */
  from: z.string().optional(),
});
type ImportArgs = z.output<typeof ImportArgs>;

const BATCH = 500;
/** So many records are put into the index at a time while the import goes on: fewer, and merging takes a tenth of the import. */
const INDEX_EVERY = 8_000;

/** Imports and prints the report. Exit code 1 when the source cannot be read or something was refused. */
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
  const source = args.from === undefined ? undefined : await sourceNamed(running, args.from);
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
  if (gone > 0) io.line(`${gone} ${args.dryRun ? 'would be' : 'were'} taken out because the file says they are deleted.`);
  if (unowned > 0) io.line(`${unowned} deletion notices were left out: name their source with --prefix or --from.`);
  io.line(`${((performance.now() - started) / 1000).toFixed(1)} s`);
  return report.refused > 0 ? 1 : 0;
}

/** Reads on while the batch before is being stored. */
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
      // Of a record and its deletion the later one counts.
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
