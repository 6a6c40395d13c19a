import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { usePortal } from '../../testing/use-portal.ts';
import { migrate } from './migrate.ts';
import { listMigrationFiles } from './migration-files.ts';
import { hashStatements } from './migration-text.ts';
import { readReleased } from '../released-migrations.ts';

const portal = usePortal({}, { empty: true });

const FILES = listMigrationFiles().map(({ name }) => name);
const REPLACED = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/replaced.json'), 'utf8')) as string[];

test('never changes the statements of a released migration', () => {
  const now = Object.fromEntries(listMigrationFiles().map(({ name, text }) => [name, hashStatements(text)]));
  // Run `node server/src/db/released-migrations.ts` after adding a migration. Existing entries must never change.
  expect(now).toEqual(readReleased());
});

test('ignores only comments and white space in the hash of a migration', () => {
  const text = "create table a (b text default 'x  -- y'); -- why\ninsert into a values ('it''s');\n";
  const same =
    "-- other words; and more\r\ncreate  table a(\r\n  b text default 'x  -- y'\r\n);\r\n/* why */ insert into a values ('it''s');";
  expect(hashStatements(same)).toBe(hashStatements(text));
  for (const other of [text.replace('x  --', 'x --'), text.replace('text', 'int'), text.replace("it''s", 'its'), `${text}select 1;`])
    expect(hashStatements(other)).not.toBe(hashStatements(text));
});

describe('database with the replaced migrations of the last development version', () => {
  const stored = async () =>
    (await sql<{ name: string; sha256: string }>`select name, sha256 from migration order by name`.execute(portal.portal.db)).rows;
  /** Records migrations in place of the baseline. The schema already contains the later migrations. */
  const record = async (names: readonly string[]): Promise<void> => {
    await sql`delete from migration where name < '0180'`.execute(portal.portal.db);
    for (const name of names) await sql`insert into migration (name, sha256) values (${name}, 'x')`.execute(portal.portal.db);
  };

  test('shares no migration name with a baseline file', () => {
    expect(REPLACED.filter((name) => FILES.includes(name))).toEqual([]);
  });

  test('is recorded as having run the baseline', async () => {
    const before = await stored();
    await record(REPLACED);
    await migrate(portal.portal.db);
    expect(await stored()).toEqual(before);
    await migrate(portal.portal.db);
    expect(await stored()).toEqual(before);
  });

  test.each([
    ['the last migration', REPLACED.slice(0, -1), '0174_import_repository.sql'],
    ['a migration in between', REPLACED.toSpliced(70, 1), '0178_assignment_feedback.sql'],
  ])('is rejected unchanged if it lacks %s', async (_, names, last) => {
    await record(names);
    const before = await stored();
    await expect(migrate(portal.portal.db)).rejects.toThrow(
      `the database was made by a development version whose last migration was ${last}: start commit ea3f32bc of 28 November 2026 first`,
    );
    expect(await stored()).toEqual(before);
  });
});
