/** End dates of a school or district, and their calendar subscription (docs/behaviour/licences.md#calendar). */
import { licences, type NewLicence } from '@fundus/contract/licences/licences';
import { schools } from '@fundus/contract/schools/schools';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { runSweepSteps } from '../../../sweep.ts';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const NOW = new Date('2026-11-23T10:00:00Z');
const portal = usePortal();
let admin: Caller;
let district: Caller;
beforeAll(async () => {
  portal.setNow(NOW);
  [admin, district] = [await portal.as(schoolAdmin({ email: 'leitung@a.example' })), await portal.as(districtAdmin())];
  await portal.store(
    ...['m-1', 'm-2', 'm-3', 'm-4'].map(
      (identifier) => ({ identifier, fn_titel: `Film ${identifier}`, fn_typ: '49', licences: [{ scope: 'none' }] }) as never,
    ),
  );
  const enter = (by: Caller, mediaId: string, valid_to: string, more: Partial<NewLicence> = {}) =>
    by.call(licences.create, { body: { mediaId, scope: 'school', runtime: 'until_date', valid_to, ...more } });
  await enter(admin, 'm-1', '2026-12-20');
  await enter(admin, 'm-2', '2027-06-30');
  await enter(district, 'm-3', '2027-01-31', { scope: 'district' });
  await enter(district, 'm-4', '2027-02-28', { school_id: 'school-b' });
  const order = (about: object) =>
    db()
      .insertInto('purchase_order')
      .values({
        id: newId(),
        district_id: 'district-a',
        school_id: 'school-a',
        created_at: NOW,
        changed_at: NOW,
        net: 5_000,
        gross: 5_000,
        ...about,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
  await order({ number: 'MZ-B-1', state: 'pending_payment', ordered_at: new Date('2026-11-20T10:00:00Z') });
  const { id } = await order({ number: 'MZ-B-2', state: 'fulfilled', ordered_at: new Date('2026-10-01T10:00:00Z') });
  const bill = { id: newId(), number: 'MZ-R-1', order_id: id, kind: 'invoice' as const, issued_on: '2026-10-01', due_on: '2026-10-31' };
  await db()
    .insertInto('invoice')
    .values({ ...bill, content: '{}' })
    .execute();
  await db().insertInto('school_budget').values({ school_id: 'school-a', year: 2026, cents: 100_000 }).execute();
  const put = { school_id: 'school-a', kind: 'class' as const, state: 'archived' as const, created_at: NOW };
  for (const name of ['5a', '5b'])
    await db()
      .insertInto('class')
      .values({ ...put, id: newId(), name, school_year: '2025/26', state_since: new Date('2026-08-01T04:00:00Z') })
      .execute();
});
/** Adds an unused licence package and accounts to be deleted: one after its retention time, one thirty days after a notice. */
async function addEnding(): Promise<void> {
  const ready = { number: 'ABCDEFGHJKLM', school_id: 'school-a', licensor: 'Lernfilm', source: 'csv' as const, ends_on: '2027-03-31' };
  await db()
    .insertInto('licence_package')
    .values([
      { ...ready, id: newId(), lines: '[{},{}]', deposited_at: NOW },
      { ...ready, id: newId(), number: 'FETCHED', lines: '[{}]', deposited_at: NOW, picked_up_at: NOW },
    ])
    .execute();
  for (const [email, state, since, notified] of [
    ['ruht@a.example', 'dormant', '2026-11-20T10:00:00Z', null],
    ['geht@a.example', 'erasure_pending', '2026-11-20T10:00:00Z', null],
    ['gesperrt@a.example', 'blocked', '2025-11-01T10:00:00Z', '2026-11-15T10:00:00Z'],
    ['vergessen@a.example', 'blocked', '2025-11-01T10:00:00Z', null],
  ] as const) {
    await portal.as(teacher({ email }));
    const set = { state, demo: false, state_since: new Date(since), dormant_notified_at: notified === null ? null : new Date(notified) };
    await db().updateTable('person').set(set).where('email', '=', email).execute();
  }
}
beforeEach(() => portal.setNow(NOW));

const db = () => portal.portal.db;
const read = async (by: Caller, query: object = {}) => by.call(schools.ends, { query: { limit: 100, ...query } as never });
const lines = async (by: Caller, query: object = {}) =>
  (await read(by, query)).items.map(({ on, kind, title, deleted, count, cents }) =>
    [on, kind, deleted ?? title, ...(deleted ? [count] : []), ...(cents === null ? [] : [cents])].join(' '),
  );

test('sorts the dates of a school with overdue dates first', async () => {
  expect(await lines(admin)).toEqual([
    '2026-10-31 invoice MZ-R-1 5000',
    '2026-12-20 licence Film m-1',
    '2026-12-20 order MZ-B-1 5000',
    '2027-01-31 licence Film m-3',
    '2027-06-30 licence Film m-2',
    '2027-07-31 budget  90000',
    '2027-08-01 deletion classes 2',
    '2037-01-01 deletion orders 2',
  ]);
  const { items, months, soon } = await read(admin);
  expect(soon).toEqual({ in30: 3, in90: 4 });
  expect(months.slice(0, 3)).toEqual([
    { month: '2026-10', count: 1 },
    { month: '2026-12', count: 2 },
    { month: '2027-01', count: 1 },
  ]);
  // District licences have no detail page for a school.
  expect(items.filter(({ kind }) => kind === 'licence').map(({ by_district, can }) => [by_district, can.open])).toEqual([
    [false, true],
    [true, false],
    [false, true],
  ]);
});

test('counts the pending decisions of a school', async () => {
  const asked = { id: newId(), district_id: 'district-a', school_id: 'school-a', created_at: NOW, changed_at: NOW };
  await db()
    .insertInto('purchase_order')
    .values({ ...asked, state: 'waiting_approval' })
    .execute();
  expect(await admin.call(schools.waiting)).toEqual({ orders: 1, trials: 0, wishes: 0 });
  expect(await district.call(schools.waiting)).toEqual({ orders: 1, trials: 0, wishes: 0 });
  await db().deleteFrom('purchase_order').where('id', '=', asked.id).execute();
  expect([(await admin.call(schools.waiting)).orders, (await district.call(schools.waiting)).orders]).toEqual([0, 1]);
});

test('filters dates by period, kind and month', async () => {
  expect(await lines(admin, { days: '30' })).toHaveLength(3);
  expect(await lines(admin, { kind: 'licence', days: '90' })).toEqual(['2026-12-20 licence Film m-1', '2027-01-31 licence Film m-3']);
  const july = await read(admin, { month: '2027-07', limit: 1 });
  expect([july.total, july.items.length, july.months.length > 3]).toEqual([1, 1, true]);
  const pages = await Promise.all([0, 2, 4, 6].map((offset) => lines(admin, { offset, limit: 2 })));
  expect(pages.flat()).toEqual(await lines(admin));
  await expect(read(admin, { days: '31' })).rejects.toMatchObject({ status: 400 });
  await expect(read(admin, { month: '2027-13' })).rejects.toMatchObject({ status: 400 });
});

test('lists the dates of a district and all of its schools', async () => {
  const found = (await read(district)).items.filter(({ kind }) => kind === 'licence');
  expect(found.map(({ title, school }) => [title, school?.id ?? null])).toEqual([
    ['Film m-1', 'school-a'],
    ['Film m-3', null],
    ['Film m-4', 'school-b'],
    ['Film m-2', 'school-a'],
  ]);
  expect(found.every(({ can }) => can.open)).toBe(true);
  expect(await lines(district, { school: 'school-b', kind: 'licence' })).toEqual([
    '2027-01-31 licence Film m-3',
    '2027-02-28 licence Film m-4',
  ]);
  await expect(read(admin, { school: 'school-b' })).rejects.toMatchObject({ status: 404 });
  await expect(read(await portal.as(teacher()))).rejects.toMatchObject({ status: 403 });
});

test('serves a calendar at a secret URL until the URL is replaced', async () => {
  const head = await portal.as(schoolAdmin({ email: 'neu@a.example' }));
  const { path } = await head.call(schools.makeFeed, { body: {} });
  const get = (address: string) => portal.guest().inject({ method: 'GET', url: address });
  const file = await get(path);
  expect(file.headers['content-type']).toContain('text/calendar');
  expect(file.body).toContain('DTSTART;VALUE=DATE:20261220\r\nDTEND;VALUE=DATE:20261221\r\nSUMMARY:Lizenz endet: Film m-1');
  expect(file.body.replaceAll('\u00a0', ' ')).toContain('SUMMARY:Budget des Schuljahrs endet: noch 900\\,00 €');
  expect(file.body).not.toContain('Film m-4');
  expect(new Set(file.body.match(/UID:.*/g)).size).toBe(file.body.match(/UID:.*/g)!.length);
  const followed = await district.call(schools.makeFeed, { body: {} });
  expect((await get(followed.path)).body).toMatch(/SUMMARY:Lizenz endet: Film m-4 · /);

  const next = await head.call(schools.makeFeed, { body: {} });
  expect([(await get(path)).statusCode, (await get(next.path)).statusCode]).toEqual([404, 200]);
  const set = (about: object) => db().updateTable('person').set(about).where('email', '=', 'neu@a.example').execute();
  await set({ school_admin: '0' });
  expect((await get(next.path)).statusCode).toBe(404);
  await set({ school_admin: '1', school_id: 'school-b' });
  expect((await get(next.path)).statusCode).toBe(404);
  // The URL stays invalid after the rights are regained.
  await runSweepSteps(portal.portal);
  await set({ school_id: 'school-a' });
  expect((await get(next.path)).statusCode).toBe(404);

  await district.call(schools.endFeed);
  expect((await get(followed.path)).statusCode).toBe(404);
  expect(await district.call(schools.feed)).toEqual({ made_at: null });
});

test('summarizes unused packages and scheduled account deletions', async () => {
  await addEnding();
  // Keeps the sessions valid, because the tests move the clock by weeks.
  await db()
    .updateTable('session')
    .set({ expires_at: new Date('2099-01-01'), last_seen_at: new Date('2099-01-01') })
    .execute();
  expect(await lines(admin, { kind: 'package' })).toEqual(['2027-03-31 package Lernfilm']);
  expect((await read(admin, { kind: 'package' })).items[0]).toMatchObject({ count: 2, can: { open: false } });
  const accounts = async () => (await lines(admin, { kind: 'deletion' })).filter((line) => line.includes('accounts'));
  expect(await accounts()).toEqual([
    '2026-12-04 deletion accounts 1',
    '2026-12-15 deletion accounts 1',
    '2026-12-23 deletion accounts 1',
    '2027-01-19 deletion accounts 1',
  ]);
  portal.setNow(new Date('2026-12-15T09:00:00Z'));
  await runSweepSteps(portal.portal);
  expect((await accounts())[0], 'not before its day').toBe('2026-12-15 deletion accounts 1');
  portal.setNow(new Date('2026-12-15T11:00:00Z'));
  await runSweepSteps(portal.portal);
  expect((await accounts())[0]).not.toBe('2026-12-15 deletion accounts 1');
});

test('deletes archived data on the listed date', async () => {
  const left = async () => (await db().selectFrom('class').select('name').where('class.state', '=', 'archived').execute()).length;
  portal.setNow(new Date('2027-07-31T12:00:00Z'));
  await runSweepSteps(portal.portal);
  expect(await left()).toBe(2);
  portal.setNow(new Date('2027-08-01T12:00:00Z'));
  await runSweepSteps(portal.portal);
  expect(await left()).toBe(0);
});
