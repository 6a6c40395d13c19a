/** Tables as lines of JSON and back, whatever the engine. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
import { Summing } from './archive.ts';
import { isSaved } from './saved-tables.ts';

const ROWS = 500;
export async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name limit 10000`.execute(db);
  return rows.map((row) => row.name);
}

/** Returns the tables of the portal, each after those it points to. Other tables beside them are not the portal's to save. */
export async function listTables(db: Db): Promise<string[]> {
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
  return ordered.filter((name) => isSaved(name));
}

/** A row a line, into a file of the folder. In a transaction. */
export async function dumpTable(db: Db, table: string, folder: string) {
  const summing = new Summing();
  const out = createWriteStream(join(folder, `${table}.jsonl`), { mode: 0o600 });
  const written = finished(summing.pipe(out));
  written.catch(() => {});
  let rows = 0;
  await sql`declare backup_rows no scroll cursor for select row_to_json(each)::text as row from ${sql.table(table)} as each`.execute(db);
  for (;;) {
    const { rows: found } = await sql<{ row: string }>`fetch ${sql.lit(ROWS)} from backup_rows`.execute(db);
    if (found.length === 0) break;
    rows += found.length;
    if (!summing.write(found.map(({ row }) => `${row}\n`).join('')))
      await Promise.race([new Promise<void>((drained) => summing.once('drain', () => drained())), written]);
  }
  await sql`close backup_rows`.execute(db);
  summing.end();
  await written;
  return { rows, ...summing.sum() };
}

/** Gives how many rows. */
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
