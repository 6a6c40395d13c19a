/** Imports schools from a table, which is validated row by row and imported completely or not at all (docs/behaviour/schools.md#import). */
import type { Input, Reply } from '@fundus/contract/endpoint';
import { invalid } from '@fundus/contract/errors';
import { SCHOOL_COLUMNS, type SchoolColumn, type SchoolImportRow } from '@fundus/contract/schools/import';
import { matchesMask, schoolFields, type schools } from '@fundus/contract/schools/schools';
import type { ReadTable, TableRow } from '@fundus/importer/tables/read-table';
import { readInChild } from '../../child-process/run-in-child.ts';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { requireColumns, decodeTableContent, attachRejectedRows } from '../../tables/read-content.ts';
import { requireOwnDistrict } from './district.ts';
import { changeImported, insertImportedSchools, listByNumber, type KnownSchool } from './import-repository.ts';
import type * as schoolsTable from './schools-table.ts';
import type { SchoolTableColumn } from './schools-table.ts';

type Asked = Input<typeof schools.import>['body'];
export type SchoolTable = ReadTable<SchoolTableColumn>;
type Values = Record<SchoolColumn, string>;
type Checked = SchoolImportRow & { values: Values; known: KnownSchool | null };
type District = { id: string; number_pattern: string };

export const { readSchoolTable } = readInChild<typeof schoolsTable>(
  new URL('./schools-table.ts', import.meta.url),
  { seconds: 5, megabytes: 512 },
  'content',
);

/** Reads the file. Runs outside the transaction. Throws `too_large` or `validation_failed`. */
export async function readSchoolImport(ctx: UserCtx, { content, mapping }: Pick<Asked, 'content' | 'mapping'>): Promise<SchoolTable> {
  await requireOwnDistrict(ctx);
  return readSchoolTable(decodeTableContent(content), mapping);
}

/** Restores leading zeros that a spreadsheet program removed. */
const padded = (number: string, mask: string): string => {
  const whole = number.padStart(mask.length, '0');
  return !matchesMask(number, mask) && /^\d+$/.test(number) && matchesMask(whole, mask) ? whole : number;
};

function valuesOf({ cells }: TableRow<SchoolTableColumn>, { number_pattern }: District): Values {
  const { number, name, name2, name3, kind, street, house, postcode, city, area, phone, email, website } = cells;
  const join = (...words: string[]): string => words.filter((word) => word !== '').join(' ');
  return {
    number: padded(number, number_pattern),
    name: join(name, name2, name3),
    kind,
    street: join(street, house),
    postcode: /^\d{4}$/.test(postcode) ? `0${postcode}` : postcode,
    city,
    email,
    phone: join(area, phone).replace(/[–—]/g, '-'),
    website: website === '' || /^https?:/i.test(website) ? website : `https://${website}`,
  };
}

/** Returns the first problem of the row's fields, or `null`. */
function problemOf(values: Values, { number_pattern }: District): SchoolImportRow['problem'] {
  for (const field of ['number', 'name'] as const) if (values[field] === '') return { field, rule: 'required' };
  if (!matchesMask(values.number, number_pattern)) return { field: 'number', rule: 'format' };
  for (const field of SCHOOL_COLUMNS) {
    const [issue] = schoolFields[field].safeParse(values[field]).error?.issues ?? [];
    if (issue) return { field, rule: issue.code === 'too_big' ? 'max' : 'format' };
  }
  return null;
}

/** Returns the result of each row. Empty cells do not change existing values. */
async function checkRows(ctx: Pick<UserCtx, 'db'>, district: District, rows: SchoolTable['rows']): Promise<Checked[]> {
  const read = rows.map((row) => ({ row, values: valuesOf(row, district) }));
  const numbers = read.map(({ values }) => values.number.toLowerCase());
  const there = new Map((await listByNumber(ctx.db, district.id, numbers)).map((school) => [school.number.toLowerCase(), school]));
  const seen = new Set<string>();
  return read.map(({ row, values }): Checked => {
    const about = { line: row.line, number: values.number, name: values.name, values };
    const fail = (problem: SchoolImportRow['problem']): Checked => ({ ...about, result: 'error', changes: [], problem, known: null });
    const problem = row.problem ?? problemOf(values, district);
    if (problem) return fail(problem);
    const number = values.number.toLowerCase();
    if (seen.has(number)) return fail({ field: 'number', rule: 'duplicate' });
    seen.add(number);
    const known = there.get(number) ?? null;
    if (!known) return { ...about, result: 'new', changes: [], problem: null, known };
    if (known.state === 'closed') return fail({ field: 'number', rule: 'closed' });
    const changed = SCHOOL_COLUMNS.filter((field) => field !== 'number' && values[field] !== '' && values[field] !== known[field]);
    const changes = changed.map((field) => ({ field, before: known[field], after: values[field] }));
    return { ...about, result: changes.length > 0 ? 'changed' : 'same', changes, problem: null, known };
  });
}

/** Imports the schools of a table. `user` is `null` for the operator. */
export async function importSchools(
  ctx: Pick<UserCtx, 'db' | 'now'> & { user: UserCtx['user'] | null },
  district: District,
  { dry_run, skip_errors }: Pick<Asked, 'dry_run' | 'skip_errors'>,
  table: SchoolTable,
): Promise<Reply<typeof schools.import>> {
  if (!dry_run) requireColumns(table.found);
  const rows = await checkRows(ctx, district, table.rows);
  const of = (result: SchoolImportRow['result']): Checked[] => rows.filter((row) => row.result === result);
  const reply = {
    table: attachRejectedRows(table.found, table.rows, rows),
    rows: rows.map(({ values: _, known: __, ...row }) => row),
    ...{ created: of('new').length, changed: of('changed').length, same: of('same').length, errors: of('error').length },
  };
  if (dry_run) return reply;
  if (reply.errors > 0 && !skip_errors) throw invalid('content', 'rows', { errors: reply.errors });
  await insertImportedSchools(
    ctx.db,
    of('new').map(({ values }) => ({
      ...values,
      ...{ id: newId(ctx.now), district_id: district.id, created_at: ctx.now, state_since: ctx.now },
    })),
  );
  await changeImported(
    ctx.db,
    of('changed').map(({ known, changes }) => ({
      id: known!.id,
      ...Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    })),
  );
  const counts = { created: reply.created, changed: reply.changed, left_out: reply.errors };
  await recordAudit(ctx, 'school.import', null, counts, { school: null, district: district.id });
  return reply;
}

export const importOwnSchools = async (ctx: UserCtx, asked: Asked, table: SchoolTable): Promise<Reply<typeof schools.import>> =>
  importSchools(ctx, await requireOwnDistrict(ctx), asked, table);
