/** A database that is away, hangs or is full: whoever asks hears so in time, it is written down once, and nothing waits for good. */
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
import { patiently } from './patience.ts';
import { pgliteDialect, startPglite } from './embedded/pglite-dialect.ts';
import { openPostgres, type Postgres } from './postgres.ts';
import type { Tables } from './tables.ts';

const SERVER = process.env.TEST_DATABASE_URL;

/** A log that keeps what it is told from warnings on. */
function listener(): { log: Log; said: string[] } {
  const said: string[] = [];
  const log = makeLog('silent');
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(log, level).mockImplementation((...args: unknown[]) => void said.push(String(args[1])));
  return { log, said };
}

describe.skipIf(!SERVER)('PostgreSQL', () => {
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

  test('away: every question is refused in time, with one line when it begins and one when it ends; listening goes on', async () => {
    await open();
    let heard = 0;
    const stop = await database.onNotify('news', () => (heard += 1));
    await proxy.set('away');
    for (let round = 0; round < 3; round += 1) for (const answer of await asks()) expect(answer).toBeInstanceOf(DatabaseUnavailable);
    expect(said).toEqual(['the database does not answer']);
    await proxy.set('there');
    await expect.poll(asks).toEqual(Array.from({ length: 15 }, () => 'answer'));
    // What was missed meanwhile is asked for, and what comes now is heard.
    await expect.poll(() => heard).toBe(1);
    await sql`select pg_notify('news', '')`.execute(database.db);
    await expect.poll(() => heard).toBe(2);
    await expect
      .poll(async () => (await ask(), said), { timeout: 30_000, interval: 200 })
      .toEqual(['the database does not answer', 'the database answers again']);
    await stop();
  });

  test('lost in the middle of a transaction: the transaction fails, the process goes on, and so does everything else', async () => {
    await open();
    const inside = database.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await proxy.set('away');
      await proxy.set('there');
      // Others are answered again: by then this connection has said that it is lost, while nothing was asked on it.
      await expect.poll(asks).toEqual(Array.from({ length: 15 }, () => 'answer'));
      await sql`select 1`.execute(trx);
    });
    await expect(inside).rejects.toThrow(DatabaseUnavailable);
  });

  test('hanging: nothing waits longer than its limit, also inside a transaction, and afterwards everything is as before', async () => {
    await open();
    await asks();
    await proxy.set('hanging');
    const began = performance.now();
    const inside = database.db.transaction().execute((trx) => sql`select 1`.execute(trx));
    await expect(inside).rejects.toThrow(DatabaseUnavailable);
    for (const answer of await asks()) expect(answer).toBeInstanceOf(DatabaseUnavailable);
    expect(performance.now() - began).toBeLessThan(8_000);
    await proxy.set('there');
    await expect.poll(asks).toEqual(Array.from({ length: 15 }, () => 'answer'));
  });

  test('a statement ends at its limit, and one for which nobody waits has more time', async () => {
    await open();
    const slow = () => sql`select pg_sleep(0.5)`.execute(database.db);
    await expect(slow()).rejects.toThrow(DatabaseUnavailable);
    await patiently(slow);
    expect((await asks())[0]).toBe('answer');
  });
});

describe.skipIf(SERVER)('the embedded database', () => {
  const limits = { statement: 400, patient: 60_000, turn: 200 };
  async function open(hasRoom = () => true) {
    const heard = listener();
    const lost: string[] = [];
    const thread = await patiently(() => startPglite('memory://', { onLost: (reason) => lost.push(reason), limits }));
    const db = new Kysely<Tables>({ dialect: pgliteDialect(thread, { outages: watchOutages(heard.log), hasRoom, limits }) });
    return { db, thread, lost, said: heard.said };
  }

  test('an engine that hangs is given up, said once, and never waited for again', async () => {
    const { db, lost } = await open();
    await patiently(() => sql`select 1`.execute(db));
    await expect(sql`select count(*) from generate_series(1, 2000000000)`.execute(db)).rejects.toThrow(DatabaseUnavailable);
    expect(lost).toEqual(['no answer within 0.4 s']);
    await expect(sql`select 1`.execute(db)).rejects.toThrow(DatabaseUnavailable);
    await db.destroy();
    expect(lost).toHaveLength(1);
  });

  test('who waits too long for a turn is refused, and the others are not held up by it', async () => {
    const { db, thread } = await open();
    let finish = (): void => {};
    const long = db.transaction().execute(async () => new Promise<void>((done) => (finish = done)));
    await expect(sql`select 1`.execute(db)).rejects.toThrow('too many wait');
    // It is busy, and it is there.
    await thread.ping();
    const behind = patiently(() => sql`select 1`.execute(db));
    finish();
    await Promise.all([long, behind]);
    await db.destroy();
  });

  test('without room nothing is written, and reading and removing go on', async () => {
    let room = true;
    const { db, lost } = await open(() => room);
    await patiently(() => sql`create table t (a int)`.execute(db));
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

  test('a folder that cannot be opened is a sentence', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fundus-outage-'));
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(folder, 'PG_VERSION'), 'none');
    await expect(startPglite(folder, { onLost: () => {} })).rejects.toThrow(/^the embedded database in .* cannot be opened/);
    rmSync(folder, { recursive: true });
  });
});

test('that the disk is full is said once, and once that there is room again', async () => {
  const { log, said } = listener();
  const roomy = await watchDisk(tmpdir(), log, 0);
  const full = await watchDisk(tmpdir(), log, Infinity);
  expect([roomy.hasRoom(), full.hasRoom(), roomy.free()]).toEqual([true, false, expect.any(Number)]);
  expect(said).toEqual([expect.stringContaining('nothing is written until there is room')]);
  for (const disk of [roomy, full]) disk.close();
});

describe('over HTTP', () => {
  let portal: TestPortal;
  let browser: Caller;
  beforeAll(async () => {
    portal = await testPortal();
    browser = await portal.as(teacher());
  });
  afterAll(() => portal.close());
  const search = () => browser.inject({ method: 'GET', url: catalogue.search.path });

  test('without a database: 503, when to come again, and no line for each request', async () => {
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
    'a full disk has an answer of its own: %s',
    async (full) => {
      vi.spyOn(portal.portal.search, 'search').mockRejectedValue(full);
      const answer = await search();
      expect([answer.statusCode, answer.json()]).toMatchObject([507, { error: { code: 'storage_full' } }]);
      vi.restoreAllMocks();
    },
  );

  test('ready and the metrics tell the free space', async () => {
    const ready = await portal.guest().inject({ method: 'GET', url: '/api/v1/health/ready' });
    expect(ready.json()).toMatchObject({ status: 'ready', disk: { free_bytes: expect.any(Number) as number, full: false } });
    const metrics = await portal.guest().inject({ method: 'GET', url: '/metrics' });
    expect(metrics.body).toMatch(/^portal_disk_free_bytes \d+/m);
  });
});
