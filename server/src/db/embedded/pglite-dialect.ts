/**
 * Kysely dialect for one PGlite connection in a worker thread. Kysely's own PGlite dialect hands the connection to all callers at once, so that a
 * request would run inside another request's transaction. This dialect gives the connection to one caller at a time.
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
import { OperatorError } from '../../operator-error.ts';
import { DatabaseFull, DatabaseUnavailable, type Outages } from '../failures.ts';
import { hasLongLimit } from '../patience.ts';
import { mayUseReserve } from './reserve.ts';

type Result = { rows: unknown[]; affectedRows?: number | undefined };
type FromThread = {
  ready?: true;
  closed?: true;
  broken?: string;
  published?: string;
  payload?: string;
  id: number;
  error?: Record<string, unknown>;
} & Result;
type Waiting = { resolve: (result: Result) => void; reject: (error: Error) => void };

/** A PGlite database in a folder (or `memory://`) that runs in a worker thread and is controlled by messages. */
export type PgliteThread = {
  query(sql: string, params?: readonly unknown[]): Promise<Result>;
  /** Resolves if the thread responds, even if it is busy with a statement. */
  ping(): Promise<void>;
  /** Subscribes to the notifications of all channels. Returns a function that unsubscribes. */
  onPublished(callback: (channel: string, payload: string) => void): () => void;
  close(): Promise<void>;
};

type PgliteOptions = {
  /** Called once if the engine crashes, hangs, or its thread ends. No statement is answered until the process restarts. */
  onLost: (reason: string) => void;
  /** Time limits in milliseconds. */
  limits?: typeof LIMITS;
};

/**
 * Time limits in milliseconds. `statement` limits a statement that a user waits for, `patient` any other statement, and `turn` the wait for the
 * connection. If a statement exceeds its limit, the engine hangs.
 */
export const LIMITS = { statement: 120_000, patient: 900_000, turn: 30_000 };

/** Starts the thread and resolves when the database is open. Throws if the folder cannot be opened. */
export async function startPglite(path: string, { onLost, limits = LIMITS }: PgliteOptions): Promise<PgliteThread> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: path });
  const waiting = new Map<number, Waiting>();
  const hearing = new Set<(channel: string, payload: string) => void>();
  let next = 0;
  let lost: DatabaseUnavailable | undefined;
  let closing = false;
  let onClosed: () => void = () => {};
  const lose = (reason: string): void => {
    if (lost) return;
    lost = new DatabaseUnavailable(reason);
    for (const job of waiting.values()) job.reject(lost);
    waiting.clear();
    if (!closing) onLost(reason);
  };
  await new Promise<void>((ready, failed) => {
    let opened = false;
    const end = (reason: string): void => {
      if (opened) lose(reason);
      else
        failed(
          new OperatorError(
            `the embedded database in ${path} cannot be opened because it is damaged (${reason.replace(/ Build with .*/s, '')}): restore a backup into another DATA_DIR (docs/operate/backup.md).`,
          ),
        );
    };
    worker.on('error', (error) => end((error as Error).message));
    worker.on('exit', (code) => {
      end(`its thread ended with ${code}`);
      onClosed();
    });
    worker.on('message', (message: FromThread) => {
      if (message.ready) {
        opened = true;
        return ready();
      }
      if (message.closed) return onClosed();
      if (message.broken !== undefined) return lose(message.broken);
      if (message.published !== undefined) return hearing.forEach((callback) => callback(message.published!, message.payload ?? ''));
      const job = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) job?.reject(Object.assign(new Error(String(message.error.message)), message.error));
      else job?.resolve({ rows: message.rows, affectedRows: message.affectedRows });
    });
  });
  const request = (message: object, limit: number): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      if (lost) return reject(lost);
      const id = next++;
      const timer = setTimeout(() => lose(`no response within ${limit / 1000} s`), limit);
      const settle =
        <T>(done: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer);
          done(value);
        };
      waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      worker.postMessage({ id, ...message });
    });
  return {
    query: (sql, params) => request({ sql, params: params && [...params] }, hasLongLimit() ? limits.patient : limits.statement),
    ping: async () => void (await request({ ping: true }, limits.patient)),
    onPublished: (callback) => {
      hearing.add(callback);
      return () => void hearing.delete(callback);
    },
    close: () =>
      new Promise((closed) => {
        closing = true;
        onClosed = closed;
        if (lost) void worker.terminate();
        else worker.postMessage('close');
      }),
  };
}

/** Dependencies of the dialect. */
type DatabaseOptions = {
  outages: Outages;
  /** Returns whether the disk has room for a write. `small` allows the use of the reserve. */
  hasRoom: (small?: boolean) => boolean;
  limits?: typeof LIMITS;
};

/** Returns the dialect. All statements share one connection and run in the order of arrival. */
export function pgliteDialect(thread: PgliteThread, around: DatabaseOptions): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new OneConnectionDriver(thread, around),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** Statements that need disk space. Reads and statements that only free space are always allowed. */
const WRITES = /\b(insert|update|create|alter|copy)\b/i;
const READS = /^\s*select\b/i;

class OneConnectionDriver implements Driver {
  readonly #thread: PgliteThread;
  readonly #connection: DatabaseConnection;
  readonly #limits: typeof LIMITS;
  readonly #queue: (() => void)[] = [];
  #lent = false;

  constructor(thread: PgliteThread, { outages, hasRoom, limits = LIMITS }: DatabaseOptions) {
    this.#thread = thread;
    this.#limits = limits;
    this.#connection = {
      async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        // PGlite exits immediately if the disk has no room for its log, and cannot be opened again before space is freed.
        if (WRITES.test(query.sql) && !READS.test(query.sql) && !hasRoom(mayUseReserve()))
          throw new DatabaseFull('the reserve of the disk is reached');
        try {
          const { rows, affectedRows } = await thread.query(query.sql, query.parameters);
          outages.answered();
          return { rows: rows as R[], ...(affectedRows !== undefined && { numAffectedRows: BigInt(affectedRows) }) };
        } catch (error) {
          throw outages.failed(error);
        }
      },
      streamQuery() {
        throw new Error('streaming is not supported by the embedded database');
      },
    };
  }

  async init(): Promise<void> {}

  /** Waits for the connection. After the limit, leaves the queue and throws `DatabaseUnavailable`. */
  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#lent)
      await new Promise<void>((turn, fail) => {
        const patient = hasLongLimit();
        const take = (): void => {
          clearTimeout(timer);
          turn();
        };
        const timer = patient
          ? undefined
          : setTimeout(() => {
              this.#queue.splice(this.#queue.indexOf(take), 1);
              fail(new DatabaseUnavailable('too many wait for the database'));
            }, this.#limits.turn);
        this.#queue.push(take);
      });
    this.#lent = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#queue.shift();
    if (next) next();
    else this.#lent = false;
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
