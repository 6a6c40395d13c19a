import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { usePortal } from '../../testing/use-portal.ts';
import { migrate } from './migrate.ts';
import { listMigrationFiles } from './migration-files.ts';
import { hashStatements } from './migration-text.ts';
import { readReleased } from '../released-migrations.ts';

const portal = usePortal({}, { empty: true });

test('lists every migration and keeps the statements of released ones', () => {
  const released = Object.fromEntries(Object.entries(readReleased()).map(([name, { statements }]) => [name, statements]));
  const now = Object.fromEntries(listMigrationFiles().map(({ name, text }) => [name, hashStatements(text)]));
  // Run `node server/src/db/released-migrations.ts` after adding a migration; existing entries never change.
  expect(now).toEqual(released);
});

test('ignores comments, white space and line endings in a hash, and nothing else', () => {
  const text = "create table a (b text default 'x  -- y'); -- why\ninsert into a values ('it''s');\n";
  const same =
    "-- other words; and more\r\ncreate  table a(\r\n  b text default 'x  -- y'\r\n);\r\n/* why */ insert into a values ('it''s');";
  expect(hashStatements(same)).toBe(hashStatements(text));
  for (const other of [text.replace('x  --', 'x --'), text.replace('text', 'int'), text.replace("it''s", 'its'), `${text}select 1;`])
    expect(hashStatements(other)).not.toBe(hashStatements(text));
});

test('accepts hashes of former texts, follows renames and catches up', async () => {
  const { db } = portal.portal;
  const stored = async () =>
    (await sql<{ name: string; sha256: string }>`select name, sha256 from migration order by name`.execute(db)).rows;
  const before = await stored();
  const released = readReleased();
  for (const [name, { texts = [] }] of Object.entries(released))
    if (texts[0]) await sql`update migration set sha256 = ${texts.at(-1)} where name = ${name}`.execute(db);
  const [{ text } = { text: '' }] = listMigrationFiles();
  const crlf = createHash('sha256').update(text.replaceAll('\n', '\r\n')).digest('hex');
  await sql`update migration set sha256 = ${crlf} where name = '0001_accounts.sql'`.execute(db);
  await sql`update migration set name = '0040_search_scopes.sql' where name = '0041_search_scopes.sql'`.execute(db);
  await sql`alter table person drop constraint person_role_check, add constraint person_role_check check (role in ('L', 'P', ''))`.execute(
    db,
  );
  await sql`update migration set sha256 = '2a4c72c783582124fbfce46e502107acd9e17051b8d0f32113653455fe9782a5' where name = '0006_people.sql'`.execute(
    db,
  );
  await migrate(db);
  expect(await stored()).toEqual(before);
  const { rows } = await sql<{
    role: string;
  }>`select pg_get_constraintdef(oid) as role from pg_constraint where conname = 'person_role_check'`.execute(db);
  expect(rows[0]!.role).toContain("'S'");
});
