/** `school import FILE`: schools of a district from a table, with the recognition of the screen (docs/import/tables.md). */
import { readFile, stat } from 'node:fs/promises';
import { AppError } from '@fundus/contract/errors';
import type { SchoolImportRow } from '@fundus/contract/schools/import';
import { TABLE_BYTES, type TableFound, type TableMapping } from '@fundus/contract/tables/tables';
import { z } from 'zod';
import { importSchools, listDistricts, readSchoolTable } from '../domains/schools/index.ts';
import { OperatorError } from '../operator-error.ts';
import type { CommandIo } from './claim.ts';
import type { Running } from './commands.ts';

export const SchoolImportArgs = z.object({
  file: z.string().min(1),
  /** `column=header`, each. */
  map: z.array(z.string()).default([]),
  district: z.string().optional(),
  dryRun: z.boolean().default(false),
  skipErrors: z.boolean().default(false),
});

const MAX_LINES = 50;

/** Imports and prints what became of each row that is not unchanged. Exit code 1 if rows were rejected. */
export async function runSchoolImport({ portal }: Running, args: z.output<typeof SchoolImportArgs>, io: CommandIo): Promise<number> {
  const district = await requireDistrict(portal.db, args.district);
  const size = (await stat(args.file).catch(() => null))?.size;
  if (size === undefined) throw new OperatorError(`file: ${args.file} cannot be read`);
  if (size > TABLE_BYTES) throw new OperatorError(`file: larger than ${TABLE_BYTES} bytes`);
  const content = await readFile(args.file);
  const recognised = await inWords(() => readSchoolTable(content));
  const mapping = args.map.length > 0 ? mappingOf(recognised.found, args.map) : undefined;
  const table = mapping ? await inWords(() => readSchoolTable(content, mapping)) : recognised;
  printColumns(table.found, io);
  if (table.found.missing.length > 0)
    throw new OperatorError(`no column for: ${table.found.missing.join(', ')}; name them with --map column=header`);
  const how = { dry_run: args.dryRun, skip_errors: args.skipErrors };
  const look = await importSchools({ db: portal.db, now: portal.now(), user: null }, district, { ...how, dry_run: true }, table);
  printRows(look.rows, io);
  io.line(`new: ${look.created}, changed: ${look.changed}, unchanged: ${look.same}, rejected: ${look.errors}`);
  if (args.dryRun) return look.errors > 0 ? 1 : 0;
  if (look.errors > 0 && !args.skipErrors)
    throw new OperatorError('Nothing was written. Correct the file, or leave these rows out with --skip-errors.');
  await portal.db.transaction().execute((db) => importSchools({ db, now: portal.now(), user: null }, district, how, table));
  io.line(`${district.name}: written`);
  return look.errors > 0 ? 1 : 0;
}

type Db = Running['portal']['db'];

async function requireDistrict(db: Db, id: string | undefined): Promise<Awaited<ReturnType<typeof listDistricts>>[number]> {
  const all = await listDistricts(db);
  const found = id === undefined && all.length === 1 ? all[0] : all.find((district) => district.id === id);
  if (found) return found;
  const choice = all.map((district) => `${district.id} (${district.name})`).join(', ') || 'there is none yet';
  throw new OperatorError(`district: name one with --district: ${choice}`);
}

/** Says in English why a file is no table. */
async function inWords<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [problem] = (error.details?.problems ?? []) as { rule?: string }[];
    throw new OperatorError(`file: ${problem?.rule ?? error.code} (docs/import/tables.md)`);
  }
}

/** Throws an `OperatorError` for a column or a header that does not exist. */
function mappingOf({ sheet, header, headers, columns }: TableFound, map: readonly string[]): TableMapping {
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

function printColumns({ headers, columns }: TableFound, io: CommandIo): void {
  for (const { column, at } of columns) if (at !== null) io.line(`${column} = ${headers[at]!.name}`);
  const used = new Set(columns.map(({ at }) => at));
  const ignored = headers.flatMap(({ name }, at) => (used.has(at) || name === '' ? [] : name));
  if (ignored.length > 0) io.line(`not imported: ${ignored.join(', ')}`);
}

function printRows(rows: readonly SchoolImportRow[], io: CommandIo): void {
  const named = rows.filter(({ result }) => result === 'error' || result === 'changed');
  for (const { line, number, result, problem, changes } of named.slice(0, MAX_LINES)) {
    const why = problem
      ? `${problem.field}: ${problem.rule}`
      : changes.map(({ field, before, after }) => `${field}: ${before} -> ${after}`).join('; ');
    io.line(`row ${line} ${number} ${result === 'error' ? 'rejected' : 'changed'}: ${why}`);
  }
  if (named.length > MAX_LINES) io.line(`… and ${named.length - MAX_LINES} more`);
}
