/** A database as a whole: its tables in order, each row by row, and what becomes of what another secret sealed. */
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';

const ROWS = 500;
/** Sessions and links of mails end with a restore; counted attempts are of the moment; embeddings are made again. */
const LEFT_OUT = [
  'migration',
  'session',
  'account_token',
  'pending_sign_in',
  'oidc_request',
  'oidc_logout',
  'attempt_limit',
  'upload',
  'embedding_space',
  'media_embedding',
];

/** What is sealed, or hashed, with the portal's secret: passkeys are not. People whose signs are lost are counted anew: none twice. */
const SEALED = [
  sql`delete from second_factor where second_factor.kind = 'totp'`,
  sql`delete from recovery_code`,
  sql`delete from learner_code`,
  sql`delete from code_batch`,
  sql`delete from erasure`,
  sql`update media_use set people = 0 where media_use.month = (select to_char(max(media_use_dedup.ends_on), 'YYYY-MM') from media_use_dedup)`,
  sql`update media_use_month set people = 0 where media_use_month.month = (select to_char(max(media_use_dedup.ends_on), 'YYYY-MM') from media_use_dedup)`,
  sql`delete from media_use_dedup`,
];

export async function dropSealed(db: Db): Promise<void> {
  for (const statement of SEALED) await statement.execute(db);
}

/** A row may point to one of its own table that comes later. */
export const deferConstraints = (db: Db): Promise<unknown> => sql`set constraints all deferred`.execute(db);

/** The change log goes on after the last change there is. */
export const resetChangeLog = (db: Db): Promise<unknown> =>
  sql`select setval(pg_get_serial_sequence('media_change', 'seq'), coalesce((select max(seq) from media_change), 1))`.execute(db);

export async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name limit 10000`.execute(db);
  return rows.map((row) => row.name);
}

/** Tables so that each comes after those it points to. */
export async function tablesInOrder(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename limit 1000`.execute(db);
  const { rows: links } = await sql<{ from: string; to: string }>`
    select source.relname as from, target.relname as to from pg_constraint
    join pg_class as source on source.oid = pg_constraint.conrelid join pg_class as target on target.oid = pg_constraint.confrelid
    where pg_constraint.contype = 'f' and pg_constraint.connamespace = current_schema()::regnamespace limit 10000`.execute(db);
  const ordered: string[] = [];
  const visit = (name: string): void => {
    if (ordered.includes(name)) return;
    for (const link of links) if (link.from === name && link.to !== name) visit(link.to);
    ordered.push(name);
  };
  for (const { name } of tables) visit(name);
  return ordered.filter((name) => !LEFT_OUT.includes(name));
}

/** A row a line; gives their number. */
export async function dumpTable(db: Db, table: string, path: string): Promise<number> {
  const out = createWriteStream(path);
  let rows = 0;
  await sql`declare backup_rows no scroll cursor for select row_to_json(each)::text as row from ${sql.table(table)} as each`.execute(db);
  for (;;) {
    const { rows: found } = await sql<{ row: string }>`fetch ${sql.lit(ROWS)} from backup_rows`.execute(db);
    if (found.length === 0) break;
    rows += found.length;
    if (!out.write(found.map(({ row }) => `${row}\n`).join(''))) await new Promise<void>((drained) => out.once('drain', () => drained()));
  }
  await sql`close backup_rows`.execute(db);
  await new Promise<void>((done, failed) => out.once('error', failed).end(done));
  return rows;
}

export async function fillTable(db: Db, table: string, lines: Readable): Promise<number> {
  const columns = sql.join(await storedColumns(db, table));
  let rows = 0;
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const all = `[${batch.join(',')}]`;
    await sql`insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${all}::json) as each`.execute(db);
    rows += batch.length;
    batch = [];
  };
  for await (const line of createInterface({ input: lines })) {
    batch.push(line);
    if (batch.length >= ROWS) await flush();
  }
  await flush();
  return rows;
}

/** Those whose values are given; the others the database works out. */
async function storedColumns(db: Db, table: string): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position limit 1000`.execute(
    db,
  );
  return rows.map(({ name }) => sql.ref(name));
}
