/** Import of licences from a table with a column for the school. */
import { shiftDay, today } from '@fundus/contract/days';
import { licenceAssign } from '@fundus/contract/licences/assign';
import { licenceBulk } from '@fundus/contract/licences/bulk';
import { licences, type NewLicence } from '@fundus/contract/licences/licences';
import { beforeAll, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const day = (shift: number) => shiftDay(today(new Date()), shift);

const portal = usePortal();
let kreis: Caller;
let admin: Caller;
beforeAll(async () => {
  kreis = await portal.as(districtAdmin());
  admin = await portal.as(schoolAdmin());
});

const store = async (identifier: string) => {
  await portal.store({ identifier, fn_titel: `Vulkane ${identifier}`, fn_typ: '49', licences: [{ scope: 'none' }] });
  return identifier;
};
const enter = (more: Partial<NewLicence> & { mediaId: string }) =>
  kreis.call(licences.create, { body: { scope: 'school', valid_to: day(30), ...more } });
const list = async (by: Caller, licensor: string) =>
  (await by.call(licences.list, { query: { licensor, show: 'all', sort: 'title', limit: 100 } })).items;
const endsOf = async (by: Caller, licensor: string) => (await list(by, licensor)).map(({ valid_to }) => valid_to);
const assign = (by: Caller, table: string | Buffer, dry_run = false, mapping?: object) =>
  by.call(licenceAssign.assignTable, { body: { content: Buffer.from(table).toString('base64'), dry_run, ...(mapping && { mapping }) } });
const t = ({ rows }: { rows: { line: number; result: string; problem: { field: string; rule: string } | null }[] }) =>
  rows.map(({ line, result, problem }) => [line, problem ? `${problem.field} ${problem.rule}` : result]);
const save = async (by: Caller, query: string) =>
  (await by.inject({ method: 'GET', url: `/api/v1/licences/export?show=all&${query}` })).rawPayload;

test('creates and renews licences of several schools from a table', async () => {
  const [one, two] = [await store('R-1'), await store('R-2')];
  const known = await enter({ mediaId: one, licensor: 'Zeilen', school_id: 'school-a', purchase_ref: 'Z-1' });
  const blank = await enter({ mediaId: two, licensor: 'Zeilen', school_id: 'school-b' });
  const table = [
    'Mediennummer;Lizenznummer;Schule;Verlag;Bis;Preis',
    `${one};Z-1;10a;Zeilen;${day(365)};`,
    `${two};;Schule b;Zeilen;${day(365)};`,
    `${two};Z-3;DE-XX-10a;Zeilen;${day(365)};5,00`,
    `${two};Z-3;10b;Zeilen;${day(365)};`,
    `${two};Z-4;999;Zeilen;${day(365)};`,
    `gibt-es-nicht;Z-5;;Zeilen;${day(365)};`,
    `${two};;10b;Zeilen;${day(400)};`,
    `${two};Z-6;10b;Zeilen;${day(-3)};`,
    `${two};Z-7;10b;Zeilen;bald;`,
  ].join('\n');
  const seen = await assign(kreis, table, true);
  expect(t(seen)).toEqual([
    [2, 'changed'],
    [3, 'changed'],
    [4, 'new'],
    [5, 'code duplicate'],
    [6, 'school unknown'],
    [7, 'unknown'],
    [8, 'medium duplicate'],
    [9, 'expired'],
    [10, 'valid_to format'],
  ]);
  expect(seen.table.rejected.map(({ line }) => line)).toEqual([5, 6, 7, 8, 9, 10]);
  expect(seen.rows[0]).toMatchObject({ school: 'Schule a', previous_valid_to: day(30), valid_to: day(365) });
  expect(seen.bulk_id).toBeNull();
  expect(await endsOf(kreis, 'Zeilen')).toEqual([day(30), day(30)]);
  const done = await assign(kreis, table);
  expect(done).toMatchObject({ created: 1, changed: 2, here: 0, left_out: 6 });
  expect((await list(kreis, 'Zeilen')).map(({ id, valid_to }) => [id === known.id || id === blank.id, valid_to]).sort()).toEqual([
    [false, day(365)],
    [true, day(365)],
    [true, day(365)],
  ]);
  const mails = await portal.portal.db.selectFrom('audit_log').select('school_id').where('what', '=', 'licence.changeMany').execute();
  expect(mails.map(({ school_id }) => school_id).sort()).toEqual(['school-a', 'school-b']);
  expect(await kreis.call(licenceBulk.undoMany, { params: { id: done.bulk_id! } })).toEqual({ undone: 3, skipped: 0 });
  expect(await endsOf(kreis, 'Zeilen')).toEqual([day(30), day(30)]);
});

test.each(['csv', 'xlsx'] as const)('recognises each licence of an export in %s format', async (format) => {
  const licensor = `Ausfuhr ${format}`;
  const medium = await store(`X-${format}`);
  await enter({ mediaId: medium, licensor, school_id: 'school-a', valid_to: day(30) });
  await enter({ mediaId: medium, licensor, school_id: 'school-a', valid_to: day(20), scope: 'volume', seats: 12, price: 119_050 });
  await enter({ mediaId: medium, licensor, school_id: 'school-b', valid_to: day(-20) });
  await enter({ mediaId: medium, licensor, scope: 'district', valid_to: null, runtime: 'unlimited', audience: 'teacher' });
  for (const lang of ['de', 'en']) {
    const file = await save(kreis, `licensor=${encodeURIComponent(licensor)}&format=${format}&lang=${lang}`);
    const found = await assign(kreis, file, true);
    expect(t(found).map(([, what]) => what)).toEqual(['here', 'here', 'here', 'here']);
    expect(found.table.missing).toEqual([]);
    expect(found.table.values).toEqual([]);
    expect(found.table.columns.filter(({ at }) => at === null).map(({ column }) => column)).toEqual(['runtime']);
  }
});

test('renews licences from an edited export', async () => {
  const licensor = 'Verlängern';
  const medium = await store('V-1');
  const ids: string[] = [];
  for (const school_id of ['school-a', 'school-b']) ids.push((await enter({ mediaId: medium, licensor, school_id })).id);
  const text = (await save(kreis, `licensor=${encodeURIComponent(licensor)}&lang=de`)).toString('utf8');
  const german = (iso: string) => iso.split('-').reverse().join('.');
  const done = await assign(kreis, text.replaceAll(german(day(30)), german(day(395))));
  expect(done).toMatchObject({ created: 0, changed: 2, left_out: 0 });
  expect(await endsOf(kreis, licensor)).toEqual([day(395), day(395)]);
  const byId = `Lizenz-ID;Mediennummer;Letzter Tag\n${ids[0]!.toUpperCase()};;unbefristet\n${ids[1]};V-2;${german(day(400))}`;
  expect(t(await assign(kreis, byId))).toEqual([
    [2, 'changed'],
    [3, 'medium other'],
  ]);
  expect((await list(kreis, licensor)).map(({ valid_to }) => valid_to)).toContain(null);
});

test('requires an id if several licences match a row', async () => {
  const medium = await store('S-1');
  for (const valid_to of [day(10), day(20)]) await enter({ mediaId: medium, licensor: 'Mehrere', school_id: 'school-a', valid_to });
  const rowOf = (licensor: string) => `Medium;Schulnummer;Verlag;Bis\n${medium};10a;${licensor};${day(300)}`;
  expect(t(await assign(kreis, rowOf('Mehrere')))).toEqual([[2, 'medium several']]);
  await portal.store({
    identifier: 'S-2',
    fn_titel: 'Mit Datensatz',
    fn_typ: '49',
    licences: [{ scope: 'district', target: 'district-a' }],
  });
  const row = await portal.portal.db.selectFrom('licence').select('id').where('identifier', '=', 'S-2').executeTakeFirstOrThrow();
  expect(t(await assign(kreis, `Lizenz-ID;Medium;Bis\n${row.id};S-2;${day(300)}`))).toEqual([[2, 'id fixed']]);
});

test('assigns rows without a school to the importing district or school', async () => {
  const medium = await store('D-1');
  const table = `Medium;Verlag;Bis\n${medium};Ohne Schule;${day(90)}`;
  expect(await assign(kreis, table)).toMatchObject({ created: 1 });
  expect((await list(kreis, 'Ohne Schule')).map(({ scope, owner }) => [scope, owner.kind])).toEqual([['district', 'district']]);
  expect(await assign(admin, table)).toMatchObject({ created: 1 });
  expect((await list(admin, 'Ohne Schule')).map(({ scope }) => scope)).toEqual(['school']);
  const other = `Medium;Schulnummer;Verlag;Bis\n${medium};10b;Fremd;${day(90)}`;
  expect(t(await assign(admin, other))).toEqual([[2, 'school unknown']]);
});

test('does not match licences of other schools or districts', async () => {
  const medium = await store('F-1');
  const own = await enter({ mediaId: medium, licensor: 'Fremde', school_id: 'school-b', purchase_ref: 'F-1' });
  await portal.portal.db.insertInto('district').values({ id: 'district-b', name: 'Kreis b' }).execute();
  const other = await portal.as(districtAdmin({ email: 'anderer@kreis.example', district_id: 'district-b' }));
  for (const by of [admin, other]) {
    expect(t(await assign(by, `Lizenz-ID;Medium;Bis\n${own.id};${medium};${day(300)}`))).toEqual([[2, 'id unknown']]);
    expect(t(await assign(by, `Medium;Nummer;Lizenznummer;Verlag;Bis\n${medium};;F-1;Fremde;${day(300)}`))).toEqual([[2, 'code taken']]);
  }
  expect(t(await assign(other, `Medium;Schule;Verlag;Bis\n${medium};10a;Fremde;${day(300)}`))).toEqual([[2, 'school unknown']]);
  const kim = await portal.as(teacher());
  await expect(assign(kim, 'Medium\nF-1', true)).rejects.toMatchObject({ status: 403 });
  await expect(assign(kreis, 'Schule;Bis\n10a;heute')).rejects.toMatchObject({ status: 400, field: 'content' });
  expect(await endsOf(kreis, 'Fremde')).toEqual([day(30)]);
});

test('assigns 3,000 licences to 120 schools in one request', async () => {
  const schools = Array.from({ length: 118 }, (_, i) => ({ id: `s-${i}`, number: `7${String(i).padStart(4, '0')}`, name: `Schule ${i}` }));
  await portal.portal.db
    .insertInto('school')
    .values(schools.map((school) => ({ ...school, district_id: 'district-a' })) as never)
    .execute();
  const media = await Promise.all(Array.from({ length: 25 }, (_, i) => store(`G-${i}`)));
  const rows = schools.flatMap(({ number }) => media.map((medium) => `${medium};${number};Groß;31.07.2099`));
  const table = ['Mediennummer;Schulnummer;Verlag;Bis', ...rows].join('\n');
  expect(await assign(kreis, table)).toMatchObject({ created: 2_950, left_out: 0 });
  expect(await assign(kreis, table.replaceAll('2099', '2100'))).toMatchObject({ created: 0, changed: 2_950 });
});
