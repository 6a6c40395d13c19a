import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fillDataDir } from '../testing/database-template.ts';
import { keepStatements } from './prepared-statements.ts';
import { parsers } from './value-parsers.ts';

describe.skipIf(process.env.TEST_DATABASE_URL)('statements the embedded engine keeps', () => {
  let dataDir: string;
  let database: PGlite;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'fundus-prepared-'));
    fillDataDir(dataDir);
    database = await PGlite.create(join(dataDir, 'database'), { extensions: { btree_gist, pg_trgm }, parsers });
    await database.exec('create table thing (id int primary key, name text, at timestamptz, tags text[], more jsonb)');
  });
  beforeEach(async () => void (await database.exec('deallocate all')));
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** What the engine keeps, the oldest first. */
  const kept = async (): Promise<string[]> =>
    (await database.query<{ statement: string }>('select statement from pg_prepared_statements order by prepare_time')).rows.map(
      ({ statement }) => statement,
    );

  test('a kept statement gives the rows, counts and errors of one that is not', async () => {
    const query = keepStatements(database);
    const insert = 'insert into thing values ($1, $2, $3, $4, $5) returning *';
    const values = (id: number): unknown[] => [id, id === 1 ? null : 'Globus', new Date(1e12), ['a', 'b, "c"'], { n: [1] }];
    const rows = [1, 2].map((id) => ({ id, name: values(id)[1], at: new Date(1e12), tags: ['a', 'b, "c"'], more: { n: [1] } }));
    expect((await query(insert, values(1))).rows).toEqual([rows[0]]);
    expect(await query(insert, values(2))).toMatchObject({ rows: [rows[1]], affectedRows: 1 });
    const twice = query(insert, values(2));
    await expect(twice).rejects.toMatchObject({ code: '23505', constraint: 'thing_pkey', table: 'thing' });
    await expect(query('select nothing from thing', [])).rejects.toMatchObject({ code: '42703' });
    await expect(query(insert, ['x', null, null, null, null])).rejects.toMatchObject({ code: '22P02' });
    expect((await query('select count(*) as n from thing', [])).rows).toEqual([{ n: 2 }]);
    expect((await query('update thing set name = $1', ['Atlas'])).affectedRows).toBe(2);
    expect(await kept()).toHaveLength(3);
  });

  test('after a change of the tables a statement gives what they have now', async () => {
    const query = keepStatements(database);
    const all = 'select * from thing where id = $1';
    for (let i = 0; i < 8; i++) await query(all, [1]);
    await query('begin', []);
    expect(await kept()).toContain(all);
    await query('alter table thing drop column more', []);
    expect(await kept()).not.toContain(all);
    expect(Object.keys((await query(all, [1])).rows[0]!)).toEqual(['id', 'name', 'at', 'tags']);
    await query('rollback', []);
    expect(Object.keys((await query(all, [1])).rows[0]!)).toEqual(['id', 'name', 'at', 'tags', 'more']);
    await query('alter table thing add column note text', []);
    expect(Object.keys((await query(all, [1])).rows[0]!)).toContain('note');
  });

  test('a statement is read anew after a while, and after rows were written', async () => {
    const read = 'select id from thing where name = $1';
    const write = 'update thing set name = name';
    const times = async (): Promise<number> => {
      const { rows } = await database.query<{ at: Date }>('select prepare_time as at from pg_prepared_statements where statement = $1', [
        read,
      ]);
      expect(rows).toHaveLength(1);
      return rows[0]!.at.getTime();
    };
    const query = keepStatements(database, { ms: 60_000, rows: 3 });
    await query(read, ['Atlas']);
    const first = await times();
    await query(write, []);
    await query(read, ['Atlas']);
    expect(await times()).toBe(first);
    await query(write, []);
    await query(read, ['Atlas']);
    expect(await times()).toBeGreaterThan(first);

    await database.exec('deallocate all');
    const soon = keepStatements(database, { ms: 0, rows: 1_000 });
    await soon(read, ['Atlas']);
    const before = await times();
    await soon(read, ['Atlas']);
    expect(await times()).toBeGreaterThan(before);
  });

  test('what was not used for the longest time goes first', async () => {
    const query = keepStatements(database);
    const nth = (n: number): string => `select ${n} as n`;
    for (let n = 0; n < 300; n++) await query(nth(n), []);
    await query(nth(0), []);
    await query(nth(300), []);
    const now = await kept();
    expect(now).toHaveLength(300);
    expect(now).toContain(nth(0));
    expect(now).not.toContain(nth(1));
  });
});
