/**
 * Everything kept about a person (GDPR art. 15 and 20). The tables are found by their foreign keys: what another domain keeps about people
 * tomorrow is in it without a change here.
 */
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { writeCsv } from '@fundus/contract/texts';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { UserCtx } from './own.ts';

/** Keys to the account and to nothing else; they say nothing about the person. */
const SECRETS = ['password_hash', 'hash', 'id_hash', 'secret', 'public_key', 'credential_id', 'request_id', 'nonce', 'verifier', 'browser'];
/** What others wrote, and who changed a text of the portal: the person is the author there, not the subject. */
const MOST_ROWS = 10_000;

type Row = Record<string, unknown>;

/** Tables with rows of the person, by name; `about` is the column that says so. */
async function tablesAbout(db: Db): Promise<{ table: string; about: string }[]> {
  const { rows } = await sql<{ table: string; about: string }>`
    select link.conrelid::regclass::text as "table", attribute.attname as about
    from pg_constraint as link
    join pg_attribute as attribute on attribute.attrelid = link.conrelid and attribute.attnum = link.conkey[1]
    where link.contype = 'f' and link.confrelid = 'person'::regclass and array_length(link.conkey, 1) = 1
    order by 1, 2`.execute(db);
  return rows;
}

export async function collectData(db: Db, personId: string): Promise<Record<string, Row[]>> {
  const rowsOf = async (table: string, about: string): Promise<Row[]> => {
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(each) - ${sql.val(SECRETS)}::text[] as row from ${sql.table(table)} as each
      where ${sql.ref(`each.${about}`)} = ${personId} limit ${MOST_ROWS}`.execute(db);
    return rows.map(({ row }) => row);
  };
  const data: Record<string, Row[]> = { person: await rowsOf('person', 'id') };
  for (const { table, about } of await tablesAbout(db)) {
    const rows = await rowsOf(table, about);
    if (rows.length > 0) data[about === 'person_id' ? table : `${table}.${about}`] = rows;
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
