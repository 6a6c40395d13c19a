import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldLabel, auditValueText } from '@fundus/contract/audit/words';
import { audit, AUDIT_AREAS } from '@fundus/contract/audit/audit';
import { de } from '@fundus/contract/messages';
import { shiftDay, today as todayOf } from '@fundus/contract/days';
import { schools } from '@fundus/contract/schools/schools';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { insertPeople } from '../accounts/index.ts';
import { changesOf } from './service.ts';

const portal = usePortal();
let admin: Caller;
let kreis: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ vorname: 'Lea', name: 'Leitung' }));
  kreis = await portal.as(districtAdmin({ vorname: 'Kai', name: 'Kreis' }));
  const { school } = await admin.call(schools.own);
  await admin.call(schools.change, { params: { id: 'school-a' }, body: { version: school!.version, phone: '030 1234' } });
  await kreis.call(schools.change, { params: { id: 'school-b' }, body: { version: 1, name: '=Schule B' } });
});

const list = (who: Caller, query: object = {}) => who.call(audit.list, { query });

describe('texts of the audit log', () => {
  const texts: Record<string, string> = de;
  const t = (key: string): string => texts[key] ?? key;
  const value = (field: string, text: string) => auditValueText(t, (day) => `Tag ${day}`, field, text);

  test('translate field names and values', () => {
    expect(['role', 'expires_on', 'fn_titel', 'unnamed', ''].map((field) => fieldLabel(t, field))).toEqual([
      'Rolle',
      'Gültig bis',
      'Titel',
      'unnamed',
      '',
    ]);
    expect([
      value('role', 'teacher'),
      value('role', 'S'),
      value('state', 'closing'),
      value('state', 'blocked'),
      value('state', 'ordered'),
    ]).toEqual(['Lehrkraft', 'Schülerin oder Schüler', 'wird geschlossen', 'gesperrt', 'angeschafft']);
    expect(value('capabilities', 'cap_lending, cap_news')).toBe(`${texts['people.cap_lending']}, ${texts['people.cap_news']}`);
    expect([value('expires_on', '2026-12-05'), value('teachers_take', 'false'), value('phone', '030 1234')]).toEqual([
      'Tag 2026-12-05',
      'nein',
      '030 1234',
    ]);
  });
});

describe('audit log', () => {
  test('limits entries to the school or district of the administrator', async () => {
    const own = await list(admin);
    expect(own.items).toMatchObject([
      {
        what: 'school.change',
        by: { name: 'Lea Leitung' },
        school: { id: 'school-a' },
        about: null,
        changes: [{ field: 'phone', before: null, after: '030 1234' }],
      },
    ]);
    expect((await list(kreis)).items.map(({ school }) => school?.id)).toEqual(['school-b', 'school-a']);
    expect((await list(kreis, { school: 'school-a' })).total).toBe(1);
    expect((await list(admin, { school: 'school-b' })).total).toBe(0);
    await expect(list(await portal.as(teacher()))).rejects.toMatchObject({ status: 403 });
    await expect(list(portal.guest())).rejects.toMatchObject({ status: 401 });
  });

  test('filters by area, name and an inclusive range of days', async () => {
    const today = todayOf(new Date());
    const yesterday = shiftDay(today, -1);
    const count = async (query: object) => (await list(kreis, query)).total;
    expect([await count({ area: 'school' }), await count({ area: 'theme' })]).toEqual([2, 0]);
    expect([await count({ q: 'lei' }), await count({ q: 'Kai' }), await count({ q: '%' })]).toEqual([1, 1, 0]);
    expect([await count({ from: today, to: today }), await count({ to: yesterday })]).toEqual([2, 0]);
    await expect(list(kreis, { from: 'gestern' })).rejects.toMatchObject({ status: 400 });
  });

  test('escapes formulas in the CSV export', async () => {
    const answer = await kreis.inject({ method: 'GET', url: '/api/v1/audit/export?lang=en' });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = answer.body.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines[0]).toBe('"When","Who","What","School","About","Change"');
    expect(lines[1]).toContain(`"Kai Kreis","School details changed","'=Schule B"`);
    const german = (await kreis.inject({ method: 'GET', url: '/api/v1/audit/export' })).body.split('\r\n')[1]!;
    const { at } = (await list(kreis, {})).items[0]!;
    const clock = new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' }).format(new Date(at));
    expect(german).toContain(`${clock};"Kai Kreis";"Angaben der Schule geändert";"'=Schule B"`);
    expect(german).toMatch(/^\d{2}\.\d{2}\.\d{4} /);
  });

  test('exports each entry once even above the count limit of 10,000', async () => {
    // Inserts several entries per timestamp, so that a page ends between entries with the same timestamp.
    const { rows } = await sql<{ n: number }>`with made as (insert into audit_log (id, at, what, after, district_id, school_id)
      select gen_random_uuid(), timestamptz '2026-01-05 08:00:00.000123+00' + (i / 7) * interval '1 second', 'news.create', jsonb_build_object('n', i), 'district-a', 'school-b'
      from generate_series(1, 10020) as i returning 1) select count(*)::int as n from made`.execute(portal.portal.db);
    expect(await list(kreis, { area: 'news' })).toMatchObject({ total: 10_000, more: true });
    expect(await list(kreis, { area: 'school' })).toMatchObject({ total: 2, more: false });
    const { body } = await kreis.inject({ method: 'GET', url: '/api/v1/audit/export?area=news&lang=en' });
    const numbers = [...body.matchAll(/n: – → (\d+)/g)].map(([, n]) => Number(n));
    expect([numbers.length, new Set(numbers).size]).toEqual([rows[0]!.n, rows[0]!.n]);
    expect([numbers[0]! > 10_010, numbers.at(-1)! < 8]).toEqual([true, true]);
    await portal.portal.db.deleteFrom('audit_log').where('what', '=', 'news.create').execute();
  });

  test('lists only the fields that differ', () => {
    expect(changesOf({ a: 1, b: 'x', person_id: 'p' }, { a: 1, b: 'y', c: ['z'] })).toEqual([
      { field: 'b', before: 'x', after: 'y' },
      { field: 'c', before: null, after: 'z' },
    ]);
    const id = '0199d3a0-0000-7000-8000-000000000001';
    expect(changesOf({ id, seats: [] }, { id, seats: [id, id], settings: { teachers_take: true } })).toEqual([
      { field: 'seats', before: null, after: '2' },
      { field: 'teachers_take', before: null, after: 'true' },
    ]);
    expect(changesOf('a', 'b')).toEqual([{ field: '', before: 'a', after: 'b' }]);
    expect(changesOf(null, null)).toEqual([]);
    expect(changesOf(null, 'x'.repeat(300))[0]?.after).toHaveLength(201);
  });

  test('has a text and an area for every logged action', () => {
    const folder = join(import.meta.dirname, '..');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    );
    const written = sources.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/recordAudit\(\s*(?:\{[^}]*\}|\w+),\s*'([\w.]+)'/g)].map(([, what]) => what!),
    );
    expect(written.length).toBeGreaterThan(15);
    const messages = de as Record<string, string>;
    expect([...new Set(written)].filter((what) => !messages[`audit.what.${what}`])).toEqual([]);
    expect(
      [...new Set(written.map((what) => what.split('.')[0]!))].filter((area) => !(AUDIT_AREAS as readonly string[]).includes(area)),
    ).toEqual([]);
  });
});

