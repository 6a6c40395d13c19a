/** Reads a table in any format and maps its columns (docs/import/tables.md). Only used in child processes of the server. */
import { cleanLine } from '@fundus/contract/fields';
import { invalid } from '@fundus/contract/errors';
import { HEADER_ROWS, LISTED_VALUES, TABLE_COLUMNS, type RecognisedTable, type TableMapping } from '@fundus/contract/tables/tables';
import { codeOf, isReason, recogniseColumns, recogniseSource, type TableDefinition } from './columns.ts';
import { readCsvSheet } from './csv-sheets.ts';
import type { Sheet, SheetRow } from './sheet.ts';
import { readWorkbook } from './xlsx/read-workbook.ts';

/** A row after the header. `cells` contains the columns of the definition, `raw` all cells in the file. */
export type TableRow<C extends string> = {
  line: number;
  cells: Readonly<Record<C, string>>;
  raw: string[];
  /** Problem of the row; `field` is '' if the whole row could not be read. */
  problem: { field: C | ''; rule: string } | null;
};

export type ReadTable<C extends string> = {
  found: RecognisedTable;
  rows: TableRow<C>[];
  /** Columns that are in the file or have a fixed value for all rows. */
  has: Set<C>;
};

const SAMPLES = 3;
const SAMPLE_LENGTH = 60;

/**
 * Reads the rows of a table with a mapping, or by recognising its column names. If required columns are missing, returns no rows and lists them in
 * `found.missing`. Throws `validation_failed` for the field `content` if the file is not a table, has no rows, or has too many rows.
 */
export async function readTable<C extends string>(
  content: Uint8Array,
  definition: TableDefinition<C>,
  mapping?: TableMapping,
): Promise<ReadTable<C>> {
  const format = formatOf(content);
  const rate = (rows: readonly SheetRow[]): number => rateRows(definition, rows, mapping?.header);
  const sheets = format === 'xlsx' ? await readWorkbook(content) : [await readCsvSheet(content, rate)];
  const sheet = chooseSheet(sheets, mapping, rate);
  return mapRows(definition, sheet, mapping, { format, sheets: format === 'xlsx' ? sheets.map(({ name }) => name) : [] });
}

const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean => mark.every((byte, i) => bytes[i] === byte);

/** Returns the format of a file. Throws `validation_failed` if it is neither text nor a workbook; the rule states which format it is instead. */
export function formatOf(content: Uint8Array): RecognisedTable['format'] {
  if (content.length === 0) throw invalid('content', 'empty');
  if (startsWith(content, 0x50, 0x4b, 0x03, 0x04) || startsWith(content, 0x50, 0x4b, 0x05, 0x06)) return 'xlsx';
  // A compound file is an .xls file or a workbook with a password.
  if (startsWith(content, 0xd0, 0xcf, 0x11, 0xe0)) throw invalid('content', 'xls');
  const isBinary = startsWith(content, 0x25, 0x50, 0x44, 0x46) || startsWith(content, 0x89, 0x50) || startsWith(content, 0xff, 0xd8, 0xff);
  if (isBinary) throw invalid('content', 'binary');
  return 'csv';
}

function chooseSheet(sheets: readonly Sheet[], mapping: TableMapping | undefined, rate: (rows: readonly SheetRow[]) => number): Sheet {
  const named = mapping && sheets.find(({ name }) => name === mapping.sheet);
  if (named) return named;
  return [...sheets].map((sheet) => ({ sheet, rating: rate(sheet.rows) })).sort((a, b) => b.rating - a.rating)[0]!.sheet;
}

/** Returns the rating of a separator. Recognised columns count most, then rows with equal numbers of cells. */
function rateRows(definition: TableDefinition, rows: readonly SheetRow[], header: number | undefined): number {
  const at = headerAt(definition, rows, header);
  const recognised = at < 0 ? 0 : recogniseColumns(definition, rows[at]!.cells).size;
  const widths = new Map<number, number>();
  for (const { cells } of rows.slice(Math.max(at, 0), Math.max(at, 0) + 200)) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const [width, count] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0];
  const even = widths.size === 0 ? 0 : count / [...widths.values()].reduce((sum, each) => sum + each, 0);
  return recognised * 1_000 + (width > 1 ? 100 + even * 100 + Math.min(width, 50) : 0);
}

const headerAt = (definition: TableDefinition, rows: readonly SheetRow[], header: number | undefined): number =>
  header === undefined ? findHeader(definition, rows) : rows.findIndex(({ line }) => line === header);

/** Returns the index of the header row, or -1 if the file has none. Rows with titles may precede the header. */
function findHeader(definition: TableDefinition, rows: readonly SheetRow[]): number {
  const top = rows.slice(0, HEADER_ROWS);
  const sizes = top.map(({ cells, problem }) => (problem ? 0 : recogniseColumns(definition, cells).size));
  const most = Math.max(0, ...sizes);
  if (most > 0) return sizes.indexOf(most);
  if (definition.order) return -1;
  const filled = top.map(({ cells }) => cells.filter((cell) => cell !== '').length);
  return filled.indexOf(Math.max(0, ...filled));
}

type About = Pick<RecognisedTable, 'format' | 'sheets'>;

