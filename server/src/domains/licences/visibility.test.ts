/** The table in docs/behaviour/licences.md#active over HTTP, and changes of visibility at midnight. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { today, DAY } from '@fundus/contract/days';
import { library } from '@fundus/contract/library/library';
import { licences, type NewLicence } from '@fundus/contract/licences/licences';
import { licenceSeats } from '@fundus/contract/licences/seats';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { followChanges } from '../catalogue/index.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const TODAY = '2027-05-15';
const at = (day: string, time = '10:00') => new Date(`${day}T${time}:00+02:00`);

const portal = usePortal({ AllowReturns: true, licenceGraceDays: 0 });
afterEach(() => portal.setNow(null));

const store = (identifier: string) =>
  portal.store({
    identifier,
    fn_titel: `Ebbe ${identifier}`,
    fn_typ: '49',
    url: 'https://medien.example/1',
    licences: [{ scope: 'none' }],
  });
const enter = (by: Caller, mediaId: string, more: Partial<NewLicence> = {}) =>
  by.call(licences.create, { body: { mediaId, scope: 'volume', seats: 1, runtime: 'unlimited', ...more } });
const shelf = async (who: Caller, identifier: string) =>
  (await who.call(library.licences, { query: { limit: 100 } })).items.some((entry) => entry.medium.identifier === identifier);
const found = async (who: Caller, identifier: string) =>
  (await who.call(catalogue.search, { query: { q: `Ebbe ${identifier}`, limit: 100 } })).items.find(
    (item) => item.identifier === identifier,
  );

describe('visibility according to docs/behaviour/licences.md#active', () => {
  /** Terms that produce the fields of the table row for staff, with the numbers of assigned and used seats. */
  test.each<[string, Partial<NewLicence>, { given: number; used: number; valid_to: string | null }, boolean]>([
    ['15 May, 1 remaining, 0 returns', { seats: 1 }, { given: 0, used: 0, valid_to: TODAY }, true],
    ['14 May, 1 remaining, 0 returns', { seats: 1 }, { given: 0, used: 0, valid_to: '2027-05-14' }, false],
    ['15 May, 0 remaining, 2 returns', { seats: 2 }, { given: 2, used: 1, valid_to: TODAY }, true],
    ['15 May, 0 remaining, 0 returns', { seats: 2, returns_left: 0 }, { given: 2, used: 2, valid_to: TODAY }, false],
    ['false, false, false', { scope: 'school', seats: 0 }, { given: 0, used: 0, valid_to: null }, true],
    ['31 July, false, false', { scope: 'school', seats: 0 }, { given: 0, used: 0, valid_to: '2027-07-31' }, true],
    // These cases are not in the table.
    ['14 May, false, false', { scope: 'school', seats: 0 }, { given: 0, used: 0, valid_to: '2027-05-14' }, false],
    ['false, 0 remaining, 0 returns', { seats: 1, returns_left: 0 }, { given: 1, used: 1, valid_to: null }, false],
  ])('matches the table row %s', async (name, terms, { given, used, valid_to }, shown) => {
    portal.setNow(at('2027-05-01'));
    const identifier = `t-${name.replace(/\W+/g, '-')}`;
    await store(identifier);
    const admin = await portal.as(schoolAdmin());
    const licence = await enter(admin, identifier, terms);
    for (let i = 0; i < given; i++) {
      const learner = await portal.as(pupil());
      const id = await personId(learner);
      await admin.call(licenceSeats.assignSeats, { params: { id: licence.id }, body: { to: [{ kind: 'person', id }] } });
      if (i < used) await learner.call(library.savePosition, { params: { mediaId: identifier }, body: { position: 1 } });
    }
    // The end is stored directly, because past ends cannot be entered.
    await sql`update licence set valid_to = ${valid_to} where id = ${licence.id}`.execute(portal.portal.db);
    await sql`insert into media_change (identifier) values (${identifier})`.execute(portal.portal.db);
    portal.setNow(at(TODAY));
    await portal.follower.catchUp();
    const staff = await portal.as(teacher());
    expect({ shelf: await shelf(staff, identifier), search: (await found(staff, identifier)) !== undefined }).toEqual({
      shelf: shown,
      search: shown,
    });
    if (shown) expect(await found(staff, identifier)).toMatchObject({ active: true, valid_to: valid_to ?? false });
  });
});

async function personId(who: Caller): Promise<string> {
  const user = await who.call(accounts.userinfo);
  return user === false ? '' : user.id;
}

test('updates the visibility of media at midnight in Berlin', async () => {
  portal.setNow(at(TODAY, '23:59'));
  await store('begins');
  await store('ends');
  const admin = await portal.as(schoolAdmin());
  await enter(admin, 'begins', { scope: 'school', seats: 0, valid_from: '2027-05-16' });
  await enter(admin, 'ends', { scope: 'school', seats: 0, runtime: 'until_date', valid_to: TODAY });
  const learner = await portal.as(pupil());
  const both = async () => [(await found(learner, 'begins')) !== undefined, (await found(learner, 'ends')) !== undefined].join();
  await expect.poll(both).toBe('false,true');
  portal.setNow(at('2027-05-16', '00:00'));
  await expect.poll(both).toBe('true,false');
});

