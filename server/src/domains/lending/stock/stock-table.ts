/** Rows and cells of a table of devices, as used by import and export. Pure. */
import type { z } from 'zod';
import type { ItemFields, LifeFields } from '@fundus/contract/lending/points/points';
import { CHANGED_COLUMNS, type StockColumn, type StockRow } from '@fundus/contract/lending/stock/stock';
import { de, en } from '@fundus/contract/messages';
import { formatAmount } from '@fundus/contract/cents';
import type { ItemState } from '@fundus/contract/lending/states';
import { cleanLine } from '@fundus/contract/fields';
import type { Cell, CellKind } from '@fundus/contract/table-file';

export const titleOf = (column: StockColumn, lang: string): string => (lang.startsWith('de') ? de : en)[`lending.csv.${column}`];

export type ChangedFields = Omit<z.output<typeof ItemFields> & z.output<typeof LifeFields>, 'code'>;
export type ChangedColumn = (typeof CHANGED_COLUMNS)[number];
/** Fields of a device, by column. */
export const FIELDS: Record<ChangedColumn, keyof ChangedFields> = {
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
/** Returns the fields of a device that are columns of the table. */
export const fieldsOf = (item: ChangedFields): ChangedFields =>
  Object.fromEntries(Object.values(FIELDS).map((field) => [field, item[field]])) as ChangedFields;

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
  /** State of a device that the import creates. */
  state: ItemState;
  /** Values of the columns that the table contains. */
  fields: Partial<ChangedFields>;
  problem: StockRow['problem'];
};

function cellOf(value: ChangedFields[keyof ChangedFields], lang: string): string {
  if (typeof value === 'boolean') return value ? (lang.startsWith('de') ? 'ja' : 'yes') : '';
  return typeof value === 'number' ? formatAmount(value, lang) : (value ?? '');
}

const DAYS: readonly StockColumn[] = ['next_check_on', 'bought_on', 'warranty_until', 'ends_on'];

/** Returns the spreadsheet cell type of a column. */
export const kindOf = (column: StockColumn): CellKind =>
  DAYS.includes(column) ? 'day' : column === 'price' || column === 'replacement' ? 'money' : 'text';

/** Returns the cells of a device that an import may change, as values for a spreadsheet. */
export const sheetCellsOf = (item: ChangedFields, lang: string): Record<ChangedColumn, Cell> =>
  Object.fromEntries(
    CHANGED_COLUMNS.map((column) => {
      const value = item[FIELDS[column]];
      return [column, typeof value === 'boolean' ? cellOf(value, lang) : value];
    }),
  ) as Record<ChangedColumn, Cell>;

/** Returns the cells of a device that an import may change, as text. */
const cellsOf = (item: ChangedFields, lang: string): Record<ChangedColumn, string> =>
  Object.fromEntries(CHANGED_COLUMNS.map((column) => [column, cellOf(item[FIELDS[column]], lang)])) as Record<ChangedColumn, string>;

/** Returns the changes of a row as text. A note counts as unchanged if only its line breaks differ. */
export function changesOf(before: ChangedFields, fields: Partial<ChangedFields>, lang: string): StockRow['changes'] {
  const [was, will] = [cellsOf(before, lang), cellsOf({ ...before, ...fields }, lang)];
  return CHANGED_COLUMNS.filter((column) => cleanLine(was[column]) !== will[column] && was[column] !== will[column]).map((field) => ({
    field,
    before: was[field],
    after: will[field],
  }));
}
