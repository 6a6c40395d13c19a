/** Reads a table of devices; the first row names the columns, in German or English. Runs in a child process: `stock-import.ts`. */
import { centsOf } from '@fundus/contract/cents';
import { invalid } from '@fundus/contract/errors';
import { isCategory } from '@fundus/contract/lending/categories';
import { MOST_CENTS } from '@fundus/contract/lending/points';
import { CHANGED_COLUMNS, STOCK_COLUMNS, STOCK_ROWS, type StockColumn, type StockRow } from '@fundus/contract/lending/stock';
import { de, en } from '@fundus/contract/messages';
import { dayOfCell, readColumns, readCsvTable } from '@fundus/contract/setup/csv-table';
import { decodeText } from '@fundus/contract/setup/texts';
import { FIELDS, type Changed, type ChangedColumn, type StockLine } from './stock-table.ts';

/** Other names of columns, besides the portal's own. */
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

const MOST = { code: 40, model: 120, category: 60, maker: 80, serial: 80, shelf: 60, supplier: 120, note: 500 } as const;
const YES = ['ja', 'yes', 'x', '1', 'true', 'wahr'];
const NO = ['', 'nein', 'no', '0', 'false', 'falsch'];

/** Throws `validation_failed` naming the columns that are missing, for an empty table and for too many rows. */
export async function readStock(bytes: Uint8Array): Promise<StockLine[]> {
  const text = decodeText(bytes);
  const rows = readCsvTable<StockColumn>(text, COLUMNS, ['code', 'model']);
  if (rows.length === 0) throw invalid('content', 'empty');
  if (rows.length > STOCK_ROWS) throw invalid('content', 'max', { most: STOCK_ROWS });
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
