/** Tests outages of the database. Callers get an error in time, the log has one line per outage, and no caller waits forever. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeLog, type Log } from '../log.ts';
import { databaseProxy, type DatabaseProxy } from '../testing/database-proxy.ts';
import { teacher, testPortal, type Caller, type TestPortal } from '../testing/index.ts';
import { watchDisk } from './disk.ts';
import { DatabaseFull, DatabaseUnavailable, watchOutages } from './failures.ts';
import { withLongLimit } from './patience.ts';
import { pgliteDialect, startPglite } from './embedded/pglite-dialect.ts';
import { openPostgres, type Postgres } from './postgres.ts';
import type { Tables } from './tables.ts';

const SERVER = process.env.TEST_DATABASE_URL;

/** Returns a log that records warnings and errors. */
function listener(): { log: Log; said: string[] } {
  const said: string[] = [];
  const log = makeLog('silent');
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(log, level).mockImplementation((...args: unknown[]) => void said.push(String(args[1])));
  return { log, said };
}

describe.skipIf(!SERVER)('outage of PostgreSQL', () => {
  let proxy: DatabaseProxy;
  let database: Postgres;
  let said: string[];
  afterEach(async () => {
    await database.close();
    await proxy.close();
  });
  const open = async (): Promise<void> => {
    proxy = await databaseProxy(SERVER!);
    const heard = listener();
    said = heard.said;
    database = openPostgres(proxy.url, heard.log, { connect: 300, statement: 300, patient: 900 });
  };
  const ask = (): Promise<unknown> => sql`select 1`.execute(database.db);
  const asks = async () =>
    (await Promise.allSettled(Array.from({ length: 15 }, ask))).map(
      (one) => (one.status === 'rejected' ? one.reason : 'answer') as unknown,
    );

  test('rejects every query in time and resumes afterwards', async () => {
    await open();
    let heard = 0;
    const stop = await database.onNotify('news', () => (heard += 1));
    await proxy.set('away');
    for (let round = 0; round < 3; round += 1) for (const answer of await asks()) expect(answer).toBeInstanceOf(DatabaseUnavailable);
    expect(said).toEqual(['the database does not respond']);
    await proxy.set('there');
    await expect.poll(asks).toEqual(Array.from({ length: 15 }, () => 'answer'));
    // The subscription calls back once for the missed messages and then receives new messages.
    await expect.poll(() => heard).toBe(1);
    await sql`select pg_notify('news', '')`.execute(database.db);
    await expect.poll(() => heard).toBe(2);
    await expect
      .poll(async () => (await ask(), said), { timeout: 120_000, interval: 200 })
      .toEqual(['the database does not respond', 'the database responds again']);
    await stop();
  });

  test('aborts only the transaction whose connection was lost', async () => {
    await open();
    const inside = database.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await proxy.set('away');
      await proxy.set('there');
      // Other queries work again. By then, the idle connection of the transaction has reported its loss.
      await expect.poll(asks).toEqual(Array.from({ length: 15 }, () => 'answer'));
      await sql`select 1`.execute(trx);
    });
    await expect(inside).rejects.toThrow(DatabaseUnavailable);
  });

  test('limits every wait while the database server hangs', async () => {
    await open();
    await asks();
    await proxy.set('hanging');
    const inside = database.db.transaction().execute((trx) => sql`select 1`.execute(trx));
    await expect(inside).rejects.toThrow(DatabaseUnavailable);
    for (const answer of await asks()) expect(answer).toBeInstanceOf(DatabaseUnavailable);
    await proxy.set('there');
    await expect.poll(asks).toEqual(Array.from({ length: 15 }, () => 'answer'));
  });

  test('cancels a statement at its time limit', async () => {
    await open();
    const slow = () => sql`select pg_sleep(0.5)`.execute(database.db);
    await expect(slow()).rejects.toThrow(DatabaseUnavailable);
    await withLongLimit(slow);
    expect((await asks())[0]).toBe('answer');
  });
});