function mapRows<C extends string>(
  definition: TableDefinition<C>,
  sheet: Sheet,
  mapping: TableMapping | undefined,
  about: About,
): ReadTable<C> {
  const at = headerAt(definition, sheet.rows, mapping?.header);
  const head = sheet.rows[at];
  const below = sheet.rows.slice(at + 1);
  if (below.length === 0) throw invalid('content', 'empty');
  if (below.length > definition.rows) throw invalid('content', 'max', { most: definition.rows });
  const width = [head, ...below].reduce((most, row) => Math.max(most, row?.cells.length ?? 0), 0);
  if (width > TABLE_COLUMNS) throw invalid('content', 'columns', { most: TABLE_COLUMNS });
  const names = Array.from({ length: width }, (_, i) => cleanLine(head?.cells[i] ?? ''));
  const places = placesOf(definition, names, mapping, head !== undefined);
  const columns = Object.keys(definition.columns) as C[];
  const missing = columns.filter((column) => definition.columns[column].required && !places.has(column));
  const values = collectValues(definition, mapping);
  const rows = missing.length > 0 ? [] : below.map((row) => mapRow(definition, row, places, values));
  return {
    found: {
      ...{ ...about, sheet: sheet.name, header: head?.line ?? 0, source: recogniseSource(definition, names), missing, rejected: [] },
      headers: names.map((name, i) => describeColumn(name, below, i)),
      columns: columns.map((column) => {
        const place = places.get(column);
        return {
          column,
          required: definition.columns[column].required ?? false,
          for_all: definition.columns[column].forAll ?? false,
          at: place !== undefined && 'at' in place ? place.at : null,
          value: place !== undefined && 'value' in place ? place.value : null,
          choices: Object.keys(definition.columns[column].choices ?? {}).filter((code) => code !== ''),
        };
      }),
      values: values.list(),
    },
    rows,
    has: new Set(places.keys()),
  };
}

type Place = { at: number } | { value: string };

function placesOf<C extends string>(
  definition: TableDefinition<C>,
  names: readonly string[],
  mapping: TableMapping | undefined,
  hasHeader: boolean,
): ReadonlyMap<C, Place> {
  if (mapping?.columns) {
    const known = mapping.columns.filter(
      ({ column, place }) => Object.hasOwn(definition.columns, column) && !('at' in place && place.at >= names.length),
    );
    return new Map(known.map(({ column, place }) => [column as C, place]));
  }
  if (!hasHeader) return new Map((definition.order ?? []).slice(0, names.length).map((column, at) => [column, { at }]));
  return new Map([...recogniseColumns(definition, names)].map(([column, at]) => [column, { at }]));
}

const describeColumn = (name: string, rows: readonly SheetRow[], at: number): RecognisedTable['headers'][number] => {
  const filled = rows.filter(({ cells, problem }) => !problem && (cells[at] ?? '') !== '');
  const samples = [...new Set(filled.slice(0, 50).map(({ cells }) => cleanLine(cells[at]!).slice(0, SAMPLE_LENGTH)))].slice(0, SAMPLES);
  return { name: name.slice(0, 200), filled: filled.length, samples, reason: isReason(name) };
};

type Values = { codeOf(column: string, value: string): string | undefined; list(): RecognisedTable['values'] };

/** Maps values to codes with synonyms and the mapping, and counts the rows of each unknown value. */
function collectValues(definition: TableDefinition, mapping: TableMapping | undefined): Values {
  const byHand = new Map(mapping?.values.map(({ column, value, code }) => [`${column} ${value.toLowerCase()}`, code]));
  const seen = new Map<string, RecognisedTable['values'][number]>();
  return {
    codeOf(column, value) {
      const choices = definition.columns[column]!.choices!;
      const key = `${column} ${value.toLowerCase()}`;
      const chosen = byHand.get(key);
      const given = chosen !== undefined && (chosen === '' || Object.hasOwn(choices, chosen)) ? chosen : undefined;
      const code = given === undefined ? codeOf(choices, value) : given === '' ? codeOf(choices, '') : given;
      if (given === undefined && code !== undefined) return code;
      const entry = seen.get(key) ?? { column, value: value.slice(0, 500), rows: 0, code: given ?? null };
      entry.rows += 1;
      if (seen.size < LISTED_VALUES) seen.set(key, entry);
      return code;
    },
    list: () => [...seen.values()],
  };
}

function mapRow<C extends string>(
  { columns }: TableDefinition<C>,
  { line, cells: raw, problem }: SheetRow,
  places: ReadonlyMap<C, Place>,
  values: Values,
): TableRow<C> {
  let wrong: TableRow<C>['problem'] = problem ? { field: '', rule: problem } : null;
  const cells = Object.fromEntries(
    (Object.keys(columns) as C[]).map((column) => {
      const place = places.get(column);
      const found = place === undefined || problem ? '' : 'at' in place ? (raw[place.at] ?? '') : place.value;
      const cell = columns[column].multiline ? found.trim() : cleanLine(found);
      if (!columns[column].choices) return [column, cell];
      const code = columns[column].list ? listOf(cell, (value) => values.codeOf(column, value)) : values.codeOf(column, cell);
      if (code === undefined) wrong ??= { field: column, rule: 'choice' };
      return [column, code ?? cell];
    }),
  ) as Record<C, string>;
  return { line, cells, raw, problem: wrong };
}

/** Returns the codes of all values in a cell, joined with commas; undefined if a value is unknown. */
function listOf(cell: string, codeOfValue: (value: string) => string | undefined): string | undefined {
  const values = cell
    .split(/[,;|/&+]|\b(?:und|and)\b/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
  const codes = values.map(codeOfValue);
  return codes.includes(undefined) ? undefined : [...new Set(codes)].filter(Boolean).join(',');
}
