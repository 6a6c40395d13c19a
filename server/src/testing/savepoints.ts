/**
 * Runs everything that a portal does in a single transaction, for tests that make thousands of calls with the same data. Creating a district per call
 * would take longer than the calls.
 */
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
} from 'kysely';
import { MarkedKysely } from '../db/marked-kysely.ts';
import type { Db } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';
import type { TestPortal } from './index.ts';

export type Savepoints = {
  /** Runs `work` and rolls back all of its changes. Calls may be nested, but must not overlap otherwise. */
  undone<T>(work: () => Promise<T>): Promise<T>;
  /** Rolls back all changes and restores the connections of the portal. */
  close(): Promise<void>;
};

/**
 * Makes the portal use a single connection with an open transaction. Each transaction of the portal becomes a savepoint, as does each statement
 * outside of a transaction. Deferred constraints are checked at the end of each transaction, as in a commit. The search index is not updated.
 */
export async function openSavepoints({ portal }: TestPortal): Promise<Savepoints> {
  const original = portal.db;
  const { wakeIndex } = portal;
  const { connection, release } = await holdConnection(original);
  const driver = driverOf(connection);
  const run = async (...statements: string[]) => {
    // The connection may still be in use by background work of an earlier request.
    const taken = await driver.acquireConnection();
    for (const text of statements) await connection.executeQuery(CompiledQuery.raw(text));
    await driver.releaseConnection(taken);
  };
  await run('begin');
  let depth = 0;
  portal.db = new MarkedKysely<Tables>({ dialect: onOneConnection(driver) });
  portal.wakeIndex = async () => {};
  return {
    undone: async (work) => {
      const name = `test_${(depth += 1)}`;
      await run(`savepoint ${name}`);
      try {
        return await work();
      } finally {
        await run(`rollback to savepoint ${name}`, `release savepoint ${name}`);
        depth -= 1;
      }
    },
    close: async () => {
      await run('rollback');
      portal.db = original;
      portal.wakeIndex = wakeIndex;
      release();
    },
  };
}

/** Reserves a connection from the pool until `release` is called. */
function holdConnection(db: Db): Promise<{ connection: DatabaseConnection; release: () => void }> {
  return new Promise((resolve, reject) => {
    db.connection()
      .execute(
        (single) =>
          new Promise<void>((release) => {
            single
              .getExecutor()
              .provideConnection(async (connection) => resolve({ connection, release }))
              .catch(reject);
          }),
      )
      .catch(reject);
  });
}

const onOneConnection = (driver: Driver): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createDriver: () => driver,
});

function driverOf(connection: DatabaseConnection): Driver {
  const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text));
  /** True while the connection is in use. `waiting` contains the callers that wait for it. */
  let busy = false;
  const waiting: (() => void)[] = [];
  let inTransaction = false;
  const shared: DatabaseConnection = {
    executeQuery: async (query) => {
      if (inTransaction) return connection.executeQuery(query);
      await run('savepoint statement');
      try {
        const result = await connection.executeQuery(query);
        await run('release savepoint statement');
        return result as never;
      } catch (error) {
        await run('rollback to savepoint statement');
        throw error;
      }
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  };
  return {
    init: async () => {},
    destroy: async () => {},
    acquireConnection: async () => {
      if (busy) await new Promise<void>((turn) => waiting.push(turn));
      busy = true;
      return shared;
    },
    releaseConnection: async () => {
      const next = waiting.shift();
      if (next) next();
      else busy = false;
    },
    beginTransaction: async () => {
      await run('savepoint portal');
      inTransaction = true;
    },
    commitTransaction: async () => {
      inTransaction = false;
      await run('set constraints all immediate');
      await run('release savepoint portal');
    },
    rollbackTransaction: async () => {
      inTransaction = false;
      await run('rollback to savepoint portal');
      await run('release savepoint portal');
    },
  };
}