describe.skipIf(SERVER)('outage of the embedded database', () => {
  const limits = { statement: 400, patient: 60_000, turn: 200 };
  async function open(hasRoom = () => true) {
    const heard = listener();
    const lost: string[] = [];
    const thread = await withLongLimit(() => startPglite('memory://', { onLost: (reason) => lost.push(reason), limits }));
    const db = new Kysely<Tables>({ dialect: pgliteDialect(thread, { outages: watchOutages(heard.log), hasRoom, limits }) });
    return { db, thread, lost, said: heard.said };
  }

  test('stops waiting for an engine that hangs', async () => {
    const { db, lost } = await open();
    await withLongLimit(() => sql`select 1`.execute(db));
    await expect(sql`select count(*) from generate_series(1, 2000000000)`.execute(db)).rejects.toThrow(DatabaseUnavailable);
    expect(lost).toEqual(['no response within 0.4 s']);
    await expect(sql`select 1`.execute(db)).rejects.toThrow(DatabaseUnavailable);
    await db.destroy();
    expect(lost).toHaveLength(1);
  });

  test('rejects a caller that waited too long for the connection', async () => {
    const { db, thread } = await open();
    let finish = (): void => {};
    const long = db.transaction().execute(async () => new Promise<void>((done) => (finish = done)));
    await expect(sql`select 1`.execute(db)).rejects.toThrow('too many wait');
    // The busy thread still responds to a ping.
    await thread.ping();
    const behind = withLongLimit(() => sql`select 1`.execute(db));
    finish();
    await Promise.all([long, behind]);
    await db.destroy();
  });

  test('rejects writes on a full disk but allows reads and deletions', async () => {
    let room = true;
    const { db, lost } = await open(() => room);
    await withLongLimit(() => sql`create table t (a int)`.execute(db));
    await sql`insert into t values (1), (2)`.execute(db);
    room = false;
    for (const write of [
      sql`insert into t values (3)`,
      sql`update t set a = 4`,
      sql`with x as (insert into t values (5) returning a) select a from x`,
    ])
      await expect(write.execute(db)).rejects.toThrow(DatabaseFull);
    await sql`delete from t where a = 1`.execute(db);
    expect((await sql`select a from t`.execute(db)).rows).toEqual([{ a: 2 }]);
    room = true;
    await sql`update t set a = 6`.execute(db);
    expect(lost).toEqual([]);
    await db.destroy();
  });

  test('reports a database folder that cannot be opened', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fundus-outage-'));
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(folder, 'PG_VERSION'), 'none');
    await expect(startPglite(folder, { onLost: () => {} })).rejects.toThrow(/^the embedded database in .* cannot be opened/);
    rmSync(folder, { recursive: true });
  });
});

test('logs once that the disk is full', async () => {
  const { log, said } = listener();
  const roomy = await watchDisk(tmpdir(), log, 0);
  const full = await watchDisk(tmpdir(), log, Infinity);
  expect([roomy.hasRoom(), full.hasRoom(), roomy.free()]).toEqual([true, false, expect.any(Number)]);
  expect(said).toEqual([expect.stringContaining('writes are refused until space is freed')]);
  for (const disk of [roomy, full]) disk.close();
});

describe('HTTP responses during an outage', () => {
  let portal: TestPortal;
  let browser: Caller;
  beforeAll(async () => {
    portal = await testPortal();
    browser = await portal.as(teacher());
  });
  afterAll(() => portal.close());
  const search = () => browser.inject({ method: 'GET', url: catalogue.search.path });

  test('return 503 with Retry-After', async () => {
    const { log } = portal.portal;
    const error = vi.spyOn(log, 'error');
    vi.spyOn(portal.portal.search, 'search').mockRejectedValue(new DatabaseUnavailable('gone'));
    const answer = await search();
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toMatchObject([503, '5', { error: { code: 'unavailable' } }]);
    expect(error).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    vi.spyOn(portal.portal, 'ping').mockRejectedValue(new DatabaseUnavailable('gone'));
    const ready = await portal.guest().inject({ method: 'GET', url: '/api/v1/health/ready' });
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'not ready' }]);
    vi.restoreAllMocks();
  });

  test.each([new DatabaseFull('full'), Object.assign(new Error('no space'), { code: 'ENOSPC' })])(
    'return storage_full if the disk is full: %s',
    async (full) => {
      vi.spyOn(portal.portal.search, 'search').mockRejectedValue(full);
      const answer = await search();
      expect([answer.statusCode, answer.json()]).toMatchObject([507, { error: { code: 'storage_full' } }]);
      vi.restoreAllMocks();
    },
  );

  test('include the free disk space in the readiness check and the metrics', async () => {
    const ready = await portal.guest().inject({ method: 'GET', url: '/api/v1/health/ready' });
    expect(ready.json()).toMatchObject({ status: 'ready', disk: { free_bytes: expect.any(Number) as number, full: false } });
    const metrics = await portal.guest().inject({ method: 'GET', url: '/metrics' });
    expect(metrics.body).toMatch(/^portal_disk_free_bytes \d+/m);
  });
});
