/**
 * PostgreSQL with one connection pool per pace (`patience.ts`), so that slow statements do not occupy the connections of quick statements. Every wait
 * has a limit.
 */
import { PostgresDialect, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { DatabaseUnavailable, watchOutages, type Outages } from './failures.ts';
import { MarkedKysely } from './marked-kysely.ts';
import { currentPace, type Pace } from './patience.ts';
import type { Tables } from './tables.ts';
import { parsers } from './value-parsers.ts';

const SECOND = 1_000;
/** Time limits in milliseconds. `connect` limits the wait for a connection, `statement` a quick statement, and `patient` any other statement. */
export const LIMITS = { connect: 5 * SECOND, statement: 30 * SECOND, patient: 900 * SECOND };
type Limits = typeof LIMITS;
const HEAVY_CONNECTIONS = 2;
/** Time in milliseconds after the statement limit of the server before the client gives up. */
const GRACE = 2 * SECOND;
/** Delay in milliseconds before the client listens again after a connection loss. */
const LISTEN_AGAIN = SECOND;

export type Postgres = {
  db: Kysely<Tables>;
  onNotify(channel: string, callback: () => void): Promise<() => Promise<void>>;
  onPublished(channel: string, callback: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

export function openPostgres(connectionString: string, log: Log, limits: Limits = LIMITS): Postgres {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
  };
  const outages = watchOutages(log);
  const base = { connectionString, keepAlive: true, connectionTimeoutMillis: limits.connect, types: types as pg.CustomTypesConfig };
  const patient = { ...base, statement_timeout: limits.patient };
  const pools: Record<Pace, pg.Pool> = {
    quick: makePool({
      ...base,
      max: 10,
      statement_timeout: limits.statement,
      idle_in_transaction_session_timeout: 2 * limits.statement,
    }),
    patient: makePool({ ...patient, max: 4 }),
    // The statements of a heavy request may be sent at once and then wait for these few connections.
    heavy: makePool({ ...patient, max: HEAVY_CONNECTIONS, connectionTimeoutMillis: limits.statement }),
  };
  const pool: PostgresPool = {
    connect: async () => {
      const pace = currentPace();
      try {
        return guard(await pools[pace].connect(), outages, (pace === 'quick' ? limits.statement : limits.patient) + GRACE);
      } catch (error) {
        throw outages.failed(error);
      }
    },
    end: async () => void (await Promise.all(Object.values(pools).map((each) => each.end()))),
    options: {},
  };
  const db = new MarkedKysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    close: () => db.destroy(),
    onNotify: (channel, callback) => listen(base, channel, callback),
    onPublished: (channel, callback) => listen(base, channel, callback),
  };
}

/**
 * Disables JIT compilation for a new connection. PostgreSQL would spend a second per call compiling a statement with many sub-selects that runs for
 * milliseconds. A statement is used instead of the startup parameter `options`, because the operator may have set this parameter and PgBouncer
 * rejects it.
 */
const turnOffJit = async (client: pg.ClientBase): Promise<void> => void (await client.query('set jit = off'));

function makePool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, onConnect: turnOffJit });
  // A lost connection emits `error` whether it is idle or in use, and without a listener this would end the process. The pool replaces the
  // connection; its user gets the error at the next statement.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Wraps a connection that is not reused after a timeout, because the response to the old statement may still arrive. */
function guard(client: pg.PoolClient, outages: Outages, limit: number): PostgresPoolClient {
  let broken: unknown;
  const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    if (broken) throw broken;
    let timer: NodeJS.Timeout | undefined;
    try {
      const tooLong = new Promise<never>((_, fail) => {
        timer = setTimeout(() => fail(Object.assign(new Error(`no response within ${limit} ms`), { code: 'ETIMEDOUT' })), limit);
      });
      const result = await Promise.race([client.query(text, values as unknown[]), tooLong]);
      outages.answered();
      return result;
    } catch (error) {
      const failure = outages.failed(error);
      if (failure instanceof DatabaseUnavailable && (error as { code?: string }).code !== '57014') broken = failure;
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  };
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(Boolean(broken)) };
}

/** Listens to a channel and reconnects after a loss. After reconnecting, calls `callback` once with `''`, because messages may have been missed. */
async function listen(config: pg.ClientConfig, channel: string, callback: (payload: string) => void): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const again = (): void => {
    client = undefined;
    if (!ended) timer ??= setTimeout(() => ((timer = undefined), connect().then(() => callback(''), again)), LISTEN_AGAIN);
  };
  const connect = async (): Promise<void> => {
    const next = new pg.Client(config);
    next.on('error', () => {});
    next.on('notification', ({ payload = '' }) => callback(payload));
    await next.connect();
    await next.query(`listen ${next.escapeIdentifier(channel)}`);
    if (ended) return next.end();
    next.once('end', again);
    client = next;
  };
  await connect();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await client?.end();
  };
}
