/** Cost per use of a licence (docs/behaviour/uses.md#cost-per-use). */
import { licences, type NewLicence } from '@fundus/contract/licences/licences';
import { schools } from '@fundus/contract/schools/schools';
import { beforeAll, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const NOW = new Date('2026-11-30T10:00:00Z');
const portal = usePortal({ ShowAnalytics: true });
let admin: Caller;
let district: Caller;
beforeAll(async () => {
  portal.setNow(NOW);
  [admin, district] = [await portal.as(schoolAdmin()), await portal.as(districtAdmin())];
  const media = ['much', 'few', 'idle', 'shared'].map((identifier) => ({
    identifier,
    fn_titel: identifier,
    fn_typ: '49',
    licences: [{ scope: 'none' }],
  }));
  await portal.store(...(media as never[]));
});

const db = () => portal.portal.db;
const enter = (by: Caller, mediaId: string, more: Partial<NewLicence> = {}) =>
  by.call(licences.create, {
    body: { mediaId, scope: 'school', runtime: 'until_date', valid_from: '2026-12-01', valid_to: '2027-11-30', ...more },
  });
const used = (school_id: string, identifier: string, month: string, uses: number, people: number) =>
  db().insertInto('media_use').values({ school_id, identifier, month, uses, people }).execute();
const costsOf = async (who: Caller, id?: string) =>
  id === undefined ? (await who.call(schools.districtNumbers)).costs : (await who.call(schools.numbers, { params: { id } })).costs;

test('divides the costs of twelve months by the number of uses', async () => {
  // Half of the licence's term is within the twelve months from 1 December 2025 to today.
  const { id, version } = await enter(admin, 'much', { valid_from: '2026-06-01', valid_to: '2027-05-31', price: 36_500 });
  await enter(admin, 'few', { valid_from: '2025-12-01', valid_to: '2026-11-30', price: 10_000 });
  await enter(admin, 'idle', { valid_from: '2026-11-01', runtime: 'unlimited', valid_to: null, price: 5_000 });
  await enter(admin, 'idle', { valid_from: '2026-11-01', scope: 'single' });
  await used('school-a', 'much', '2026-05', 900, 90);
  await used('school-a', 'much', '2026-06', 100, 5);
  await used('school-a', 'much', '2026-07', 40, 4);
  await used('school-b', 'much', '2026-07', 500, 50);
  await used('school-a', 'few', '2026-07', 30, 4);
  const costs = await costsOf(admin, 'school-a');
  expect(costs).toEqual({
    ...{ cost: 18_300 + 10_000 + 5_000, idle: 5_000, unpriced: 1, total: 3 },
    items: [
      { identifier: 'much', fn_titel: 'much', cost: 18_300, state: 'used', uses: 100, per_use: 183 },
      { identifier: 'few', fn_titel: 'few', cost: 10_000, state: 'few', uses: null, per_use: null },
      { identifier: 'idle', fn_titel: 'idle', cost: 5_000, state: 'unused', uses: null, per_use: null },
    ],
  });
  expect(JSON.stringify(costs)).not.toMatch(/\b(30|40)\b/);
  const file = (await admin.inject({ method: 'GET', url: '/api/v1/schools/school-a/numbers/export' })).body;
  expect(file).toContain('"Kosten je Nutzung (Euro)";"much";1,83');
  expect(file).toContain('"Kosten je Nutzung (Euro)";"few";""');

  // A changed price takes effect at once. Licences from a purchase keep the price of the order.
  await admin.call(licences.change, { params: { id }, body: { version, price: null } });
  expect((await costsOf(admin, 'school-a')).items.map(({ identifier }) => identifier)).toEqual(['few', 'idle']);
  await expect(admin.call(licences.change, { params: { id }, body: { version: version + 1, price: -1 } })).rejects.toMatchObject({
    status: 400,
    field: 'price',
  });
  await db().updateTable('licence').set({ origin: 'purchase' }).where('id', '=', id).execute();
  await expect(admin.call(licences.change, { params: { id }, body: { version: version + 1, price: 1 } })).rejects.toMatchObject({
    status: 403,
    field: 'price',
  });
  expect((await admin.call(licences.read, { params: { id } })).can.price).toBe(false);
});

test('counts the uses of a district licence only at its schools', async () => {
  const { id } = await enter(district, 'shared', { valid_from: '2026-09-01', valid_to: '2026-11-30', price: 9_100, seats: 50 });
  await db().insertInto('licence_seat').values({ id, licence_id: id, school_id: 'school-a', taken: 5, assigned_at: NOW }).execute();
  await used('school-a', 'shared', '2026-09', 70, 7);
  await used('school-a', 'shared', '2026-10', 8, 3);
  await used('school-b', 'shared', '2026-10', 900, 90);
  expect((await costsOf(district)).items).toEqual([
    { identifier: 'shared', fn_titel: 'shared', cost: 9_100, state: 'used', uses: 70, per_use: 130 },
  ]);
  // The costs of a district licence are not included in the costs of a school.
  expect((await costsOf(admin, 'school-a')).items.some(({ identifier }) => identifier === 'shared')).toBe(false);
});
