/** Reads tables for import commands. Columns are detected as in the import screen (docs/import/tables.md). */
import { readFile, stat } from 'node:fs/promises';
import { AppError } from '@fundus/contract/errors';
import { TABLE_BYTES, type RecognisedTable, type TableMapping } from '@fundus/contract/tables/tables';
import { OperatorError } from '../../operator-error.ts';
import type { CommandIo } from '../claim.ts';

/** `map` contains column assignments of the form `column=header`. */
type Args = { file: string; map: readonly string[] };

/** Reads a table and prints its columns. Throws an `OperatorError` if the file cannot be read, is not a table or lacks a column. */
export async function readOperatorTable<T>(
  { file, map }: Args,
  read: (content: Uint8Array, mapping?: TableMapping) => Promise<T>,
  foundOf: (table: T) => RecognisedTable,
  io: CommandIo,
): Promise<T> {
  const size = (await stat(file).catch(() => null))?.size;
  if (size === undefined) throw new OperatorError(`file: ${file} cannot be read`);
  if (size > TABLE_BYTES) throw new OperatorError(`file: larger than ${TABLE_BYTES} bytes`);
  const content = await readFile(file);
  const recognised = await explainErrors(() => read(content));
  const mapping = map.length > 0 ? mappingOf(foundOf(recognised), map) : undefined;
  const table = mapping ? await explainErrors(() => read(content, mapping)) : recognised;
  printColumns(foundOf(table), io);
  const { missing } = foundOf(table);
  if (missing.length > 0) throw new OperatorError(`no column for: ${missing.join(', ')}; name them with --map column=header`);
  return table;
}

/** Runs `read` and rethrows an `AppError` about the table as an `OperatorError` that names the broken rule. */
async function explainErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [problem] = (error.details?.problems ?? []) as { rule?: string }[];
    throw new OperatorError(`file: ${problem?.rule ?? error.code} (docs/import/tables.md)`);
  }
}

/** Returns the detected mapping, overridden by the columns of `--map`. Throws an `OperatorError` for an unknown column or header. */
function mappingOf({ sheet, header, headers, columns }: RecognisedTable, map: readonly string[]): TableMapping {
  const places = new Map(columns.flatMap(({ column, at }) => (at === null ? [] : [[column, at] as const])));
  for (const pair of map) {
    const [column = '', name = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (!columns.some((each) => each.column === column))
      throw new OperatorError(`--map ${pair}: the columns are ${columns.map((each) => each.column).join(', ')}`);
    const at = headers.findIndex((each) => each.name.toLowerCase() === name.trim().toLowerCase());
    if (at < 0) throw new OperatorError(`--map ${pair}: the headers are ${headers.map((each) => each.name).join(', ')}`);
    for (const [other, place] of places) if (place === at) places.delete(other);
    places.set(column, at);
  }
  return { sheet, header, columns: [...places].map(([column, at]) => ({ column, place: { at } })), values: [] };
}

function printColumns({ headers, columns }: RecognisedTable, io: CommandIo): void {
  for (const { column, at } of columns) if (at !== null) io.line(`${column} = ${headers[at]!.name}`);
  const used = new Set(columns.map(({ at }) => at));
  const ignored = headers.flatMap(({ name }, at) => (used.has(at) || name === '' ? [] : name));
  if (ignored.length > 0) io.line(`not imported: ${ignored.join(', ')}`);
}
