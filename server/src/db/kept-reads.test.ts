/** Answers the embedded database keeps; another one keeps none. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillDataDir } from '../testing/database-template.ts';
import { BY_TRIGGER } from './kept-reads.ts';
import { openDatabase, type Database } from './open.ts';

describe.skipIf(process.env.TEST_DATABASE_URL)('the embedded database', () => {
  let dataDir: string;
  let database: Database;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'fundus-kept-reads-'));
    fillDataDir(dataDir);
    database = await openDatabase({ dataDir, databaseUrl: undefined });
  });
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('an answer of the embedded database is kept until its tables are written', async () => {
    const { db, kept } = database;
    let asked = 0;
    const states = () =>
      kept.read('states', async () => {
        asked++;
        return (await sql<{ name: string }>`select name from district order by id`.execute(db)).rows;
      });
    /** What is read after something was written, and how often the database was asked so far. */
    const after = async (writing: Promise<unknown>): Promise<[string[] | undefined, number]> => {
      await writing;
      await states();
      return [(await states())?.map(({ name }) => name), asked];
    };
    const insert = (id: string) => sql`insert into district (id, name) values (${id}, ${id})`.execute(db);

    expect(await after(sql`select 1`.execute(db))).toEqual([[], 1]);
    expect(await after(insert('a'))).toEqual([['a'], 2]);
    expect(await after(sql`update "session" set "last_seen_at" = ${new Date()} where "session"."id" is null`.execute(db))).toEqual([
      ['a'],
      2,
    ]);
    expect(await after(sql`insert into bookmark select * from bookmark`.execute(db))).toEqual([['a'], 2]);
    expect(await after(sql`with all_of_it as (select * from district) select * from all_of_it`.execute(db))).toEqual([['a'], 2]);
    expect(await after(sql`with gone as (delete from district returning id) select * from gone`.execute(db))).toEqual([[], 3]);
    expect(await after(sql`delete from bookmark`.execute(db))).toEqual([[], 4]);

    // What is written in a transaction is seen when it is done, and not where it is taken back.
    const taken = db.transaction().execute(async (trx) => {
      await sql`insert into district (id, name) values ('b', 'b')`.execute(trx);
      throw new Error('taken back');
    });
    const meanwhile = states();
    await expect(taken).rejects.toThrow('taken back');
    expect(await meanwhile).toEqual([]);
    expect((await after(insert('c')))[0]).toEqual(['c']);
  });

  test('an answer that says itself when it ends is asked for anew then', async () => {
    let asked = 0;
    const read = (now: number) =>
      database.kept.read(
        'until two',
        async () => ({ until: 2, rows: (await sql`select 1`.execute(database.db)).rows, asked: ++asked }),
        ({ until }) => now < until,
      );
    expect((await read(1))?.asked).toBe(1);
    expect((await read(1))?.asked).toBe(1);
    expect((await read(2))?.asked).toBe(2);
  });

  test('what triggers write is known', async () => {
    const { rows } = await sql<{ table: string; source: string }>`select pg_class.relname as table, pg_proc.prosrc as source from pg_trigger
      join pg_class on pg_class.oid = pg_trigger.tgrelid join pg_proc on pg_proc.oid = pg_trigger.tgfoid where not pg_trigger.tgisinternal`.execute(
      database.db,
    );
    const written = rows.flatMap(({ table, source }) =>
      [...source.matchAll(/\b(?:update|insert into|delete from)\s+(\w+)/g)].map(([, other]) => `${table} ${other}`),
    );
    expect([...new Set(written)]).toEqual(
      Object.entries(BY_TRIGGER).flatMap(([table, others]) => others.map((other) => `${table} ${other}`)),
    );
  });

  test('nothing is kept where there was nothing', async () => {
    let asked = 0;
    const nobody = () => database.kept.read('nobody', async () => void asked++ as undefined);
    await nobody();
    await nobody();
    expect(asked).toBe(2);
  });
});
