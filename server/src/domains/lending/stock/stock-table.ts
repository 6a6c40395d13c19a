/** A table of devices: its lines and the cells that are written; `stock-file.ts` reads it. Pure. */
import type { z } from 'zod';
import type { ItemFields, LifeFields } from '@fundus/contract/lending/points/points';
import { CHANGED_COLUMNS, type StockColumn, type StockRow } from '@fundus/contract/lending/stock/stock';
import { de, en } from '@fundus/contract/messages';
import { writeCents } from '@fundus/contract/cents';
import type { ItemState } from '@fundus/contract/lending/states';
import { cleanLine } from '@fundus/contract/fields';
import type { Cell, CellKind } from '@fundus/contract/table-file';

export const titleOf = (column: StockColumn, lang: string): string => (lang.startsWith('de') ? de : en)[`lending.csv.${column}`];

export type Changed = Omit<z.output<typeof ItemFields> & z.output<typeof LifeFields>, 'code'>;
export type ChangedColumn = (typeof CHANGED_COLUMNS)[number];
/** The field of a device a column says. */
export const FIELDS: Record<ChangedColumn, keyof Changed> = {
  ...{
    other_code: 'other_code',
    serial: 'serial',
    shelf: 'shelf',
    not_lendable: 'not_lendable',
    next_check_on: 'next_check_on',
    bought_on: 'bought_on',
  },
  ...{ price: 'price_cents', supplier: 'supplier', warranty_until: 'warranty_until', ends_on: 'ends_on', note: 'note' },
};
/** What of a device a table says. */
export const fieldsOf = (item: Changed): Changed =>
  Object.fromEntries(Object.values(FIELDS).map((field) => [field, item[field]])) as Changed;

export type StockLine = {
  line: number;
  code: string;
  model: {
    name: string;
    category: string;
    maker: string;
    replacement_cents: number | null;
    parts: { name: string; count: number }[];
    identifier: string | null;
  };
  /** State of a device that comes with the table. */
  state: ItemState;
  /** What its columns say of it; of columns the table does not have it says nothing. */
  fields: Partial<Changed>;
  problem: StockRow['problem'];
};

function cellOf(value: Changed[keyof Changed], lang: string): string {
  if (typeof value === 'boolean') return value ? (lang.startsWith('de') ? 'ja' : 'yes') : '';
  return typeof value === 'number' ? writeCents(value, lang) : (value ?? '');
}

const DAYS: readonly StockColumn[] = ['next_check_on', 'bought_on', 'warranty_until', 'ends_on'];

/** The kind of a column in a spreadsheet. */
export const kindOf = (column: StockColumn): CellKind =>
  DAYS.includes(column) ? 'day' : column === 'price' || column === 'replacement' ? 'money' : 'text';

/** The cells of a device a table may change, as values of a spreadsheet. */
export const sheetCellsOf = (item: Changed, lang: string): Record<ChangedColumn, Cell> =>
  Object.fromEntries(
    CHANGED_COLUMNS.map((column) => {
      const value = item[FIELDS[column]];
      return [column, typeof value === 'boolean' ? cellOf(value, lang) : value];
    }),
  ) as Record<ChangedColumn, Cell>;

/** The cells of a device a table may change. */
const cellsOf = (item: Changed, lang: string): Record<ChangedColumn, string> =>
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
