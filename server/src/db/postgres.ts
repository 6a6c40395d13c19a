/** PostgreSQL: a pool for each pace (`patience.ts`), so that slow statements do not take the connections of quick ones, with limits for everything. */
import { PostgresDialect, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { DatabaseUnavailable, watchOutages, type Outages } from './failures.ts';
import { MarkedKysely } from './marked-kysely.ts';
import { paceOf, type Pace } from './patience.ts';
import type { Tables } from './tables.ts';
import { parsers } from './value-parsers.ts';

const SECOND = 1_000;
/** In milliseconds: until there is a connection, and for a statement. */
export const LIMITS = { connect: 5 * SECOND, statement: 30 * SECOND, patient: 900 * SECOND };
type Limits = typeof LIMITS;
const HEAVY_CONNECTIONS = 2;
/** The server ends a statement in time; where it does not even do that, we do. */
const GRACE = 2 * SECOND;
/** Before listening is tried again. */
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
    // A heavy request may send several statements at once, which then wait for each other.
    heavy: makePool({ ...patient, max: HEAVY_CONNECTIONS, connectionTimeoutMillis: limits.statement }),
  };
  const pool: PostgresPool = {
    connect: async () => {
      const pace = paceOf();
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
 * Turns off JIT compilation for a new connection. PostgreSQL compiles a statement with many sub-selects for a second at each call although it runs
 * for milliseconds. A statement rather than the startup parameter `options`: the operator may have set that one, and PgBouncer refuses it.
 */
const turnOffJit = async (client: pg.ClientBase): Promise<void> => void (await client.query('set jit = off'));

function makePool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, onConnect: turnOffJit });
  // A connection that is lost says so, idle or lent; without a listener that would end the process. The pool replaces it, and whoever had it
  // hears it at the next statement.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A connection on which something did not come in time is not used again: what was asked on it may still be answered. */
function guard(client: pg.PoolClient, outages: Outages, limit: number): PostgresPoolClient {
  let broken: unknown;
  const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    if (broken) throw broken;
    let timer: NodeJS.Timeout | undefined;
    try {
      const tooLong = new Promise<never>((_, fail) => {
        timer = setTimeout(() => fail(Object.assign(new Error(`no answer within ${limit} ms`), { code: 'ETIMEDOUT' })), limit);
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

/** Listens, also after the connection was lost: then nobody knows what was missed, and the callback is called once. */
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
