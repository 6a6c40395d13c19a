/** A table whose first row names its columns, in one of several languages. */
import { invalid } from '../errors.ts';
import { cleanLine } from '../fields.ts';
import { readCsv } from './texts.ts';

/** What a column may be called, folded. */
type Columns<C extends string> = Record<C, readonly string[]>;

/**
 * The rows below the first, each as a function that gives a cell by its column ('' where it is missing). Throws `validation_failed` of `content`
 * naming the required columns that are missing.
 */
export function readCsvTable<C extends string>(text: string, columns: Columns<C>, required: readonly C[]): ((column: C) => string)[] {
  const [head = [], ...rows] = readCsv(text);
  const names = head.map((cell) => cell.trim().toLowerCase());
  const at = new Map((Object.keys(columns) as C[]).map((column) => [column, names.findIndex((name) => columns[column].includes(name))]));
  const missing = required.filter((column) => at.get(column)! < 0);
  if (missing.length > 0) throw invalid('content', 'header', { missing });
  return rows.map((cells) => (column) => cleanLine(cells[at.get(column)!] ?? ''));
}
