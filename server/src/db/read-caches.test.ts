/** Tests the read caches of the embedded database and the triggers that invalidate them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserCtx } from '../http/context.ts';
import { readClassList } from '../domains/classes/classes.ts';
import { listBookmarked } from '../domains/catalogue/bookmark-repository.ts';
import { fillDataDir } from '../testing/database-template.ts';
import { findLearnerBySession, findPersonOf, noteRequest } from '../visitors/session-repository.ts';
import { newId } from './new-id.ts';
import { openDatabase, type Database, type Db } from './open.ts';
import { CACHED_FROM, CACHE_NAMES, type CacheName } from './read-caches.ts';

/** All reads that fill a cache, by cache. */
const READERS: Record<CacheName, ((db: Db) => Promise<unknown>)[]> = {
  sessions: [(db) => findPersonOf(db, 'hash', new Date()), (db) => findLearnerBySession(db, 'hash', new Date())],
  classes: ['own', 'shared', 'archived', 'school', 'deleted'].flatMap((show) =>
    [{ school_admin: '1' }, { by_code: {} }].map((more) => (db: Db) => {
      const user = { id: newId(), role: 'L', school_id: 'school-1', district_id: 'demo', ...more };
      const ctx = { db, user, now: new Date() } as unknown as UserCtx;
      // Counting fails because the recorder returns no rows. By then, all statements have been recorded.
      return readClassList(ctx, { show: show as 'own', year: '2026/27', offset: 0, limit: 20 }).catch(() => {});
    }),
  ),
  bookmarks: [(db) => listBookmarked(db, newId())],
};

describe.skipIf(process.env.TEST_DATABASE_URL)('read caches of the embedded database', () => {
  let dataDir: string;
  let database: Database;
  let tables: Set<string>;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'fundus-read-caches-'));
    fillDataDir(dataDir);
    database = await openDatabase({ dataDir, databaseUrl: undefined });
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(database.db);
    tables = new Set(rows.map(({ name }) => name));
  });
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  let reads = 0;
  const read = (cache: CacheName) => database.caches[cache].get('key', async () => ({ reads: ++reads }));
  /** Returns whether a write causes a cached value to be read again. */
  const isInvalidated = async (cache: CacheName, write: () => Promise<unknown>): Promise<boolean> => {
    await read(cache);
    const before = reads;
    await write();
    await read(cache);
    return reads > before;
  };
  const run = (text: string) => sql.raw(text).execute(database.db);

  test.each(CACHE_NAMES)('watch all tables in the statements that fill %s', async (cache) => {
    const statements: string[] = [];
    const recorder = new Kysely<never>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      log: ({ query }) => void statements.push(query.sql),
    });
    for (const reader of READERS[cache]) await reader(recorder as unknown as Db);
    await expect.poll(() => statements.length).toBeGreaterThanOrEqual(READERS[cache].length);
    await setImmediate();
    const named = new Set(
      statements
        .join(' ')
        .match(/\w+/g)!
        .filter((word) => tables.has(word)),
    );
    expect([...named].toSorted()).toEqual([...CACHED_FROM[cache]].toSorted());
  });

  test.each(CACHE_NAMES.flatMap((cache) => CACHED_FROM[cache].map((table) => [cache, table] as const)))(
    'invalidate %s after a write to %s',
    async (cache, table) => {
      const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_name = ${table} and is_generated = 'NEVER' limit 1`.execute(database.db);
      const column = `"${rows[0]!.name}"`;
      expect(await isInvalidated(cache, () => run(`delete from "${table}" where false`))).toBe(true);
      expect(await isInvalidated(cache, () => run(`insert into "${table}" (${column}) select ${column} from "${table}" where false`))).toBe(
        true,
      );
      expect(await isInvalidated(cache, () => run(`select ${column} from "${table}" limit 1`))).toBe(false);
      // Updates of sessions are compared row by row, which the next test checks.
      if (table === 'session') return;
      expect(await isInvalidated(cache, () => run(`update "${table}" set ${column} = ${column} where false`))).toBe(true);
    },
  );

  test('keep a session until it changes or its user is deleted', async () => {
    const [person, session] = [newId(), newId()];
    await run(`insert into person (id) values ('${person}')`);
    await run(`insert into session (id, id_hash, person_id, expires_at) values ('${session}', 'h', '${person}', now())`);
    expect(await isInvalidated('sessions', () => noteRequest(database.db, session, new Date()))).toBe(false);
    expect(await isInvalidated('sessions', () => run(`update session set stay = not stay where id = '${session}'`))).toBe(true);
    expect(await isInvalidated('sessions', () => run(`delete from person where id = '${person}'`))).toBe(true);
  });

  test('are invalidated after a commit but not after a rollback', async () => {
    const write = (fails: boolean) => () =>
      database.db
        .transaction()
        .execute(async (trx) => {
          await sql`delete from bookmark`.execute(trx);
          if (fails) throw new Error('rolled back');
        })
        .catch(() => {});
    expect(await isInvalidated('bookmarks', write(false))).toBe(true);
    expect(await isInvalidated('bookmarks', write(true))).toBe(false);
  });

  test('omit a value whose table is written during the read', async () => {
    const stale = await database.caches.bookmarks.get('overtaken', async () => {
      await run('delete from bookmark where false');
      return { value: 'old' };
    });
    expect(stale).toEqual({ value: 'old' });
    expect(await database.caches.bookmarks.get('overtaken', async () => ({ value: 'new' }))).toEqual({ value: 'new' });
  });

  test('omit a missing value', async () => {
    expect(await database.caches.bookmarks.get('missing', async () => undefined)).toBeUndefined();
    expect(await database.caches.bookmarks.get('missing', async () => ({ value: 1 }))).toEqual({ value: 1 });
  });

  test('recreate their triggers at each start', async () => {
    await run('alter table session add column of_test int');
    await run('alter table session drop column of_test');
    await database.close();
    database = await openDatabase({ dataDir, databaseUrl: undefined });
    expect(await isInvalidated('bookmarks', () => run('delete from bookmark where false'))).toBe(true);
  });
});
