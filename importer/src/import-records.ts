/** The importer's public interface: a source in a known format → records and refusals, line by line, in constant memory. */
import { IMPORT_FORMATS, type ImportFormat } from '@fundus/contract/imports/imports';
import { readCsv } from './formats/csv/map.ts';
import type { CsvPlan } from './formats/csv/plan.ts';
import type { ForeignOptions } from './formats/foreign/map.ts';
import { readMarcFile } from './formats/foreign/read-marc.ts';
import { readAmbFile, readXmlFormat, XML_FORMATS } from './formats/foreign/read.ts';
import { mapLine } from './formats/jsonl/map.ts';
import { readJsonLines } from './formats/jsonl/read.ts';
import type { Source } from './lines.ts';
import type { Outcome } from './record.ts';
import { refuse } from './refusal.ts';

export { IMPORT_FORMATS as FORMATS };
export type Format = ImportFormat;

/** `prefix` is put before the identifiers of every format; `terms` do not apply to a table, whose plan contains its words. */
export type ImportOptions = ForeignOptions & {
  /** Needed for `csv`; see `readPlan`. */
  plan?: CsvPlan;
};

/** `line` is the line on which the record starts, from 1. `notes` name values that were left out, shortened or kept elsewhere. */
export type Imported = { line: number } & Outcome;

/** So many identifiers are remembered to notice one that comes twice; later ones of a larger file go unnoticed, and only that. */
const REMEMBERED = 200_000;

/**
 * Reads a source. Empty lines are passed over; a line that cannot be taken is refused with field and rule and never stops the rest.
 * A record whose identifier has come before is yielded all the same, with the note `repeated`: the last one counts.
 */
export async function* readRecords(format: Format, source: Source, options: ImportOptions = {}): AsyncGenerator<Imported> {
  const seen = new Map<string, number>();
  if (!Object.hasOwn(READERS, format)) throw new TypeError(`format: ${String(format)} is not one of ${IMPORT_FORMATS.join(', ')}`);
  for await (const { line, ...outcome } of READERS[format](source, options)) {
    if (!outcome.record) {
      if (outcome.deleted !== undefined) seen.delete(outcome.deleted);
      yield { line, ...outcome };
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
const READERS: Record<Format, Reader> = {
  jsonl: readJsonl,
  csv: readCsvByPlan,
  amb: readAmbFile,
  marc: readMarcFile,
  ...xmlReaders(),
};

function xmlReaders(): Record<keyof typeof XML_FORMATS, Reader> {
  const names = Object.keys(XML_FORMATS) as (keyof typeof XML_FORMATS)[];
  const readers = names.map((name): [string, Reader] => [name, (source, options) => readXmlFormat(name, source, options)]);
  return Object.fromEntries(readers) as Record<keyof typeof XML_FORMATS, Reader>;
}

async function* readJsonl(source: Source, options: ImportOptions): AsyncGenerator<{ line: number } & Outcome> {
  for await (const { line, value, refusal } of readJsonLines(source))
    yield refusal ? { line, refusal } : { line, ...mapLine(value, options) };
}

async function* readCsvByPlan(source: Source, { plan, prefix }: ImportOptions): AsyncGenerator<{ line: number } & Outcome> {
  if (!plan) throw new TypeError('csv needs a column plan');
  yield* readCsv(source, plan, prefix);
}
