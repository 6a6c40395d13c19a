import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ownAccount } from '@fundus/contract/accounts/own';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../db/new-id.ts';
import type { Db } from '../db/open.ts';
import { collectData } from '../testing/collect-data.ts';
import { teacher, type Caller } from '../testing/index.ts';
import { usePortal } from '../testing/use-portal.ts';
import { listColumns } from './columns.ts';
import { listParts, readPersonData, selectPage } from './person-data.ts';

const portal = usePortal();
let ada: Caller;
let personId: string;
beforeAll(async () => {
  ada = await portal.as(teacher({ email: 'ada@a.example', vorname: 'Ada' }));
  personId = (await portal.portal.db.selectFrom('person').select('id').where('email', '=', 'ada@a.example').executeTakeFirstOrThrow()).id;
});

type Plan = { 'Node Type': string; 'Relation Name'?: string; Alias?: string; 'Index Cond'?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Disables sequential scans, so that small tables get the plans of large ones. A scan remains only if no index is usable. */
const withoutScans = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  portal.portal.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    return work(trx);
  });

test('reads every table by an index', async () => {
  const columns = await listColumns(portal.portal.db);
  const scanned = await withoutScans(async (db) => {
    const found: string[] = [];
    for (const part of listParts(personId)) {
      const { rows } = await sql<{
        'QUERY PLAN': [{ Plan: Plan }];
      }>`explain (format json) ${selectPage(part, columns.get(part.table)!, null)}`.execute(db);
      for (const node of nodesOf(rows[0]!['QUERY PLAN'][0].Plan))
        if (node['Node Type'] === 'Seq Scan') found.push(`${part.table}.${part.column} scans ${node['Relation Name']}`);
    }
    return found;
  });
  expect(scanned).toEqual([]);
});

test('has an index on every column that references a person', async () => {
  const { rows } = await sql<{ place: string }>`select class.relname || '.' || attribute.attname as place from pg_index as index
    inner join pg_class as class on class.oid = index.indrelid
    inner join pg_attribute as attribute on attribute.attrelid = class.oid and attribute.attnum = index.indkey[0]
    where index.indpred is null or pg_get_expr(index.indpred, index.indrelid) = '(' || attribute.attname || ' IS NOT NULL)'`.execute(
    portal.portal.db,
  );
  const indexed = new Set(rows.map(({ place }) => place));
  expect(
    listParts(personId)
      .map(({ table, column }) => `${table}.${column}`)
      .filter((place) => !indexed.has(place)),
  ).toEqual([]);
});

test('exports every row of a long table once', async () => {
  await portal.store({ identifier: 'm-1', fn_titel: 'Vulkane', fn_typ: '49' });
  const many = Array.from({ length: 1_203 }, (_, i) => ({ identifier: i === 7 ? 'm-1' : `gone-${i}`, title: `Titel ${i}` }));
  await portal.portal.db
    .insertInto('bookmark')
    .values(many.map((row) => ({ ...row, person_id: personId, added_at: new Date() })))
    .execute();
  const data = JSON.parse(((await ada.call(ownAccount.exportData, { query: { format: 'json' } })) as unknown as { body: string }).body);
  expect(data.person).toMatchObject([{ email: 'ada@a.example' }]);
  expect(data.bookmark).toHaveLength(many.length);
  expect(new Set(data.bookmark.map(({ title }: { title: string }) => title)).size).toBe(many.length);
  expect(data.bookmark.filter((row: object) => 'medium' in row)).toMatchObject([{ title: 'Titel 7', medium: 'Vulkane' }]);
  expect(Object.keys(data.bookmark[0])).not.toContain('page_key');
  const csv = ((await ada.call(ownAccount.exportData, { query: { format: 'csv', lang: 'en' } })) as unknown as { body: string }).body;
  expect(csv.startsWith('\uFEFF"area","entry","field","value"\r\n')).toBe(true);
  expect(csv.match(/"bookmark",\d+,"title"/g)).toHaveLength(many.length);
  expect(csv).toContain('"bookmark",1203,"title"');
});

test('pages through every table with personal data by its key', async () => {
  await portal.portal.db
    .insertInto('audit_log')
    .values(
      Array.from({ length: 501 }, () => ({
        id: newId(),
        at: new Date(),
        person_id: personId,
        subject_id: personId,
        what: 'person.rename',
        district_id: 'district-a',
      })),
    )
    .execute();
  const columns = await listColumns(portal.portal.db);
  // Executes the statement for the next page on every table, so that the database checks the types of its key.
  const { rows } = await sql<{
    type: string;
    value: string;
  }>`select * from (values ('uuid', ${newId()}), ('text', 'a'), ('date', '2026-01-01'),
    ('timestamp with time zone', '2026-01-01'), ('integer', '1'), ('bigint', '1'), ('tid', '(0,1)'), ('smallint', '1')) as known (type, value)`.execute(
    portal.portal.db,
  );
  const sample = new Map(rows.map(({ type, value }) => [type, value]));
  for (const part of listParts(personId)) {
    const table = columns.get(part.table)!;
    await selectPage(
      part,
      table,
      table.key.map(({ type }) => sample.get(type) ?? ''),
    ).execute(portal.portal.db);
  }
  const data = await collectData(readPersonData(portal.portal.db, personId));
  expect([data.audit_log, data['audit_log.subject_id']].map((found) => found?.length)).toEqual([501, 501]);
});

test('compares no id column after a cast to text', () => {
  const src = resolve(import.meta.dirname, '..');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const ID = String.raw`\b\w+\.(?:\w+_)?id\s*::\s*text\b|cast\(\s*\w+\.(?:\w+_)?id\s+as\s+text\s*\)`;
  const COMPARED = new RegExp(String.raw`(?:${ID})[\s)\`]*,?\s*(?:'='|=|<>|in\b|like\b)|(?:=|<>|\bin)\s*(?:any\()?(?:${ID})`, 'i');
  const found = files.flatMap((name) =>
    readFileSync(join(src, name), 'utf8')
      .split('\n')
      .filter((line) => COMPARED.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
