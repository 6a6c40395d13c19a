import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cacheStatements, type Statements } from './pglite-statements.ts';
import { parsers } from '../value-parsers.ts';

describe.skipIf(process.env.TEST_DATABASE_URL)('prepared statements of the embedded database', () => {
  let database: PGlite;
  let statements: Statements;
  beforeAll(async () => {
    database = await PGlite.create('memory://', { parsers });
    statements = cacheStatements(database);
    await statements.exec(
      'create table note (id int primary key, text text, tags text[], day date, at timestamptz); insert into note (id) values (0)',
    );
  });
  afterAll(() => database.close());

  const keptNow = async () =>
    (await database.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map((row) => row.statement);

  test('return the same rows, types and counts each time', async () => {
    const at = new Date('2026-03-01T10:00:00Z');
    for (const id of [1, 2, 3]) {
      const written = await statements.query('insert into note values ($1, $2, $3, $4, $5)', [
        id,
        id === 2 ? null : 'ä;"',
        ['a,b', 'c'],
        '2026-03-01',
        at,
      ]);
      expect(written).toMatchObject({ affectedRows: 1 });
    }
    const asked = 'select note.*, (select count(*) from note) as n from note where note.id = $1 and note.id = any($2)';
    const rows = [];
    for (const id of [1, 2, 3, 9]) rows.push(...(await statements.query(asked, [id, [1, 2, 3]])).rows);
    const row = { id: 1, text: 'ä;"', tags: ['a,b', 'c'], day: '2026-03-01', at, n: 4 };
    expect(rows).toEqual([row, { ...row, id: 2, text: null }, { ...row, id: 3 }]);
    expect(await keptNow()).toContain(asked);
  });

  test('preserve long texts, JSON and arrays at each execution', async () => {
    const long = 'Wüste „Gobi“ 🏜️ '.repeat(1_000);
    const json = JSON.stringify([long, { number: 1.5 }]);
    const list = Array.from({ length: 300 }, (_, i) => `ü${i}`);
    const give = 'select $1::text as text, $2::json as json, $3::jsonb as jsonb, $4::text[] as list, $5::varchar as word';
    for (let time = 1; time <= 3; time++)
      expect((await statements.query(give, [long, json, json, list, long])).rows).toEqual([
        { text: long, json: [long, { number: 1.5 }], jsonb: [long, { number: 1.5 }], list, word: long },
      ]);
    await expect(statements.query(give, ['', `[${long}`, '[]', [], ''])).rejects.toThrow(/json/);
    expect((await statements.query(give, ['', '[]', '[]', [], ''])).rows).toHaveLength(1);
  });

  test('remain prepared after an error', async () => {
    const write = 'insert into note (id) values ($1)';
    for (const id of [4, 5]) await statements.query(write, [id]);
    for (let i = 0; i < 3; i++) {
      await statements.query('begin', []);
      await expect(statements.query(write, [4])).rejects.toMatchObject({ code: '23505', constraint: 'note_pkey' });
      await expect(statements.query('select note.id from note where note.id = $1', [4])).rejects.toMatchObject({ code: '25P02' });
      await statements.query('rollback', []);
    }
    await expect(statements.query(write, ['x'])).rejects.toMatchObject({ code: '22P02' });
    expect(await statements.query(write, [6])).toMatchObject({ affectedRows: 1 });
    for (let i = 0; i < 3; i++)
      await expect(statements.query('select nowhere.id from nowhere', [])).rejects.toMatchObject({ code: '42P01' });
    expect((await statements.query('select note.id from note where note.id = $1', [6])).rows).toEqual([{ id: 6 }]);
  });

  test('accept a conflict target that depends on a parameter', async () => {
    await statements.exec('create table turn (id int, state text); create unique index on turn (id) where state = $$open$$');
    const write = 'insert into turn values (1, $1) on conflict (id) where state = $2 do nothing';
    for (let i = 0; i < 12; i++) await statements.query(write, ['open', 'open']);
    expect((await statements.query('select count(*) as n from turn', [])).rows).toEqual([{ n: 1 }]);
  });

  test('are closed after a schema change', async () => {
    const asked = 'select * from note where note.id = $1';
    for (let i = 0; i < 7; i++) await statements.query(asked, [0]);
    await statements.query('alter table note add column more int not null default 7', []);
    expect(await keptNow()).toEqual([]);
    for (let i = 0; i < 3; i++) expect((await statements.query(asked, [0])).rows).toMatchObject([{ id: 0, more: 7 }]);
    await statements.exec('alter table note drop column more');
    expect(await keptNow()).toEqual([]);
    await statements.query(asked, [0]);
    for (let other = 0; other < 260; other++) for (let i = 0; i < 2; i++) await statements.query(`select ${other} as n`, []);
    const kept = await keptNow();
    expect(kept).toHaveLength(250);
    expect(kept).not.toContain(asked);
  });

  test('return the correct columns after a schema change was rolled back', async () => {
    const asked = 'select * from note where note.id = $1';
    await statements.query('begin', []);
    await statements.query('alter table note add column more int', []);
    for (let i = 0; i < 3; i++) expect(Object.keys((await statements.query(asked, [0])).rows[0]!)).toContain('more');
    await statements.query('rollback', []);
    for (let i = 0; i < 3; i++) expect(Object.keys((await statements.query(asked, [0])).rows[0]!)).not.toContain('more');
  });

  test('are planned again after their lifetime or many writes', async () => {
    const asked = 'select note.id from note where note.text = $1';
    const keptSince = async (): Promise<number> => {
      const { rows } = await database.query<{ at: Date }>('select prepare_time as at from pg_prepared_statements where statement = $1', [
        asked,
      ]);
      return rows[0]!.at.getTime();
    };
    const ask = async (these: Statements): Promise<number> => {
      for (let i = 0; i < 2; i++) await these.query(asked, ['x']);
      return keptSince();
    };
    await database.exec('deallocate all');
    const grown = cacheStatements(database, { ms: 60_000, rows: 3 });
    const first = await ask(grown);
    expect(await ask(grown)).toBe(first);
    for (let i = 0; i < 3; i++) await grown.query('update note set text = note.text where note.id < $1', [5]);
    expect(await ask(grown)).toBeGreaterThan(first);

    await database.exec('deallocate all');
    const old = cacheStatements(database, { ms: 0, rows: 1_000 });
    expect(await ask(old)).toBeLessThan(await ask(old));
  });
});
