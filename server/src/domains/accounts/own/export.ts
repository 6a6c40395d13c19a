/**
 * Everything kept about a person (GDPR art. 15 and 20). The tables are found by their foreign keys: what another domain keeps about people
 * tomorrow is in it without a change here.
 */
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { writeCsv } from '@fundus/contract/setup/texts';
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { UserCtx } from './own-account.ts';

/** Keys to the account and to nothing else; they say nothing about the person. */
const SECRETS = [
  ...[
    'password_hash',
    'hash',
    'id_hash',
    'secret',
    'public_key',
    'credential_id',
    'request_id',
    'nonce',
    'verifier',
    'browser',
    'challenge',
  ],
  // The identifier of an invitation is its link.
  'invitation_id',
];
/** Columns that say whom a row is about. By every other one the person did something to a row that may be about somebody else. */
const ABOUT = ['person_id', 'subject_id'];
/** What the person did is known by what it was; what it was done with may be about others. */
const ABOUT_OTHERS: Record<string, string[]> = { 'audit_log.person_id': ['before', 'after'] };
const MOST_ROWS = 10_000;

type Row = Record<string, unknown>;
type Link = { table: string; column: string };

/** Columns that point to people, by table. */
async function linksToPeople(db: Db): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select link.conrelid::regclass::text as "table", attribute.attname as "column"
    from pg_constraint as link
    join pg_attribute as attribute on attribute.attrelid = link.conrelid and attribute.attnum = link.conkey[1]
    where link.contype = 'f' and link.confrelid = 'person'::regclass and array_length(link.conkey, 1) = 1
    order by 1, 2`.execute(db);
  return rows;
}

/** Rows of one table, without the columns named; with the names of what only numbers stand for. */
async function rowsOf(db: Db, { table, column }: Link, personId: string, without: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select entry.row || jsonb_strip_nulls(jsonb_build_object(
      'class', (select class.name from class where class.id::text = entry.row->>'class_id'),
      'school', (select school.name from school where school.id = entry.row->>'school_id'),
      'medium', coalesce((select media_item.fn_titel from media_item where media_item.identifier = entry.row->>'identifier'),
        (select shared_medium.title from shared_medium where shared_medium.id::text = entry.row->>'shared_id')))) as row
    from ${sql.table(table)} as each cross join lateral (select to_jsonb(each) - ${sql.val([...SECRETS, ...without])}::text[] as row) as entry
    where ${sql.ref(`each.${column}`)} = ${personId} limit ${MOST_ROWS}`.execute(db);
  return rows.map(({ row }) => row);
}

/** When it was done: `decided_at` beside `decided_by`; else when the row was written last. */
const timeOf = (row: Row, column: string): Row => ({
  at:
    [column.replace(/_(by|id)$/, '_at'), 'changed_at', 'at', 'created_at'].map((name) => row[name]).find((at) => typeof at === 'string') ??
    null,
});

/** By table; by table and column where the person is not the one the row is about. Of those there is only that, and when. */
export async function collectData(db: Db, personId: string): Promise<Record<string, Row[]>> {
  const links = await linksToPeople(db);
  const data: Record<string, Row[]> = { person: await rowsOf(db, { table: 'person', column: 'id' }, personId, []) };
  for (const link of links) {
    const { table, column } = link;
    const others = links.filter((each) => each.table === table && each.column !== column).map((each) => each.column);
    const rows = await rowsOf(db, link, personId, [...others, ...(ABOUT_OTHERS[`${table}.${column}`] ?? [])]);
    if (rows.length === 0) continue;
    data[column === 'person_id' ? table : `${table}.${column}`] = ABOUT.includes(column) ? rows : rows.map((row) => timeOf(row, column));
  }
  return data;
}

/** A file to be kept or taken elsewhere. */
export async function exportData(ctx: UserCtx, format: 'json' | 'csv'): Promise<StreamAnswer> {
  const data = await collectData(ctx.db, ctx.user.id);
  const exported_at = ctx.now.toISOString();
  const body =
    format === 'json'
      ? `${JSON.stringify({ exported_at, ...data }, null, 2)}\n`
      : writeCsv([
          ['area', 'entry', 'field', 'value'],
          ...Object.entries(data).flatMap(([area, rows]) => rows.flatMap((row, i) => linesOf(area, i + 1, row))),
        ]);
  return {
    headers: {
      'content-type': format === 'json' ? 'application/json; charset=utf-8' : 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="account-${exported_at.slice(0, 10)}.${format}"`,
      'cache-control': 'no-store',
    },
    body,
  };
}

const linesOf = (area: string, entry: number, row: Row): string[][] =>
  Object.entries(row).map(([field, value]) => [
    area,
    String(entry),
    field,
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value as string | number | boolean),
  ]);
