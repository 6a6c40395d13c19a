/** Content of list exports and access to them. `rights.test.ts` checks the roles for every call. */
import { schoolClasses } from '@fundus/contract/classes/school-classes';
import { invitations } from '@fundus/contract/invitations/invitations';
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { wishes } from '@fundus/contract/library/wishes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from './testing/index.ts';
import { MONDAY, openPoint, placeTestOrder, stock } from './testing/lending.ts';

let portal: TestPortal;
let admin: Caller;
let kreis: Caller;
let kim: Caller;
beforeAll(async () => {
  portal = await testPortal({ GeraeteVerleih: true, LinkCheck: true });
  portal.setNow(MONDAY);
  admin = await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Amt', email: 'ada@a.example' }));
  kreis = await portal.as(districtAdmin());
  kim = await portal.as(teacher({ vorname: 'Kim', name: '=Kern', email: 'kim@a.example', capabilities: ['cap_lending', 'cap_news'] }));
});
afterAll(() => portal.close());

/** Downloads a CSV file and returns its lines without the byte order mark. */
async function save(by: Caller, path: string): Promise<string[]> {
  const { statusCode, headers, body } = await by.inject({ method: 'GET', url: `/api/v1${path}` });
  expect([path, statusCode, headers['content-type']]).toEqual([path, 200, 'text/csv; charset=utf-8']);
  return body.replace('\uFEFF', '').trimEnd().split('\r\n');
}
const statusOf = async (by: Caller, path: string) => (await by.inject({ method: 'GET', url: `/api/v1${path}` })).statusCode;

