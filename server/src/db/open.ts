/** Opens the database: PostgreSQL by address, or the embedded one in a folder. The rest of the server sees a `Db`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { migrate } from './migrate.ts';
import { pgliteDialect, startPglite } from './pglite-dialect.ts';
import type { Tables } from './tables.ts';
import { parsers } from './value-parsers.ts';

export type Db = Kysely<Tables>;

export type Database = {
  db: Db;
  engine: 'postgres' | 'pglite';
  /** Calls back when another process has written to the change log; returns a function that ends it. No-op on the embedded engine. */
  onNotify(channel: string, callback: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

/** Opens and migrates. `where` is an address `postgres://…`, a folder, or `memory://`. */
export async function openDatabase(where: { databaseUrl: string | undefined; dataDir: string }): Promise<Database> {
  const database = where.databaseUrl ? openPostgres(where.databaseUrl) : await openEmbedded(where.dataDir);
  try {
    await migrate(database.db);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const path = dataDir === 'memory://' ? dataDir : join(dataDir, 'database');
  if (path !== dataDir) mkdirSync(path, { recursive: true, mode: 0o700 });
  const thread = await startPglite(path);
  const db = new Kysely<Tables>({ dialect: pgliteDialect(thread) });
  return { db, engine: 'pglite', onNotify: async () => async () => {}, close: () => db.destroy() };
}

function openPostgres(connectionString: string): Database {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
  };
  const pool = new pg.Pool({ connectionString, max: 10, types: types as pg.CustomTypesConfig });
  // A connection lost while idle is replaced by the pool at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    engine: 'postgres',
    close: () => db.destroy(),
    onNotify: async (channel, callback) => {
      const client = new pg.Client({ connectionString });
      client.on('error', () => {});
      client.on('notification', () => callback());
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      return () => client.end();
    },
  };
}

/** One round trip that proves the database answers. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
