import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@fundus/contract/endpoints';
import { screens } from '@fundus/contract/screens';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { TABLES } from '@fundus/server/all-domains/list';
import { COMMAND_NAMES } from '@fundus/server/control/commands';
import type { Db } from '@fundus/server/db/open';
import { testPortal } from '@fundus/server/testing';
import { loadDemo } from './load.ts';
import { TABLE_SOURCES, type TableSource } from './table-sources.ts';

async function listFilled(db: Db): Promise<string[]> {
  const found: string[] = [];
  for (const table of TABLES) if ((await sql`select from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0) found.push(table);
  return found;
}

const withoutSource = (tables: readonly string[]): string[] =>
  [...new Set(tables)].filter((table) => !Object.hasOwn(TABLE_SOURCES, table)).toSorted();

test('lists a production source for every table that the demo fills', async () => {
  const portal = await testPortal({}, { empty: true });
  const { db } = portal.portal;
  const before = await listFilled(db);
  await loadDemo(portal.portal);
  const filled = (await listFilled(db)).filter((table) => !before.includes(table));
  await portal.close();
  expect(filled.length).toBeGreaterThan(60);
  expect(withoutSource(filled)).toEqual([]);
});

test('lists a production source for every table that test code fills', () => {
  const folder = join(import.meta.dirname, '../../server/src/testing');
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const filled = code.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/insert(?:Into\('|\s+into\s+)(\w+)/gi)].map((found) => found[1]!),
  );
  expect(filled.length).toBeGreaterThan(60);
  expect(withoutSource(filled.filter((table) => TABLES.has(table)))).toEqual([]);
});

const CALLS = new Set(
  Object.entries(endpoints).flatMap(([noun, calls]) =>
    Object.entries(calls as Record<string, { method: string }>).flatMap(([name, { method }]) =>
      method === 'GET' ? [] : `${noun}.${name}`,
    ),
  ),
);

function faultOf(table: string, source: TableSource | undefined): string | null {
  if (source === undefined) return `${table}: no source`;
  if (!TABLES.has(table)) return `${table}: no such table`;
  if ('call' in source)
    return !CALLS.has(source.call) ? `${table}: no writing call ${source.call}` : source.screen in screens ? null : `${table}: no screen`;
  if ('command' in source) return COMMAND_NAMES.includes(source.command) ? null : `${table}: no command ${source.command}`;
  if ('by' in source) return null;
  const other = TABLE_SOURCES[source.with];
  return other && !('with' in other) ? null : `${table}: ${source.with} has no source of its own`;
}

test('refers only to existing screens, calls, commands and tables', () => {
  expect(Object.entries(TABLE_SOURCES).flatMap(([table, source]) => faultOf(table, source) ?? [])).toEqual([]);
});
