/** Compares the domain definitions with the database. Missing tables and nouns are compiler errors (list.ts). */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../db/new-id.ts';
import { openPoint, stock } from '../testing/lending.ts';
import { districtAdmin } from '../testing/index.ts';
import { usePortal } from '../testing/use-portal.ts';
import { linksOf, pointFromEverywhere } from '../testing/point-from-everywhere.ts';
import { DOMAINS, personColumnsOf, schoolColumnsOf } from './list.ts';

const portal = usePortal({ GeraeteVerleih: true });
beforeAll(async () => {
  await portal.store({ identifier: 'm-1', fn_titel: 'Ein Film', fn_typ: '49' });
  const district = await portal.as(districtAdmin({ email: 'kreis@a.example' }));
  // A user can only wait for a device if the lending point has one.
  await stock(district, await openPoint(district), ['K-1']);
});

const db = () => portal.portal.db;
const domains = Object.entries(DOMAINS);

test.each(['tables', 'calls'] as const)('assigns each name to one domain: %s', (aspect) => {
  const all = domains.flatMap(([, domain]) => Object.keys(domain[aspect]));
  expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
});

test('lists each domain after the domains that its rows reference', async () => {
  const place = new Map(domains.flatMap(([, { tables }], i) => Object.keys(tables).map((table) => [table, i])));
  const up = (await linksOf(db())).filter(({ table, target, deletes }) => deletes !== 'n' && place.get(table)! < place.get(target)!);
  // Sessions of learner codes and share links use the session table of people; a trial licence is deleted with its trial; the calendar address of a
  // school belongs to a person.
  expect(up.map(({ table, column }) => `${table}.${column}`)).toEqual([
    'licence.trial_id',
    'school_feed.person_id',
    'session.code_id',
    'session.link_id',
  ]);
});

test('exports no hashes, secrets or signatures of people', async () => {
  const { rows } = await sql<{ table: string; column: string }>`select table_name as "table", column_name as "column"
    from information_schema.columns where table_schema = 'public'
      and (data_type = 'bytea' or column_name ~ '(hash|secret|sealed|key|credential|nonce|verifier|challenge)')`.execute(db());
  const whole = domains.flatMap(([, domain]) => personColumnsOf(domain)).filter(({ rule }) => rule.exported === 'row');
  const shown = rows.flatMap(({ table, column }) =>
    whole.filter((each) => each.table === table && !each.rule.without?.includes(column)).map((each) => `${each.table}.${column}`),
  );
  expect(shown).toEqual([]);
});

describe('merging schools', () => {
  test('removes the merged school from all columns except records of the merge', async () => {
    const [from, to] = [newId(), newId()];
    for (const id of [from, to])
      await db()
        .insertInto('school')
        .values({ id, name: id, number: id.slice(-9), district_id: 'district-a' })
        .execute();
    // A courier stop belongs to a tour, which references no school.
    const point = { id: newId(), district_id: 'district-a', name: 'Ausleihe', week: '[]', created_at: new Date() };
    await db().insertInto('lending_point').values(point).execute();
    await db().insertInto('lending_tour').values({ id: newId(), point_id: point.id, name: 'Tour Nord', weekday: 1 }).execute();
    // A deployment belongs to a platform of a district.
    const urls = { issuer: 'https://moodle.example', auth_url: 'https://moodle.example/auth', jwks_url: 'https://moodle.example/keys' };
    const platform = { id: newId(), district_id: 'district-a', name: 'Moodle', client_id: 'c', created_at: new Date() };
    await db()
      .insertInto('lti_platform')
      .values({ ...platform, ...urls })
      .execute();
    // A trial belongs to a product of a district.
    const product = { id: newId(), district_id: 'district-a', number: 'P-1', title: 'App', publisher: 'Verlag' };
    await db()
      .insertInto('product')
      .values({ ...product, kind: 'app', created_at: new Date(), changed_at: new Date() })
      .execute();
    const places = await pointFromEverywhere(db(), 'school', from);
    const said = domains.flatMap(([, domain]) => schoolColumnsOf(domain));
    expect(said.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(places.sort());
    await db()
      .transaction()
      .execute((trx) => portal.portal.domains.mergeSchools({ ...portal.portal, db: trx, afterCommit: () => {} }, from, to));
    for (const { table, column, rule } of said) {
      const left = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${from}`.execute(db());
      expect(left.rows.length > 0, `${table}.${column}`).toBe(rule === 'stays');
      if (rule !== 'moves') continue;
      const come = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${to}`.execute(db());
      expect(come.rows.length, `${table}.${column}`).toBeGreaterThan(0);
    }
  });
});
