/** Writes tables as CSV, formatted for spreadsheets in the reader's language (docs/behaviour/common.md#exports-and-documents). */
import { z } from 'zod';
import { language } from './fields.ts';
import { DATE_FORMATS, dateLocale } from './locale.ts';

export const TABLE_FORMATS = ['xlsx', 'csv'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Query parameters common to all table exports. */
export const tableQuery = { format: z.enum(TABLE_FORMATS).default('csv'), lang: language.default('de') };
export type TableQuery = { format: TableFormat; lang: string };

/**
 * Kind of a column. `money` is in cents, `day` an ISO day, `moment` a `Date` that is formatted in Europe/Berlin. Text cells are never run as
 * formulas.
 */
export type CellKind = 'text' | 'number' | 'money' | 'day' | 'moment';

/** Value of a cell; `null` or '' if the cell is empty. Columns of any kind may contain text. */
export type Cell = string | number | Date | null;

/** A cell whose kind differs from that of its column. */
export type TypedCell = { kind: CellKind; value: Cell };

export type Column = { title: string; kind?: CellKind };
export type Row = readonly (Cell | TypedCell)[];

const isTyped = (cell: Cell | TypedCell): cell is TypedCell => typeof cell === 'object' && cell !== null && !(cell instanceof Date);

/** Returns the value and kind of a cell. The kind defaults to that of the column. */
export const typedCell = (cell: Cell | TypedCell, { kind = 'text' }: Pick<Column, 'kind'>): TypedCell =>
  isTyped(cell) ? cell : { kind, value: cell };

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

export const isIsoDay = (value: Cell): value is string => typeof value === 'string' && ISO_DAY.test(value);

const formatters = new Map<string, Intl.NumberFormat>();
const clocks = new Map<string, Intl.DateTimeFormat>();

function keep<T>(cache: Map<string, T>, name: string, make: () => T): T {
  const known = cache.get(name) ?? make();
  cache.set(name, known);
  return known;
}

const numberFormat = (kind: CellKind, lang: string): Intl.NumberFormat =>
  keep(
    formatters,
    `${kind} ${lang}`,
    () =>
      new Intl.NumberFormat(dateLocale(lang), {
        minimumFractionDigits: kind === 'money' ? 2 : 0,
        maximumFractionDigits: 3,
        useGrouping: false,
      }),
  );

const dayFormat = (lang: string, timeZone: string): Intl.DateTimeFormat =>
  keep(clocks, `${lang} ${timeZone}`, () => new Intl.DateTimeFormat(dateLocale(lang), { ...DATE_FORMATS.short, timeZone }));

/** Returns the time format, which is the same in all languages. */
const clock = (): Intl.DateTimeFormat =>
  keep(
    clocks,
    'clock',
    () => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Europe/Berlin' }),
  );

/** Returns the text of a cell as formatted for a language, such as `1234,5`, `12,50` or `28.11.2026 07:02`. */
export function cellText(cell: Cell | TypedCell, column: Pick<Column, 'kind'>, lang: string): string {
  const { kind, value } = typedCell(cell, column);
  if (value === null) return '';
  if (typeof value === 'number') return numberFormat(kind, lang).format(kind === 'money' ? value / 100 : value);
  if (value instanceof Date) return `${dayFormat(lang, 'Europe/Berlin').format(value)} ${clock().format(value)}`;
  if (kind === 'day' && isIsoDay(value)) return dayFormat(lang, 'UTC').format(new Date(value));
  return value;
}

/** Start of a text that spreadsheets run as a formula; leading blanks are ignored. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const GUARDED = /^'(?:\s*[=+\-@＝＋－＠']|[\t\r\n])/;
/** A negative number, which needs no protection. */
const PLAIN_NUMBER = /^-\d+(?:[.,]\d+)*$/;

/** Adds an apostrophe before a text that a spreadsheet would run as a formula. */
export const escapeFormula = (words: string): string =>
  (FORMULA.test(words) && !PLAIN_NUMBER.test(words)) || words.startsWith("'") ? `'${words}` : words;
/** Removes the apostrophe that `guard` added to a text. */
export const unescapeFormula = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);

/** Returns the CSV separator of a language: a semicolon if its decimal separator is a comma. */
export const separatorOf = (lang: string): ',' | ';' => (numberFormat('number', lang).format(1.5).includes(',') ? ';' : ',');

/** Returns rows as CSV lines, formatted for a language. Numbers, days and times are not quoted, so that spreadsheets parse them. */
export function csvLines(rows: readonly Row[], lang: string, columns: readonly Column[] = []): string {
  const separator = separatorOf(lang);
  const write = (cell: Cell | TypedCell, at: number): string => {
    const column = columns[at] ?? {};
    const { kind, value } = typedCell(cell, column);
    const words = cellText(cell, column, lang);
    if (typeof value === 'number' || value instanceof Date || (kind === 'day' && isIsoDay(value))) return words;
    return `"${escapeFormula(words).replaceAll('"', '""')}"`;
  };
  return rows.map((cells) => `${cells.map(write).join(separator)}\r\n`).join('');
}

/** Returns the column titles as a CSV line after a byte order mark, by which spreadsheets recognise UTF-8. */
export const csvHead = (columns: readonly Column[], lang: string): string => `\uFEFF${csvLines([columns.map(({ title }) => title)], lang)}`;

/** Returns a complete CSV file whose cells are all text. */
export const writeCsv = (rows: readonly Row[], lang: string): string => `\uFEFF${csvLines(rows, lang)}`;
