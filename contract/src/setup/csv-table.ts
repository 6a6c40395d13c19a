/** A table whose first row names its columns, in one of several languages. */
import { invalid } from '../errors.ts';
import { cleanLine } from '../fields.ts';
import { unguard } from '../table-file.ts';
import { readCsv } from './texts.ts';

const foldNames = (head: readonly string[]): string[] => head.map((cell) => cell.trim().toLowerCase());

/** What a column may be called, folded. */
type Columns<C extends string> = Record<C, readonly string[]>;

/**
 * The rows below the first, each as a function that gives a cell by its column ('' where it is missing). Throws `validation_failed` of `content`
 * naming the required columns that are missing.
 */
export function readCsvTable<C extends string>(text: string, columns: Columns<C>, required: readonly C[]): ((column: C) => string)[] {
  const [head = [], ...rows] = readCsv(text);
  const names = foldNames(head);
  const at = new Map((Object.keys(columns) as C[]).map((column) => [column, names.findIndex((name) => columns[column].includes(name))]));
  const missing = required.filter((column) => at.get(column)! < 0);
  if (missing.length > 0) throw invalid('content', 'header', { missing });
  return rows.map((cells) => (column) => unguard(cleanLine(cells[at.get(column)!] ?? '')));
}

/** The columns a table has. */
export function readColumns<C extends string>(text: string, columns: Columns<C>): Set<C> {
  const names = foldNames(readCsv(text)[0] ?? []);
  return new Set((Object.keys(columns) as C[]).filter((column) => names.some((name) => columns[column].includes(name))));
}

/** A cell with a day, `31.07.2027`, `31/07/2027` or `2027-07-31`: null where it is empty, undefined where it is no day. */
export function dayOfCell(cell: string): string | null | undefined {
  if (cell === '') return null;
  const [, d, m, y] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(cell) ?? [];
  const day = y ? `${y}-${m!.padStart(2, '0')}-${d!.padStart(2, '0')}` : cell;
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ? day : undefined;
}
