/** Opens the database, which is PostgreSQL or the embedded database in a folder. The rest of the server only uses the returned `Db`. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { makeLog, type Log } from '../log.ts';
import { copyFolder } from './embedded/copy-folder.ts';
import { hasDatabase, makeDatabase } from './embedded/embedded-folder.ts';
import { DatabaseFull, DatabaseUnavailable, watchOutages } from './failures.ts';
import { makeReadCaches, NO_READ_CACHES, reportCachedWrites, type ReadCaches } from './read-caches.ts';
import { MarkedKysely } from './marked-kysely.ts';
import { migrate, type Inspection } from './migrations/migrate.ts';
import { withLongLimit } from './patience.ts';
import { pgliteDialect, startPglite, type PgliteThread } from './embedded/pglite-dialect.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

export type Database = {
  db: Db;
  engine: 'postgres' | 'pglite';
  caches: ReadCaches;
  /** Resolves if the database responds. Throws if it does not respond within two seconds. */
  ping(): Promise<void>;
  /**
   * Calls `callback` after another process has written to the change log. Returns a function that unsubscribes. Has no effect on the embedded engine.
   */
  onNotify(channel: string, callback: () => void): Promise<() => Promise<void>>;
  /**
   * Calls `callback` with each payload that a committed transaction of any process sent to a channel, and with `''` if messages may have been lost.
   * Returns a function that unsubscribes.
   */
  onPublished(channel: string, callback: (payload: string) => void): Promise<() => Promise<void>>;
  /**
   * Runs `use` on a consistent snapshot. Other callers can read and write meanwhile, no matter how long it takes. The embedded engine copies its
   * files to `folder`, which must not exist.
   */
  readFrozen<T>(folder: string, use: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  log?: Log;
  /** Called if the embedded engine is lost permanently, so that only a new process can open the database again. */
  onLost?: (reason: string) => void;
  /** Returns whether the disk has room for a write of the embedded database. */
  hasRoom?: (small?: boolean) => boolean;
  /** Checks the database before it is created or migrated. If a check throws, the database is not changed. */
  inspection?: Inspection;
};

const PING = 2_000;
const ANY: Inspection = { empty: () => {}, filled: async () => {} };

/**
 * Opens and migrates a database. `databaseUrl` is a `postgres://` URL. Without it, the embedded database in `dataDir` is opened, which may be
 * `memory://`.
 */
export async function openDatabase(
  location: { databaseUrl: string | undefined; dataDir: string },
  { log = makeLog('silent'), onLost = () => {}, hasRoom = () => true, inspection = ANY }: DatabaseOptions = {},
): Promise<Database> {
  const database = location.databaseUrl
    ? onServer(location.databaseUrl, log)
    : await openEmbedded(location.dataDir, { log, onLost, hasRoom, inspection });
  try {
    await withLongLimit(() => migrate(database.db, inspection));
    if (database.caches.enabled) await reportCachedWrites(database.db);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openEmbedded(dataDir: string, { log, onLost, hasRoom, inspection }: Required<DatabaseOptions>): Promise<Database> {
  const path = dataDir === 'memory://' ? dataDir : join(dataDir, 'database');
  if (path !== dataDir && !hasDatabase(path)) {
    inspection.empty();
    if (!hasRoom()) throw new DatabaseFull('the reserve of the disk is reached');
    await makeDatabase(path, async (folder) => (await startPglite(folder, { onLost: () => {} })).close());
  }
  const thread: PgliteThread = await startPglite(path, { onLost });
  const db = new MarkedKysely<Tables>({
    dialect: pgliteDialect(thread, { outages: watchOutages(log), hasRoom }),
  });
  return {
    db,
    engine: 'pglite',
    caches: makeReadCaches((callback) => void thread.onPublished(callback)),
    // Pings the thread and not the connection, because the connection may have a queue.
    ping: () => answerInTime(thread.ping()),
    onNotify: async () => async () => {},
    onPublished: async (channel, callback) => {
      const stop = thread.onPublished((on, payload) => on === channel && callback(payload));
      await sql`listen ${sql.id(channel)}`.execute(db);
      return async () => stop();
    },
    readFrozen: (folder, use) => (path === 'memory://' ? runInOneTransaction(db, use) : openCopy(db, path, folder, use)),
    close: () => db.destroy(),
  };
}

function onServer(address: string, log: Log): Database {
  const { db, ...server } = openPostgres(address, log);
  return {
    db,
    engine: 'postgres',
    caches: NO_READ_CACHES,
    ping: () => answerInTime(sql`select 1`.execute(db)),
    readFrozen: (_, use) => runInOneTransaction(db, use),
    ...server,
  };
}

const runInOneTransaction = <T>(db: Db, use: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(use);

/**
 * Opens a copy of the embedded database's folder, because a transaction would block its only connection. The folder is copied while other callers
 * work. After a checkpoint, the files changed since then are copied while the connection is held.
 */
async function openCopy<T>(db: Db, path: string, folder: string, use: (db: Db) => Promise<T>): Promise<T> {
  try {
    // Flushes pending writes, so that the second checkpoint is fast.
    await sql`checkpoint`.execute(db);
    const copy = await copyFolder(path, folder, (name) => LOG_FILE.test(name));
    await db.connection().execute(async (connection) => {
      await sql`checkpoint`.execute(connection);
      const { rows } = await sql<{ first: string; last: string }>`select pg_walfile_name(redo_lsn) as first,
        pg_walfile_name(pg_current_wal_insert_lsn()) as last from pg_control_checkpoint()`.execute(connection);
      const { first, last } = rows[0]!;
      // The copy needs only the log files after the checkpoint. The other log files are the larger part of the folder.
      await copy.again((name) => LOG_FILE.test(name) && (name < first || name > last));
    });
    const thread = await startPglite(folder, { onLost: () => {} });
    const frozen = new MarkedKysely<Tables>({
      dialect: pgliteDialect(thread, { outages: watchOutages(makeLog('silent')), hasRoom: () => true }),
    });
    try {
      return await runInOneTransaction(frozen, use);
    } finally {
      await frozen.destroy();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Matches the name of a write-ahead log file. */
const LOG_FILE = /^[0-9A-F]{24}$/;

async function answerInTime(answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new DatabaseUnavailable(`no response within ${PING / 1000} s`)), PING);
  });
  await Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}
