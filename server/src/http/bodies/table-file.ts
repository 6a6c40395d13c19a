/** Streams rows as a CSV or XLSX file (docs/behaviour/common.md#exports-and-documents). */
import {
  cellText,
  csvHead,
  csvLines,
  isIsoDay,
  typedCell,
  type Cell,
  type CellKind,
  type Column,
  type Row,
  type TableQuery,
  type TypedCell,
} from '@fundus/contract/table-file';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { contentDisposition } from './content-disposition.ts';

export type Table = {
  /** File name without extension. */
  name: string;
  columns: readonly Column[];
  /** Either all rows, or pages of rows that are read one after the other. */
  rows: readonly Row[] | AsyncIterable<readonly Row[]>;
};

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Number of rows per chunk of an XLSX file. */
const PAGE = 500;

/** Returns a table as a file in the requested format and language. */
export const tableFile = ({ format, lang }: TableQuery, table: Table): StreamAnswer => ({
  headers: {
    'content-type': TYPES[format],
    'content-disposition': contentDisposition('attachment', `${table.name}.${format}`),
    'cache-control': 'private, no-store',
  },
  body: format === 'csv' ? writeLines(table, lang) : writeSheet(table, lang),
});

/** Number of rows per database query. */
const READ = 2_000;

/** Reads a list in pages to the end. Exports are complete without loading all rows into memory. */
export async function* readPages<T, R>(
  read: (offset: number, limit: number) => Promise<readonly T[]>,
  write: (row: T) => R,
  size = READ,
): AsyncGenerator<R[]> {
  for (let offset = 0; ; offset += size) {
    const page = await read(offset, size);
    if (page.length > 0 || offset === 0) yield page.map(write);
    if (page.length < size) return;
  }
}

async function* pagesOf(rows: Table['rows']): AsyncGenerator<readonly Row[]> {
  if (!Array.isArray(rows)) yield* rows as AsyncIterable<readonly Row[]>;
  else for (let at = 0; at < rows.length; at += PAGE) yield rows.slice(at, at + PAGE);
}

async function* writeLines({ columns, rows }: Table, lang: string): AsyncGenerator<string> {
  let head = csvHead(columns, lang);
  for await (const page of pagesOf(rows)) {
    yield head + csvLines(page, lang, columns);
    head = '';
  }
  if (head !== '') yield head;
}

/** Maximum number of characters in an Excel cell. */
const MAX_CELL = 32_767;
const MAX_SHEET_NAME = 31;

async function* writeSheet({ name, columns, rows }: Table, lang: string): AsyncGenerator<Uint8Array> {
  async function* cells(): AsyncGenerator<(string | number | Date | null)[]> {
    yield columns.map(({ title }) => title);
    for await (const page of pagesOf(rows)) yield* page.map((row) => row.map((cell, at) => sheetCell(cell, columns[at] ?? {}, lang)));
  }
  // Loaded on first use to shorten the startup of the portal.
  const { writeXlsxStream } = await import('hucre/xlsx');
  const sheet = writeXlsxStream(cells(), {
    name: name.replace(/[[\]:*?/\\']/g, '-').slice(0, MAX_SHEET_NAME) || 'Fundus',
    columns: columns.map(({ title, kind = 'text' }) => ({
      width: Math.max(WIDTHS[kind], Math.min(40, title.length + 2)),
      numFmt: FORMATS[kind],
    })),
    freezePane: { rows: 1 },
  });
  yield* sheet;
}

const WIDTHS: Record<CellKind, number> = { text: 24, number: 10, money: 12, day: 12, moment: 18 };
/** Excel formats by kind of cell. Excel displays dates and decimal separators in its own language. */
const FORMATS: Record<CellKind, string> = { text: '@', number: 'General', money: '0.00', day: 'dd.mm.yyyy', moment: 'dd.mm.yyyy hh:mm' };

/** Returns the value of a cell as a number, date or text. Texts are written as inline strings, so they cannot become formulas. */
function sheetCell(cell: Cell | TypedCell, column: Pick<Column, 'kind'>, lang: string): string | number | Date | null {
  const { kind, value } = typedCell(cell, column);
  if (value === null || value === '') return null;
  // A column has a single format, so a date in a column of another kind is written as text.
  const dated = column.kind === 'day' || column.kind === 'moment';
  if (typeof value === 'number' && !dated) return kind === 'money' ? value / 100 : value;
  if (value instanceof Date && column.kind === 'moment') return berlinClock(value);
  if (kind === 'day' && column.kind === 'day' && isIsoDay(value)) return new Date(`${value}T00:00:00Z`);
  return cellText(cell, column, lang).slice(0, MAX_CELL);
}

const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/Berlin' });

/** Returns a date whose UTC time equals the local time in Europe/Berlin, because spreadsheets have no time zones. */
const berlinClock = (moment: Date): Date => new Date(`${clock.format(moment).replace(' ', 'T')}Z`);