test('offers media and schools only to licence managers', async () => {
  await portal.store(
    { identifier: 'chosen', fn_titel: 'Priel und Watt', fn_nr: '4711', fn_typ: 'UC_BOOK', licences: [{ scope: 'none' }] },
    { identifier: 'open', fn_titel: 'Watt für alle', fn_typ: '49' },
  );
  const [admin, district, staff] = [await portal.as(schoolAdmin()), await portal.as(districtAdmin()), await portal.as(teacher())];
  const media = async (q: string) =>
    (await admin.call(licences.media, { query: { q } })).items.map(({ identifier, free }) => [identifier, free]);
  expect(await media('Watt')).toEqual(
    expect.arrayContaining([
      ['chosen', false],
      ['open', true],
    ]),
  );
  expect(await media('4711')).toEqual([['chosen', false]]);
  expect(await media('chosen')).toEqual([['chosen', false]]);
  expect(await media('')).toEqual([]);
  await expect(staff.call(licences.media, { query: { q: 'Watt' } })).rejects.toMatchObject({ status: 403 });
  expect((await district.call(licences.schools, { query: { q: '10b' } })).items).toEqual([
    { id: 'school-b', name: 'Schule b', about: '10b' },
  ]);
  await expect(admin.call(licences.schools, { query: {} })).rejects.toMatchObject({ status: 403 });
});

test('filters licences by type of medium', async () => {
  const admin = await portal.as(schoolAdmin({ school_id: 'school-b' }));
  await portal.store({ identifier: 'film', fn_titel: 'Film', fn_typ: '49', licences: [{ scope: 'none' }] });
  await portal.store({ identifier: 'book', fn_titel: 'Buch', fn_typ: 'UC_BOOK', licences: [{ scope: 'none' }] });
  const film = await enter(admin, 'film', { seats: 2 });
  const book = await enter(admin, 'book', { seats: 2 });
  const of = async (c: 'all' | 'media' | 'books' | 'apps') =>
    (await admin.call(licences.list, { query: { c } })).items.map((item) => item.id);
  expect([await of('media'), await of('books'), await of('apps')]).toEqual([[film.id], [book.id], []]);
  const code = await admin.call(licenceSeats.makeCode, { params: { id: book.id }, body: { quantity: 1 } });
  expect(await admin.call(licences.read, { params: { id: code.id } })).toMatchObject({ id: book.id });
  const stranger = await portal.as(schoolAdmin());
  await expect(stranger.call(licences.read, { params: { id: code.id } })).rejects.toMatchObject({ status: 404 });
  const manages = async (who: Caller) => (await who.call(library.licences, { query: {} })).can.manage;
  expect([await manages(admin), await manages(await portal.as(teacher())), await manages(await portal.as(districtAdmin()))]).toEqual([
    true,
    false,
    true,
  ]);
});

test('applies missed changes of visibility after a downtime', async () => {
  portal.setNow(null);
  // Earlier tests moved the clock ahead, so the index must first return to the present.
  const isTurnedTo = (day: string) => sql`select 1 from index_state where turned_on = ${day}::date`.execute(portal.portal.db);
  await vi.waitFor(async () => expect((await isTurnedTo(today(new Date()))).rows).toHaveLength(1), { timeout: 120_000, interval: 100 });
  const tomorrow = new Date(Date.now() + DAY);
  await store('asleep');
  const admin = await portal.as(schoolAdmin());
  await enter(admin, 'asleep', { scope: 'school', seats: 0, valid_from: today(tomorrow) });
  await portal.follower.stop();
  portal.setNow(tomorrow);
  const learner = await portal.as(pupil());
  expect(await found(learner, 'asleep')).toBeUndefined();
  const again = await followChanges(portal.portal, portal.database);
  await vi.waitFor(async () => expect(await found(learner, 'asleep')).toBeDefined(), { timeout: 120_000, interval: 100 });
  await again.stop();
});

test("marks only licences from the district's media library as is_mediathek", async () => {
  portal.setNow(at('2027-05-01'));
  const names = ['by-district', 'by-school', 'by-given', 'by-nobody', 'by-record'];
  for (const identifier of names) await portal.store({ identifier, fn_titel: identifier, fn_typ: '49', licences: [{ scope: 'none' }] });
  await portal.store({ identifier: 'by-record', fn_titel: 'by-record', fn_typ: '49', is_mediathek: true, licences: [{ scope: 'none' }] });
  const [district, admin, reader] = [await portal.as(districtAdmin()), await portal.as(schoolAdmin()), await portal.as(teacher())];
  await enter(district, 'by-district', { scope: 'district', seats: 0 });
  await enter(admin, 'by-school', { scope: 'school', seats: 0 });
  const given = await enter(district, 'by-given', { scope: 'school', seats: 0 });
  await district.call(licenceSeats.assignSeats, { params: { id: given.id }, body: { to: [{ kind: 'school', id: 'school-a' }] } });
  await portal.follower.catchUp();
  const readOf = async (identifier: string) => (await reader.call(catalogue.catalogueDetail, { params: { identifier } })).is_mediathek;
  expect(await Promise.all(names.map(readOf))).toEqual([true, false, true, false, true]);
  const { items } = await reader.call(library.licences, { query: {} });
  const rows = items.filter(({ medium }) => names.includes(medium.identifier));
  expect(Object.fromEntries(rows.map(({ medium, own }) => [medium.identifier, own.is_mediathek]))).toEqual({
    'by-district': true,
    'by-school': false,
    'by-given': true,
  });
});
