/** A table of devices, read and written; the first row names the columns, in German or English. Pure. */
import type { z } from 'zod';
import { isCategory } from '@fundus/contract/lending/categories';
import type { ItemFields, LifeFields } from '@fundus/contract/lending/points';
import { MOST_CENTS } from '@fundus/contract/lending/points';
import { CHANGED_COLUMNS, STOCK_COLUMNS, type StockColumn, type StockRow } from '@fundus/contract/lending/stock';
import { de, en } from '@fundus/contract/messages';
import { dayOfCell, readColumns, readCsvTable } from '@fundus/contract/setup/csv-table';
import { centsOf, writeCents } from '@fundus/contract/cents';
import { cleanLine } from '@fundus/contract/fields';

/** What a column is called elsewhere, besides what the portal calls it. */
const MORE: Partial<Record<StockColumn, readonly string[]>> = {
  code: ['code', 'inventarnr.', 'inventar-nr.', 'inv.-nr.', 'barcode', 'inventory number'],
  model: ['gerät', 'bezeichnung', 'name', 'device'],
  category: ['kategorie'],
  serial: ['seriennr.', 'serien-nr.', 'serial'],
  shelf: ['standort', 'ort', 'location'],
  price: ['preis', 'anschaffungspreis', 'anschaffungskosten', 'price'],
  bought_on: ['anschaffungsdatum', 'anschaffung', 'kaufdatum', 'purchase date'],
  supplier: ['händler', 'vendor'],
  replacement: ['wiederbeschaffungswert', 'neuwert', 'value'],
  note: ['bemerkung', 'notizen', 'notes'],
};
const namesOf = (column: StockColumn): string[] =>
  [de[`lending.csv.${column}`], en[`lending.csv.${column}`], ...(MORE[column] ?? [])].map((name) => name.toLowerCase());
const COLUMNS = Object.fromEntries(STOCK_COLUMNS.map((column) => [column, namesOf(column)])) as unknown as Record<
  StockColumn,
  readonly string[]
>;

export const titleOf = (column: StockColumn, lang: string): string => (lang.startsWith('de') ? de : en)[`lending.csv.${column}`];

export type Changed = Omit<z.output<typeof ItemFields> & z.output<typeof LifeFields>, 'code'>;
type ChangedColumn = (typeof CHANGED_COLUMNS)[number];
/** The field of a device a column says. */
const FIELDS: Record<ChangedColumn, keyof Changed> = {
  ...{ serial: 'serial', shelf: 'shelf', not_lendable: 'not_lendable', next_check_on: 'next_check_on', bought_on: 'bought_on' },
  ...{ price: 'price_cents', supplier: 'supplier', warranty_until: 'warranty_until', ends_on: 'ends_on', note: 'note' },
};
/** What of a device a table says. */
export const fieldsOf = (item: Changed): Changed =>
  Object.fromEntries(Object.values(FIELDS).map((field) => [field, item[field]])) as Changed;

const MOST = { code: 40, model: 120, category: 60, maker: 80, serial: 80, shelf: 60, supplier: 120, note: 500 } as const;
const YES = ['ja', 'yes', 'x', '1', 'true', 'wahr'];
const NO = ['', 'nein', 'no', '0', 'false', 'falsch'];

export type StockLine = {
  line: number;
  code: string;
  model: { name: string; category: string; maker: string; replacement_cents: number | null };
  /** What its columns say of it; of columns the table does not have it says nothing. */
  fields: Partial<Changed>;
  problem: StockRow['problem'];
};

/** Throws `validation_failed` naming the columns that are missing. */
export function readStockTable(text: string): StockLine[] {
  const rows = readCsvTable<StockColumn>(text, COLUMNS, ['code', 'model']);
  const has = readColumns(text, COLUMNS);
  const codes = new Set<string>();
  return rows.map((cell, i) => {
    const row = readRow(cell, has, i + 2);
    const code = row.code.toLowerCase();
    if (row.problem === null && codes.has(code)) return { ...row, problem: { field: 'code', rule: 'duplicate' } };
    codes.add(code);
    return row;
  });
}

function readRow(cell: (column: StockColumn) => string, has: ReadonlySet<StockColumn>, line: number): StockLine {
  let problem: StockRow['problem'] = null;
  const wrong = (field: StockColumn, rule: string): void => void (problem ??= { field, rule });
  for (const field of ['code', 'model'] as const) if (cell(field) === '') wrong(field, 'required');
  for (const field of Object.keys(MOST) as (keyof typeof MOST)[]) if (cell(field).length > MOST[field]) wrong(field, 'max');
  if (cell('category') !== '' && !isCategory(cell('category'))) wrong('category', 'format');
  const fields: Partial<Changed> = {};
  for (const column of CHANGED_COLUMNS) {
    if (!has.has(column)) continue;
    const value = valueOf(column, cell(column));
    if (value === undefined) wrong(column, column === 'not_lendable' ? 'choice' : 'format');
    else if (typeof value === 'number' && value > MOST_CENTS) wrong(column, 'max');
    else Object.assign(fields, { [FIELDS[column]]: value });
  }
  const replacement = centsOf(cell('replacement'));
  if (replacement === undefined) wrong('replacement', 'format');
  else if (replacement !== null && replacement > MOST_CENTS) wrong('replacement', 'max');
  const model = { name: cell('model'), category: cell('category'), maker: cell('maker'), replacement_cents: replacement ?? null };
  return { line, code: cell('code'), model, fields, problem };
}

/** Undefined where it cannot be read. */
function valueOf(column: ChangedColumn, cell: string): string | number | boolean | null | undefined {
  if (column === 'price') return centsOf(cell);
  if (column === 'not_lendable') return YES.includes(cell.toLowerCase()) ? true : NO.includes(cell.toLowerCase()) ? false : undefined;
  if (['next_check_on', 'bought_on', 'warranty_until', 'ends_on'].includes(column)) return dayOfCell(cell);
  return cell;
}

function cellOf(value: Changed[keyof Changed], lang: string): string {
  if (typeof value === 'boolean') return value ? (lang.startsWith('de') ? 'ja' : 'yes') : '';
  return typeof value === 'number' ? writeCents(value, lang) : (value ?? '');
}

/** The cells of a device a table may change. */
export const cellsOf = (item: Changed, lang: string): Record<ChangedColumn, string> =>
  Object.fromEntries(CHANGED_COLUMNS.map((column) => [column, cellOf(item[FIELDS[column]], lang)])) as Record<ChangedColumn, string>;

/** What a line would change, in the words of a table. A note of several lines stays where the words are the same. */
export function changesOf(before: Changed, fields: Partial<Changed>, lang: string): StockRow['changes'] {
  const [was, will] = [cellsOf(before, lang), cellsOf({ ...before, ...fields }, lang)];
  return CHANGED_COLUMNS.filter((column) => cleanLine(was[column]) !== will[column] && was[column] !== will[column]).map((field) => ({
    field,
    before: was[field],
    after: will[field],
  }));
}
