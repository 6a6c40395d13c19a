/** Counts the results of an import, and formats the report for the operator. */
import type { ImportedRecord } from './import-records.ts';
import type { Note, Reason, Refusal } from './refusal.ts';

/** Number of notes with the same field and reason, with the first values as examples. */
type NoteCount = { field: string; reason: Reason; count: number; examples: string[] };

export type ImportReport = {
  /** Number of records and rejected lines that were read. */
  read: number;
  stored: number;
  changed: number;
  unchanged: number;
  refused: number;
  /** The first refusals, at most `keep`. Further ones are only counted. */
  refusals: (Refusal & { line: number })[];
  notes: Map<string, NoteCount>;
  keep: number;
  /** Maximum number of examples per note. */
  examples: number;
};

const EXAMPLES = 3;

export const newReport = (keep = 20, examples = EXAMPLES): ImportReport => ({
  read: 0,
  stored: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  refusals: [],
  notes: new Map(),
  keep,
  examples,
});

/** Counts a result of `readRecords`. */
export function countRead(report: ImportReport, imported: ImportedRecord): void {
  report.read += 1;
  if (imported.refusal) return countRefusal(report, imported.line, imported.refusal);
  for (const note of imported.record ? imported.notes : []) countNote(report, note);
}

/** Counts a note. The catalogue can add notes after a record was read. */
export function countNote(report: ImportReport, { field, reason, value }: Note): void {
  const key = `${field} ${reason}`;
  const known = report.notes.get(key) ?? { field, reason, count: 0, examples: [] };
  known.count += 1;
  if (value !== undefined && known.examples.length < report.examples && !known.examples.includes(value)) known.examples.push(value);
  report.notes.set(key, known);
}

/** Counts a refusal. The catalogue can reject a record after it was read. */
export function countRefusal(report: ImportReport, line: number, refusal: Refusal): void {
  report.refused += 1;
  if (report.refusals.length < report.keep) report.refusals.push({ line, ...refusal });
}

/** Adds the counts of a stored batch. */
export function countStored(report: ImportReport, counts: { stored: number; changed: number; unchanged: number }): void {
  report.stored += counts.stored;
  report.changed += counts.changed;
  report.unchanged += counts.unchanged;
}

const REASONS: Readonly<Record<Reason, string>> = {
  json: 'is not valid JSON',
  object: 'is not a JSON object; every line must be one',
  xml: 'is not valid XML; the record was skipped',
  marc: 'is not a readable MARC record; the record was skipped',
  other_source: 'belongs to a record of another source or of the catalogue; left as it is',
  no_source: 'is a deletion notice, which only the source of a record can send',
  encoding: 'is not in the expected encoding (UTF-8, or that of the column plan)',
  nul: 'contains a NUL character',
  too_long: 'is longer than 4 MB',
  quote: 'has an unclosed quotation mark',
  columns: 'has more values than the header has columns',
  column: 'is not a column of this file',
  required: 'is missing or empty',
  type: 'has a value of the wrong type',
  max: 'is too long or too large',
  min: 'is too short or too small',
  format: 'has an invalid format',
  characters: 'contains characters that are not allowed (blanks, / or \\)',
  range: 'ends before it begins',
  value: 'has a value that is not allowed',
  unknown: 'is unknown to the portal',
  keyword: 'is not a subject of the tree; kept as a keyword',
  kept: 'is an unknown code; kept unchanged',
  guessed: 'could not be read; another value was used',
  left_out: 'could not be read; omitted',
  shortened: 'was too long and has been shortened',
  repeated: 'occurs more than once; the last one is used',
  same: 'exists under another identifier',
};

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const quoted = ({ value }: { value?: string }): string => (value === undefined ? '' : `: “${value}”`);

/** Returns a refusal as a line of text, such as `line 12: title (required): is missing or empty`. */
const formatRefusal = ({ line, ...refusal }: Refusal & { line: number }): string =>
  `line ${line}: ${refusal.field === 'line' ? '' : `${refusal.field} `}${REASONS[refusal.reason]} (${refusal.reason})${quoted(refusal)}`;

/** Returns the report as text without a line end at its end. */
export function formatReport(report: ImportReport, { dryRun = false }: { dryRun?: boolean } = {}): string {
  const { read, stored, changed, unchanged, refused } = report;
  const lines = [
    `${dryRun ? 'Dry run, nothing was stored. ' : ''}${plural(read, 'record')} read: ${stored} stored, ${changed} changed, ${unchanged} unchanged, ${refused} refused.`,
  ];
  if (report.refusals.length > 0) lines.push('', 'Refused:', ...report.refusals.map((each) => `  ${formatRefusal(each)}`));
  const more = refused - report.refusals.length;
  if (more > 0) lines.push(`  … and ${more} more`);
  const notes = [...report.notes.values()].sort((a, b) => b.count - a.count);
  if (notes.length > 0) lines.push('', 'Imported with notes:');
  for (const { field, reason, count, examples } of notes) lines.push(`  ${count} × ${field} ${REASONS[reason]}${examplesOf(examples)}`);
  return lines.join('\n');
}

const examplesOf = (examples: readonly string[]): string =>
  examples.length === 0 ? '' : `, such as ${examples.map((each) => `“${each}”`).join(', ')}`;
