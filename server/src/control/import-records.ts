/** `import FORMAT SOURCE`: records of a file, batch by batch, in constant memory. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { RecordLicence, type MediaRecord } from '@fundus/contract/catalogue';
import { readRecords } from '@fundus/importer/import-records';
import { formatReport, newReport, type ImportReport } from '@fundus/importer/report';
import { z } from 'zod';
import { ingest, type IngestRefusal } from '../domains/catalogue/index.ts';
import type { CommandIo } from './claim.ts';
import type { Running } from './commands.ts';

export const ImportArgs = z.object({
  format: z.enum(['jsonl', 'csv']),
  source: z.string().min(1),
  dryRun: z.boolean().default(false),
  /** `free`, `none`, `district:ID` or `school:ID` for records that name no licence. */
  licence: z
    .string()
    .regex(/^(free|none|(district|school):.+)$/)
    .optional(),
  /** Column plan of a CSV file, a JSON file. */
  plan: z.string().optional(),
});

const BATCH = 500;

type Line = { line: number; record: MediaRecord };

/** Undoes a batch of a dry run. */
class Undo extends Error {}

/** Imports and prints the report. Exit code 1 when something was refused. */
export async function importRecords(running: Running, args: z.output<typeof ImportArgs>, io: CommandIo): Promise<number> {
  const { size } = await stat(args.source).catch(() => ({ size: -1 }));
  if (size < 0) {
    io.line(`source: the file ${args.source} cannot be read`);
    return 1;
  }
  const plan: unknown = args.plan ? JSON.parse(await readFile(args.plan, 'utf8')) : undefined;
  const started = performance.now();
  const report = newReport();
  let read = 0;
  const bytes = createReadStream(args.source, { highWaterMark: 256 * 1024 });
  bytes.on('data', (chunk) => {
    read += chunk.length;
    io.progress(read, size);
  });
  let writing: Promise<void> = Promise.resolve();
  let batch: Line[] = [];
  const flush = async (): Promise<void> => {
    const full = batch;
    batch = [];
    await writing;
    writing = store(running, full, args, report);
  };
  for await (const each of readRecords(args.format, bytes, { plan })) {
    report.read += 1;
    if ('refusal' in each) report.refuse(each.line, each.refusal);
    else batch.push(each);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  await writing;
  if (!args.dryRun) await running.follower.catchUp();
  io.progress(size, size);
  for (const line of formatReport(report, { seconds: (performance.now() - started) / 1000, dryRun: args.dryRun })) io.line(line);
  return report.refused > 0 ? 1 : 0;
}

async function store(
  { portal, follower }: Running,
  lines: readonly Line[],
  { licence, dryRun }: z.output<typeof ImportArgs>,
  report: ImportReport,
): Promise<void> {
  if (lines.length === 0) return;
  const options = { today: portal.now().toISOString().slice(0, 10), ...(licence && { licence: licenceOf(licence) }) };
  let outcome: Awaited<ReturnType<typeof ingest>> | undefined;
  try {
    await portal.db.transaction().execute(async (trx) => {
      outcome = await ingest(
        trx,
        lines.map((each) => each.record),
        options,
      );
      if (dryRun) throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  if (!outcome) return;
  report.stored += outcome.counts.stored;
  report.changed += outcome.counts.changed;
  report.unchanged += outcome.counts.unchanged;
  const lineOf = new Map(lines.map((each) => [each.record.identifier, each.line]));
  outcome.refusals.forEach(({ identifier, field, reason }: IngestRefusal) => report.refuse(lineOf.get(identifier) ?? 0, { field, reason }));
  if (!dryRun) void follower.catchUp();
}

function licenceOf(text: string): RecordLicence {
  const [scope, target] = text.split(/:(.*)/s);
  return RecordLicence.parse({ scope, ...(target && { target }) });
}