test('escapes formulas in the export of people', async () => {
  const lines = await save(admin, '/people/export?q=kim');
  expect(lines[0]).toBe(
    '"Nachname";"Vorname";"E-Mail";"Benutzername";"Rolle";"Schule";"Zuständigkeiten";"Status";"Status seit";"Zuletzt angemeldet"',
  );
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(
    /^"'=Kern";"Kim";"kim@a\.example";"[^"]*";"Lehrkraft";"Schule a";"(Verleih, Neuigkeiten|Neuigkeiten, Verleih)";"aktiv";/,
  );
  expect(lines[1]).toMatch(/;"(\d{4}-\d{2})?"$/);
  expect((await save(kreis, '/people/export?school=school-a')).length).toBeGreaterThan(2);
  const english = await save(admin, '/people/export?q=kim&lang=en');
  expect(english[0]).toContain('"Last name","First name","Email"');
  const sheet = await admin.inject({ method: 'GET', url: '/api/v1/people/export?format=xlsx' });
  expect([sheet.statusCode, sheet.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
});

test('exports each person once across several pages', async () => {
  const rows = Array.from({ length: 4_100 }, (_, i) => ({
    email: `viele-${i}@a.example`,
    vorname: 'Vera',
    name: `Viel${i}`,
    role: 'L',
    school_id: 'school-b',
  }));
  const { newId } = await import('./db/new-id.ts');
  for (let i = 0; i < rows.length; i += 500)
    await portal.portal.db
      .insertInto('person')
      .values(rows.slice(i, i + 500).map((row) => ({ ...row, id: newId(MONDAY), created_at: MONDAY, state_since: MONDAY })) as never)
      .execute();
  const lines = await save(kreis, '/people/export?school=school-b');
  expect(lines.filter((line) => line.includes('viele-'))).toHaveLength(4_100);
  expect(new Set(lines).size).toBe(lines.length);
});

test('exports the classes of a school with teachers and counts', async () => {
  const content = Buffer.from('Klasse;Lehrkraft;Codes\n5a;kim@a.example;3\n6b;;0').toString('base64');
  await admin.call(schoolClasses.import, { params: { id: 'school-a' }, body: { content, dry_run: false } });
  const lines = await save(admin, '/schools/school-a/classes/export');
  expect(lines[0]).toBe('"Name";"Art";"Jahrgang";"Fach";"Schuljahr";"Status";"Verantwortlich";"Lernende";"davon mit Zugangscode"');
  expect(lines.find((line) => line.startsWith('"5a"'))).toMatch(/^"5a";"Klasse";5;"";"\d{4}\/\d{2}";"Aktiv";"Kim =Kern";\d;3$/);
  expect(await statusOf(kreis, '/schools/school-a/classes/export')).toBe(403);
  expect(await statusOf(kim, '/schools/school-a/classes/export')).toBe(403);
});

test('exports invitations without their links', async () => {
  const { id } = await admin.call(invitations.create, {
    body: { kind: 'personal', role: 'teacher', email: 'neu@a.example', vorname: 'Nina', name: 'Neu' },
  });
  const lines = await save(admin, '/invitations/export');
  expect(lines[1]).toMatch(/^"Eine Person";"neu@a\.example";"Nina Neu";"Lehrkraft";"";"Schule a";"offen";/);
  expect(lines.join()).not.toContain(id);
  expect(await statusOf(kim, '/invitations/export')).toBe(403);
  expect(
    await statusOf(await portal.as(schoolAdmin({ email: 'b@b.example', school_id: 'school-b' })), '/invitations/export?school=school-a'),
  ).toBe(404);
});

test('exports the filtered catalogue', async () => {
  for (const n of [1, 2, 3])
    await portal.store({
      ...{ identifier: `x-${n}`, fn_titel: `Vulkan ${n}`, fn_nr: `00${n}`, fn_typ: '49', fn_geb: ['0800401'] },
      licences: [{ scope: 'none' }],
    });
  const lines = await save(kreis, '/editing/media/export?missing=licence');
  expect(lines.filter((line) => line.includes('Vulkan'))).toHaveLength(3);
  expect(lines[0]).toMatch(/^"Kennung";"Mediennummer";"Titel"/);
  expect(lines.find((line) => line.startsWith('"x-2"'))).toContain('"002";"Vulkan 2"');
  expect(lines[1]).toContain('"Online-Film";"Allgemeine Botanik"');
  expect((await save(kreis, '/editing/media/export?missing=licence&lang=en'))[1]).toContain('"Online film","General botany"');
  expect(await statusOf(kim, '/editing/media/export')).toBe(403);
  expect(await save(kreis, '/editing/media/export?q=gibtesnicht')).toHaveLength(1);
});

test('exports orders for the borrower and the desk', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model } = await stock(admin, point, ['K-1', 'K-2']);
  const noa = await portal.as(teacher({ vorname: 'Noa', name: 'Nord' }));
  const { number } = await placeTestOrder(noa, model, 1, 2);
  const own = await save(noa, '/lending/orders/export');
  expect(own[0]).toMatch(/^"Bestellung";"Verleihstelle";"Ausgeliehen von"/);
  expect(own).toHaveLength(2);
  expect(own[1]).toContain('"genehmigt"');
  expect(await save(await portal.as(teacher()), '/lending/orders/export')).toHaveLength(1);
  const desk = await save(admin, `/lending/desk/export?point=${point.id}`);
  expect(desk[1]).toContain(`"${number}"`);
  expect(desk[1]).toContain('"Noa Nord"');
  const { items } = await admin.call(lendingDesk.items, { query: { point: point.id } });
  await admin.call(lendingCondition.reportDamage, { body: { item: items[0]!.id, severity: 'cosmetic', text: 'Ein Kratzer am Gehäuse' } });
  expect((await save(admin, `/lending/damage/export?point=${point.id}`))[1]).toContain('"Ein Kratzer am Gehäuse"');
  for (const path of ['desk', 'damage']) expect(await statusOf(noa, `/lending/${path}/export?point=${point.id}`)).not.toBe(200);
});

test("exports a school's licences, wishes, news and broken links", async () => {
  expect((await save(admin, '/schools/school-a/media/export'))[0]).toMatch(/^"Medium";"Mediennummer"/);
  await kim.call(wishes.setWish, { params: { mediaId: 'x-1' }, body: { note: 'Für die 5a' } });
  expect((await save(admin, '/library/wishes/export?school=true'))[1]).toMatch(/^"x-1";"Vulkan 1";"offen";"Für die 5a"/);
  expect((await save(kim, '/library/wishes/export'))[1]).toContain('"x-1"');
  expect(await statusOf(kim, '/library/wishes/export?school=true')).toBe(403);
  expect((await save(admin, '/news/manage/export'))[0]).toMatch(/^"Titel";"Status"/);
  expect((await save(kreis, '/link-checks/export'))[0]).toMatch(/^"Kennung";"Titel";"Webadresse"/);
});
