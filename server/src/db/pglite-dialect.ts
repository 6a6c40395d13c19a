/**
 * Kysely on one PGlite connection in a worker thread. Kysely's own PGlite dialect hands the one connection to everybody at once,
 * so that a request would run inside another's transaction; here a connection is lent to one borrower after the other.
 */
import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';

type Result = { rows: unknown[]; affectedRows?: number };
type Waiting = { resolve: (result: Result) => void; reject: (error: Error) => void };

/** A PGlite database on a folder (or `memory://`), spoken to by messages. */
export type PgliteThread = { query(sql: string, params?: readonly unknown[]): Promise<Result>; close(): Promise<void> };

/** Starts the thread and waits until the database answers. Fails when the folder cannot be opened. */
export async function startPglite(path: string): Promise<PgliteThread> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: path });
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let onClosed: () => void = () => {};
  const died = (error: Error): void => {
    for (const job of waiting.values()) job.reject(error);
    waiting.clear();
  };
  await new Promise<void>((ready, failed) => {
    worker.on('error', (error) => {
      failed(error);
      died(error as Error);
    });
    worker.on('exit', (code) => {
      died(new Error(`the database thread ended (${code})`));
      onClosed();
    });
    worker.on('message', (message: { ready?: true; closed?: true; id: number; error?: Record<string, unknown> } & Result) => {
      if (message.ready) return ready();
      if (message.closed) return onClosed();
      const job = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) job?.reject(Object.assign(new Error(String(message.error.message)), message.error));
      else job?.resolve({ rows: message.rows, affectedRows: message.affectedRows });
    });
  });
  return {
    query: (sql, params) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, sql, params: params && [...params] });
      }),
    close: () =>
      new Promise((closed) => {
        onClosed = closed;
        worker.postMessage('close');
      }),
  };
}

/** The dialect; everything runs through one gate, in the order of asking. */
export function pgliteDialect(thread: PgliteThread): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new OneConnectionDriver(thread),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class OneConnectionDriver implements Driver {
  readonly #thread: PgliteThread;
  readonly #connection: DatabaseConnection;
  #last: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  constructor(thread: PgliteThread) {
    this.#thread = thread;
    this.#connection = {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        const { rows, affectedRows } = await thread.query(query.sql, query.parameters);
        return { rows: rows as R[], ...(affectedRows !== undefined && { numAffectedRows: BigInt(affectedRows) }) };
      },
      streamQuery() {
        throw new Error('streaming is not supported by the embedded database');
      },
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#last;
    let release = (): void => {};
    this.#last = new Promise((done) => (release = done));
    await before;
    this.#release = release;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async beginTransaction(_: DatabaseConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    await this.#thread.query(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin', []);
  }

  async commitTransaction(): Promise<void> {
    await this.#thread.query('commit', []);
  }

  async rollbackTransaction(): Promise<void> {
    await this.#thread.query('rollback', []);
  }

  async destroy(): Promise<void> {
    await this.#thread.close();
  }
}
