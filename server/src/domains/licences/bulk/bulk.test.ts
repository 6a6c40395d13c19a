/** Bulk changes of licences: filters, preview, change, creation for schools, undo and export. */
import { audit } from '@fundus/contract/audit/audit';
import { shiftDay, shiftMonths, today } from '@fundus/contract/days';
import type { Input } from '@fundus/contract/endpoint';
import { licenceBulk } from '@fundus/contract/licences/bulk';
import { licences, type NewLicence } from '@fundus/contract/licences/licences';
import { beforeAll, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const day = (shift: number) => shiftDay(today(new Date()), shift);

const portal = usePortal({ AllowReturns: true });
let kreis: Caller;
let admin: Caller;
beforeAll(async () => {
  [kreis, admin] = [await portal.as(districtAdmin()), await portal.as(schoolAdmin())];
});

let count = 0;
const store = async (title = 'Vulkane') => {
  const identifier = `B-${++count}`;
  await portal.store({ identifier, fn_titel: `${title} ${identifier}`, fn_typ: '49', licences: [{ scope: 'none' }] });
  return identifier;
};
const enter = async (more: Partial<NewLicence> = {}, by = kreis) =>
  by.call(licences.create, { body: { mediaId: await store(), scope: 'school', valid_to: day(30), ...more } });
type Change = Input<typeof licenceBulk.changeMany>['body'];
const change = (by: Caller, body: { selection: object; change: object; seen?: string }) =>
  by.call(licenceBulk.changeMany, { body: body as Change });
const confirm = async (by: Caller, body: { selection: object; change: object }) =>
  change(by, { ...body, seen: (await change(by, body)).seen });
const endsOf = async (by: Caller, licensor: string) =>
  (await by.call(licences.list, { query: { licensor, show: 'all', sort: 'title' } })).items.map(({ valid_to }) => valid_to);

test('filters and sorts licences by each column', async () => {
  await enter({ licensor: 'Filter A', school_id: 'school-a', valid_to: day(10), seats: 5 });
  await enter({ licensor: 'Filter A', school_id: 'school-b', valid_to: day(20), scope: 'volume', seats: 3 });
  await enter({ licensor: 'Filter B', scope: 'district', valid_to: day(40) });
  const found = async (query: object, by = kreis) =>
    (await by.call(licences.list, { query: { q: 'Filter', ...query } })).items.map(({ owner, valid_to }) => [owner.id, valid_to]);
  expect(await found({})).toEqual([
    ['school-a', day(10)],
    ['school-b', day(20)],
    ['district-a', day(40)],
  ]);
  expect(await found({ school: 'school-b' })).toEqual([['school-b', day(20)]]);
  expect(await found({ school: '-' })).toEqual([['district-a', day(40)]]);
  expect(await found({ scope: 'volume' })).toEqual([['school-b', day(20)]]);
  expect(await found({ licensor: 'Filter B' })).toEqual([['district-a', day(40)]]);
  expect(await found({ from: day(20), to: day(39) })).toEqual([['school-b', day(20)]]);
  expect((await found({ sort: '-until' })).map(([, end]) => end)).toEqual([day(40), day(20), day(10)]);
  expect((await found({ sort: 'seats' })).map(([owner]) => owner)).toEqual(['district-a', 'school-b', 'school-a']);
  expect((await found({ sort: 'owner' })).map(([owner]) => owner)).toEqual(['district-a', 'school-a', 'school-b']);
  expect(await found({}, admin)).toEqual([['school-a', day(10)]]);
  const choices = await kreis.call(licences.choices);
  expect(choices.licensors).toEqual(['Filter A', 'Filter B']);
  expect(choices.schools.map(({ id }) => id)).toEqual(['school-a', 'school-b']);
});

test('extends filtered licences until the change is undone', async () => {
  const licensor = 'Jährlich';
  const made = [];
  for (const school_id of ['school-a', 'school-a', 'school-b']) made.push(await enter({ licensor, school_id }));
  await enter({ licensor, school_id: 'school-b', runtime: 'unlimited', valid_to: null });
  const selection = { filter: { licensor } };
  const asked = { selection, change: { extend_months: 12 } };
  const preview = await change(kreis, asked);
  expect(preview).toMatchObject({ total: 4, changed: 3, same: 1, left_out: [], schools: 2, bulk_id: null });
  expect(preview.lines).toHaveLength(3);
  expect(preview.lines[0]).toMatchObject({ valid_to: day(30), next_valid_to: shiftMonths(day(30), 12), result: 'changed' });
  expect(await endsOf(kreis, licensor)).toEqual([day(30), day(30), day(30), null]);

  const done = await change(kreis, { ...asked, seen: preview.seen });
  expect(done).toMatchObject({ changed: 3 });
  expect(await endsOf(kreis, licensor)).toEqual([...Array(3).fill(shiftMonths(day(30), 12)), null]);
  const { items } = await admin.call(audit.list, { query: { area: 'licence' } });
  expect(items[0]).toMatchObject({
    what: 'licence.changeMany',
    changes: [
      { field: 'count', after: '2' },
      { field: 'extend_months', after: '12' },
    ],
  });
  expect((await admin.call(licences.read, { params: { id: made[0]!.id } })).events[0]).toMatchObject({ what: 'changed' });

  // Undoing skips a licence that was changed again. A change can be undone only once.
  const { id, version } = (await kreis.call(licences.list, { query: { licensor, school: 'school-b' } })).items.find(
    (one) => one.valid_to !== null,
  )!;
  await kreis.call(licences.change, { params: { id }, body: { version, seats: 9 } });
  const undo = (by: Caller) => by.call(licenceBulk.undoMany, { params: { id: done.bulk_id! } });
  await expect(undo(admin)).rejects.toMatchObject({ status: 404 });
  expect(await undo(kreis)).toEqual({ undone: 2, skipped: 1 });
  expect(await endsOf(kreis, licensor)).toEqual([day(30), day(30), shiftMonths(day(30), 12), null]);
  await expect(undo(kreis)).rejects.toMatchObject({ status: 404 });
});

test('rejects a change whose preview is outdated', async () => {
  const licensor = 'Gesehen';
  const { id } = await enter({ licensor });
  const asked = { selection: { filter: { licensor } }, change: { valid_to: day(400) } };
  const { seen } = await change(kreis, asked);
  await enter({ licensor });
  await expect(change(kreis, { ...asked, seen })).rejects.toMatchObject({ status: 409, code: 'version_conflict' });
  expect(await endsOf(kreis, licensor)).toEqual([day(30), day(30)]);
  // A change with other terms than the preview is rejected too.
  const again = await change(kreis, asked);
  await expect(change(kreis, { ...asked, change: { valid_to: day(500) }, seen: again.seen })).rejects.toMatchObject({ status: 409 });
  await expect(change(kreis, { ...asked, selection: { ids: [id], filter: {} } })).rejects.toMatchObject({ status: 400 });
  await expect(change(kreis, { selection: { ids: [id] }, change: {} })).rejects.toMatchObject({ status: 400, field: 'change' });
});

test('reports why licences are excluded from a change', async () => {
  const licensor = 'Ausnahmen';
  const ids = [];
  const volume = await enter({ licensor, school_id: 'school-a', scope: 'volume', seats: 3 });
  ids.push(volume.id, (await enter({ licensor, valid_from: day(20) })).id);
  const ended = await enter({ licensor });
  await kreis.call(licences.withdraw, { params: { id: ended.id } });
  ids.push(ended.id);
  await portal.store({ identifier: 'B-record', fn_titel: 'Satz', fn_typ: '49', licences: [{ scope: 'district', target: 'district-a' }] });
  const record = await portal.portal.db.selectFrom('licence').select('id').where('identifier', '=', 'B-record').executeTakeFirstOrThrow();
  ids.push(record.id);
  const found = await change(kreis, { selection: { ids }, change: { valid_to: day(10) } });
  expect(found).toMatchObject({ total: 4, changed: 1 });
  expect(new Map(found.left_out.map(({ reason, count }) => [reason, count]))).toEqual(
    new Map([
      ['days', 1],
      ['withdrawn', 1],
      ['record', 1],
    ]),
  );
  const seats = await change(kreis, { selection: { ids: [volume.id] }, change: { seats: 0 } });
  expect(seats).toMatchObject({ changed: 0, left_out: [{ reason: 'seats', count: 1 }] });
  const rights = await change(kreis, { selection: { ids: [volume.id] }, change: { rights: { ...volume.rights } } });
  expect(rights).toMatchObject({ changed: 0, same: 1 });
  await expect(change(kreis, { selection: { ids }, change: { withdrawn: true, valid_to: day(9) } })).rejects.toMatchObject({
    status: 400,
    field: 'change.withdrawn',
  });
  // Licences of other owners are not found.
  await expect(change(admin, { selection: { ids: [ids[1]] }, change: { valid_to: null } })).rejects.toMatchObject({ status: 404 });
  expect((await change(admin, { selection: { filter: { licensor, show: 'all' } }, change: { withdrawn: true } })).left_out).toEqual([
    { reason: 'rights', count: 1 },
  ]);
});

test('withdraws many licences with their seats', async () => {
  const licensor = 'Ende';
  await enter({ licensor, school_id: 'school-a' });
  await enter({ licensor, school_id: 'school-b' });
  const done = await confirm(kreis, { selection: { filter: { licensor } }, change: { withdrawn: true } });
  expect(done).toMatchObject({ changed: 2, bulk_id: null });
  expect((await kreis.call(licences.list, { query: { licensor } })).total).toBe(0);
});

test('extends 3,000 licences in one request', async () => {
  const { db } = portal.portal;
  const identifier = await store();
  const rows = Array.from({ length: 3_000 }, (_, i) => ({
    ...{ identifier, scope: 'school' as const, school_id: i % 2 === 0 ? 'school-a' : 'school-b', district_id: null, valid_to: day(60) },
    ...{
      origin: 'hand' as const,
      licensor: 'Viele',
      rights: JSON.stringify({ stream: true, download: true, home_use: true, lms_embed: true, edit: false }),
    },
  }));
  await db
    .insertInto('licence')
    .values(rows as never)
    .execute();
  const done = await confirm(kreis, { selection: { filter: { licensor: 'Viele' } }, change: { extend_months: 12 } });
  expect(done).toMatchObject({ total: 3_000, changed: 3_000, schools: 2 });
  const { n } = await db
    .selectFrom('licence')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('licensor', '=', 'Viele')
    .where('valid_to', '=', shiftMonths(day(60), 12))
    .executeTakeFirstOrThrow();
  expect(Number(n)).toBe(3_000);
  expect(await kreis.call(licenceBulk.undoMany, { params: { id: done.bulk_id! } })).toEqual({ undone: 3_000, skipped: 0 });
});

type Wanted = Input<typeof licenceBulk.createMany>['body'];
const create = (by: Caller, body: object) => by.call(licenceBulk.createMany, { body: body as Wanted });

test('creates a licence with the same end date for each school without one', async () => {
  const media = [await store(), await store()];
  await portal.store({ identifier: 'B-free', fn_titel: 'Frei', fn_typ: '49', licences: [{ scope: 'free' }] });
  await enter({ mediaId: media[0]!, school_id: 'school-a', valid_to: day(500) });
  const asked = {
    media: [...media, 'B-free', 'B-gone'],
    scope: 'school',
    to: 'schools',
    schools: ['school-a', 'school-b'],
    valid_to: day(365),
    licensor: 'Allen',
  };
  const preview = await create(kreis, asked);
  expect(preview).toMatchObject({ total: 8, changed: 3, schools: 2, bulk_id: null });
  expect(new Map(preview.left_out.map(({ reason, count }) => [reason, count]))).toEqual(
    new Map([
      ['covered', 1],
      ['free', 2],
      ['unknown', 2],
    ]),
  );
  const done = await create(kreis, { ...asked, seen: preview.seen });
  expect((await kreis.call(licences.list, { query: { licensor: 'Allen' } })).total).toBe(3);
  expect(await kreis.call(licenceBulk.undoMany, { params: { id: done.bulk_id! } })).toEqual({ undone: 3, skipped: 0 });
  expect((await kreis.call(licences.list, { query: { licensor: 'Allen' } })).total).toBe(0);
});

test('creates one shared licence for several schools', async () => {
  const [medium, other] = [await store(), await store()];
  const shared = { media: [medium], scope: 'school', to: 'share', schools: ['school-a'], valid_to: day(100), licensor: 'Geteilt' };
  await create(kreis, { ...shared, seen: (await create(kreis, shared)).seen });
  expect((await kreis.call(licences.list, { query: { licensor: 'Geteilt' } })).items).toMatchObject([
    { owner: { kind: 'district' }, seats: 0 },
  ]);
  const ofMedium = await admin.call(licences.ofMedium, { params: { mediaId: medium }, query: {} });
  expect(ofMedium.items).toHaveLength(1);
  const district = { media: [other], scope: 'district', to: 'own', valid_to: day(100), licensor: 'Kreisweit' };
  expect(await create(kreis, { ...district, seen: (await create(kreis, district)).seen })).toMatchObject({ changed: 1 });
});

test('rejects requests that violate the user’s role or the licence terms', async () => {
  const media = [await store()];
  const staff = await portal.as(teacher());
  await expect(create(staff, { media, scope: 'school', to: 'own', valid_to: day(9) })).rejects.toMatchObject({ status: 403 });
  await expect(create(admin, { media, scope: 'school', to: 'schools', valid_to: day(9) })).rejects.toMatchObject({ status: 403 });
  await expect(create(admin, { media, scope: 'district', to: 'own', valid_to: day(9) })).rejects.toMatchObject({
    status: 403,
    field: 'scope',
  });
  await expect(create(kreis, { media, scope: 'school', to: 'schools', schools: ['school-z'], valid_to: day(9) })).rejects.toMatchObject({
    status: 403,
    code: 'wrong_school',
  });
  await expect(create(kreis, { media, scope: 'school', to: 'schools' })).rejects.toMatchObject({ status: 400, field: 'valid_to' });
  await expect(change(staff, { selection: { filter: {} }, change: { hidden: true } })).rejects.toMatchObject({ status: 403 });
});

test('rejects changes to licences of another district or school', async () => {
  const licensor = 'Fremd';
  const own = await enter({ licensor, school_id: 'school-a' });
  await portal.portal.db.insertInto('district').values({ id: 'district-b', name: 'Kreis b' }).execute();
  const other = await portal.as(districtAdmin({ email: 'anderer@kreis.example', district_id: 'district-b' }));
  for (const asked of [{ valid_to: day(400) }, { withdrawn: true }, { hidden: true }, { price: 1 }]) {
    const byId = { selection: { ids: [own.id] }, change: asked };
    await expect(change(other, byId)).rejects.toMatchObject({ status: 404 });
    // The digest of the owner's preview does not authorise another user.
    await expect(change(other, { ...byId, seen: (await change(kreis, byId)).seen })).rejects.toMatchObject({ status: 404 });
    for (const filter of [{ licensor }, { licensor, school: 'school-a' }])
      expect(await change(other, { selection: { filter }, change: asked })).toMatchObject({ total: 0, lines: [] });
  }
  const elsewhere = await enter({ licensor, school_id: 'school-b' });
  await expect(change(admin, { selection: { ids: [elsewhere.id, own.id] }, change: { valid_to: day(400) } })).rejects.toMatchObject({
    status: 404,
  });
  expect(await change(admin, { selection: { filter: { licensor, school: 'school-b' } }, change: { hidden: true } })).toMatchObject({
    total: 0,
  });
  const asked = { media: [await store()], scope: 'school', to: 'schools', schools: ['school-a'], valid_to: day(9) };
  await expect(create(other, asked)).rejects.toMatchObject({ status: 403, code: 'wrong_school' });
  const done = await confirm(kreis, { selection: { filter: { licensor } }, change: { valid_to: day(400) } });
  for (const by of [other, admin, await portal.as(districtAdmin({ email: 'zweite@kreis.example' }))])
    await expect(by.call(licenceBulk.undoMany, { params: { id: done.bulk_id! } })).rejects.toMatchObject({ status: 404 });
  expect(await endsOf(kreis, licensor)).toEqual([day(400), day(400)]);
});

test('excludes a school’s own material from lists and licences', async () => {
  const { db } = portal.portal;
  const identifier = 'B-own';
  await portal.store({ identifier, fn_titel: 'Arbeitsblatt einer Lehrkraft', fn_typ: '79', licences: [{ scope: 'none' }] });
  await db
    .insertInto('own_material')
    .values({ identifier, school_id: 'school-b', created_at: new Date(), given_at: new Date(), rights_source: 'own' })
    .execute();
  const found = await create(admin, { media: [identifier], scope: 'school', to: 'own', valid_to: day(9) });
  expect(found).toMatchObject({ changed: 0, left_out: [{ reason: 'unknown', count: 1 }], lines: [{ title: identifier }] });
});

test('exports the filtered list as CSV and XLSX', async () => {
  await enter({ licensor: 'Ausfuhr', school_id: 'school-a', seats: 12, price: 119_050, purchase_ref: '00042' });
  const url = (format: string, lang: string) => `/api/v1/licences/export?licensor=Ausfuhr&format=${format}&lang=${lang}`;
  const csv = (await kreis.inject({ method: 'GET', url: url('csv', 'de') })).body.split('\r\n');
  expect(csv[0]).toContain('"Medium";"Mediennummer";"Schule"');
  expect(csv[1]).toMatch(
    /;"Schule a";"10a";"Schullizenz";12;0;0;"";\d{2}\.\d{2}\.\d{4};"endet bald";"alle";"Ausfuhr";"00042";1190,50;"[\da-f-]{36}"$/,
  );
  const sheet = await kreis.inject({ method: 'GET', url: url('xlsx', 'en') });
  expect(sheet.headers['content-type']).toContain('spreadsheetml');
  expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK');
  const staff = await portal.as(teacher());
  expect((await staff.inject({ method: 'GET', url: url('csv', 'de') })).statusCode).toBe(403);
});