test('anonymizes the entries of a deleted user', async () => {
  const id = newId();
  await insertPeople(portal.portal.db, [
    {
      id,
      email: `${id}@x.example`,
      password_hash: null,
      vorname: 'Geht',
      name: 'Bald',
      role: 'L',
      school_admin: '1',
      district_admin: '0',
      capabilities: [],
      school_id: 'school-a',
      district_id: null,
    },
  ]);
  await portal.portal.db
    .insertInto('audit_log')
    .values({ id: newId(), at: new Date(), person_id: id, what: 'school.change', school_id: 'school-a' })
    .execute();
  await portal.portal.db.deleteFrom('person').where('id', '=', id).execute();
  expect((await list(admin)).items[0]).toMatchObject({ what: 'school.change', by: null });
});

test('replaces the identifiers of existing media with their titles', async () => {
  await portal.store({ identifier: 'M-1', fn_titel: 'Die Zelle', fn_typ: '49' });
  await portal.portal.db
    .insertInto('audit_log')
    .values({
      id: newId(),
      at: new Date(),
      what: 'class.share',
      school_id: 'school-a',
      after: JSON.stringify({ media: ['M-1', 'M-gone'] }),
    })
    .execute();
  expect((await list(admin)).items[0]?.changes).toEqual([{ field: 'media', before: null, after: 'Die Zelle, M-gone' }]);
});

test('shows titles of shared own material only to its school', async () => {
  const own = ['own-given', 'own-draft', 'own-far'];
  await portal.store(...own.map((identifier) => ({ identifier, fn_titel: `Titel ${identifier}`, fn_typ: '79' })));
  const at = new Date();
  await portal.portal.db
    .insertInto('own_material')
    .values(
      own.map((identifier) => ({
        ...{ identifier, created_at: at, school_id: identifier === 'own-far' ? 'school-b' : 'school-a' },
        ...(identifier !== 'own-draft' && { given_at: at, rights_source: 'own' as const }),
      })),
    )
    .execute();
  await portal.portal.db
    .insertInto('audit_log')
    .values({
      ...{ id: newId(), at: new Date(Date.now() + 1_000), what: 'material.takeDown', school_id: 'school-a', district_id: 'district-a' },
      before: JSON.stringify({ media: own }),
    })
    .execute();
  const said = async (who: Caller) => (await list(who, { area: 'material' })).items[0]?.changes[0]?.before;
  expect(await said(admin)).toBe('Titel own-given, own-draft, own-far');
  expect(await said(kreis)).toBe('own-given, own-draft, own-far');
  const saved = await admin.inject({ method: 'GET', url: '/api/v1/audit/export?area=material' });
  expect(saved.body).toContain('Titel own-given, own-draft, own-far');
});
