/** Public API of the importer: reads a source in a known format as records and refusals, in constant memory. */
import { IMPORT_FORMATS, type ImportFormat } from '@fundus/contract/imports/imports';
import { readCsvRecords } from './formats/csv/map.ts';
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

/** `prefix` is prepended to identifiers in every format. `terms` does not apply to CSV, whose plan defines the meaning of words. */
export type ImportOptions = ForeignOptions & {
  /** Column plan, required for `csv`; see `readPlan`. */
  plan?: CsvPlan;
};

/** `line` is the number of the record's first line, counted from 1. `notes` are values that were omitted, shortened or moved. */
export type ImportedRecord = { line: number } & Outcome;

/** Maximum number of identifiers that are stored to detect duplicates. In larger files, later duplicates are not reported. */
const REMEMBERED = 200_000;

/**
 * Reads a source. Skips empty lines and rejects invalid lines with field and rule. Yields a record whose identifier occurred before with the note
 * `repeated`, since it replaces the earlier one.
 */
export async function* readRecords(format: Format, source: Source, options: ImportOptions = {}): AsyncGenerator<ImportedRecord> {
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

/** The reader of each format. A format without a reader does not compile. */
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
  yield* readCsvRecords(source, plan, prefix);
}
