/** The importer's public interface: a source in a known format → records and refusals, line by line, in constant memory. */
import type { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import { readCsv } from './formats/csv/map.ts';
import type { CsvPlan } from './formats/csv/plan.ts';
import { mapLine } from './formats/jsonl/map.ts';
import { readJsonLines } from './formats/jsonl/read.ts';
import type { Source } from './lines.ts';
import type { Outcome } from './record.ts';
import { type Note, type Refusal, refuse } from './refusal.ts';

export const FORMATS = ['jsonl', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export type ImportOptions = {
  /** Needed for `csv`; see `readPlan`. */
  plan?: CsvPlan;
};

/** `line` is where the record starts, from 1. `notes` name values that were left out, shortened or kept elsewhere. */
export type Imported =
  { line: number; record: MediaRecord; notes: Note[]; refusal?: undefined } | { line: number; refusal: Refusal; record?: undefined };

/** So many identifiers are remembered to notice one that comes twice; later ones of a larger file go unnoticed, and only that. */
const REMEMBERED = 200_000;

/**
 * Reads a source. Empty lines are passed over; a line that cannot be taken is refused with field and rule and never stops the rest.
 * A record whose identifier has come before is yielded all the same, with the note `repeated`: the last one counts.
 */
export async function* readRecords(format: Format, source: Source, options: ImportOptions = {}): AsyncGenerator<Imported> {
  const seen = new Map<string, number>();
  if (!Object.hasOwn(READERS, format)) throw new TypeError(`format: ${String(format)} is not one of ${FORMATS.join(', ')}`);
  for await (const { line, ...outcome } of READERS[format](source, options)) {
    if (outcome.refusal) {
      yield { line, refusal: outcome.refusal };
      continue;
    }
    const { record, notes } = outcome;
    const before = seen.get(record.identifier);
    if (before !== undefined) notes.push(refuse('identifier', 'repeated', `${record.identifier} (line ${before})`));
    if (before !== undefined || seen.size < REMEMBERED) seen.set(record.identifier, line);
    yield { line, record, notes };
  }
}

type Reader = (source: Source, options: ImportOptions) => AsyncIterable<{ line: number } & Outcome>;

/** How each format is read. A format without a reader does not compile. */
const READERS: Record<Format, Reader> = { jsonl: readJsonl, csv: readCsvByPlan };

async function* readJsonl(source: Source): AsyncGenerator<{ line: number } & Outcome> {
  for await (const { line, value, refusal } of readJsonLines(source)) yield refusal ? { line, refusal } : { line, ...mapLine(value) };
}

async function* readCsvByPlan(source: Source, { plan }: ImportOptions): AsyncGenerator<{ line: number } & Outcome> {
  if (!plan) throw new TypeError('csv needs a column plan');
  yield* readCsv(source, plan);
}
