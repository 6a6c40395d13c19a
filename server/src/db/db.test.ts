import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { usePortal } from '../testing/use-portal.ts';
import { generateLinksSource } from './generate-links.ts';
import { allowedValues, generateTablesSource } from './generate-tables.ts';
import { migrate, statements } from './migrations/migrate.ts';
import { newId } from './new-id.ts';
import { format, type FormatConfig } from 'oxfmt';

/** Formatter options of the repository. */
const style = JSON.parse(readFileSync(join(import.meta.dirname, '../../../.oxfmtrc.json'), 'utf8')) as FormatConfig;

const portal = usePortal();

test.each([
  ['tables.ts', generateTablesSource],
  ['links.ts', generateLinksSource],
])('%s matches the migrations', async (name, source) => {
  const path = join(import.meta.dirname, name);
  const { code } = await format(name, await source(portal.portal.db), style);
  expect(code).toBe(readFileSync(path, 'utf8'));
});

test('parses the allowed values of a CHECK constraint in PostgreSQL', async () => {
  const { db } = portal.portal;
  const written = async (check: string): Promise<string> => {
    await sql`create table checked (a text, b text[], n int, other text, constraint checked_check check (${sql.raw(check)}))`.execute(db);
    const { rows } = await sql<{ definition: string }>`
      select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'checked_check'`.execute(db);
    await sql`drop table checked`.execute(db);
    return rows[0]!.definition;
  };
  expect(allowedValues(await written(`a in ('x', 'it''s', 'a, b', '')`))).toEqual(['x', "it's", 'a, b', '']);
  expect(allowedValues(await written(`a = any (array['x', 'y'])`))).toEqual(['x', 'y']);
  expect(allowedValues(await written(`a is null or a in ('x', 'y')`))).toEqual(['x', 'y']);
  expect(allowedValues(await written(`a = 'x'`))).toEqual(['x']);
  expect(allowedValues(await written(`b <@ array['x', 'y']`))).toEqual(['x', 'y']);
  for (const open of [`a ~ '^x$'`, `a <> 'x'`, `a in ('x') or length(a) > 3`, `length(a) < 3`, `n in (1, 2)`])
    expect([open, allowedValues(await written(open))]).toEqual([open, undefined]);
});

test('refuses to start if a migration was edited or is unknown', async () => {
  const { db } = portal.portal;
  await migrate(db);
  await sql`update migration set sha256 = 'other' where name = '0016_library.sql'`.execute(db);
  await expect(migrate(db)).rejects.toThrow(/0016_library.sql was changed/);
  await sql`update migration set sha256 = 'x', name = '9999_later.sql' where name = '0016_library.sql'`.execute(db);
  await expect(migrate(db)).rejects.toThrow(/newer than this program: it knows 9999_later.sql/);
});

test('splits a migration into statements without splitting function bodies', () => {
  expect(statements('-- a;\ncreate table a (b text);\ncreate function f() as $$\n  x;\n  y;\n$$;\nselect 1')).toEqual([
    'create table a (b text);',
    'create function f() as $$\n  x;\n  y;\n$$;',
    'select 1',
  ]);
});

describe('transactions', () => {
  test('are isolated from other requests', async () => {
    const { db } = portal.portal;
    await db.insertInto('district').values({ id: 'start', name: '' }).execute();
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto('district').values({ id: 'inside', name: '' }).execute();
      await new Promise((wait) => setTimeout(wait, 50));
      throw new Error('undo');
    });
    const beside = db.insertInto('district').values({ id: 'beside', name: '' }).execute();
    await expect(failing).rejects.toThrow('undo');
    await beside;
    const rows = await db.selectFrom('district').select('id').where('id', 'in', ['start', 'inside', 'beside']).orderBy('id').execute();
    expect(rows.map((row) => row.id)).toEqual(['beside', 'start']);
  });

  test('report the code and constraint of a database error', async () => {
    await expect(portal.portal.db.insertInto('district').values({ id: 'start', name: '' }).execute()).rejects.toMatchObject({
      code: '23505',
      constraint: 'district_pkey',
    });
  });
});

test('parses values identically on both engines', async () => {
  const { rows } =
    await sql`select 5::bigint as n, date '2026-03-29' as day, 1.5::numeric as x, array['a','b'] as list, '{"a":1}'::jsonb as doc`.execute(
      portal.portal.db,
    );
  expect(rows).toEqual([{ n: 5, day: '2026-03-29', x: 1.5, list: ['a', 'b'], doc: { a: 1 } }]);
});

test('creates version 7 UUIDs that sort by time', () => {
  const early = newId(new Date(1_000));
  const late = newId(new Date(2_000));
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(early < late).toBe(true);
});
