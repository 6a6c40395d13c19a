/** A school's view of a licence that its district assigned to schools (docs/behaviour/licences.md#page). */
import { licences, type Licence, type NewLicence } from '@fundus/contract/licences/licences';
import { licenceSeats } from '@fundus/contract/licences/seats';
import { schools } from '@fundus/contract/schools/schools';
import { beforeAll, expect, test } from 'vitest';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { markSeatsUsed } from '../index.ts';

const portal = usePortal();
let district: Caller;
let admin: Caller;
let editor: Caller;
let other: Caller;
beforeAll(async () => {
  await portal.portal.db.insertInto('district').values({ id: 'district-b', name: 'Kreis B' }).execute();
  await portal.portal.db
    .insertInto('school')
    .values({ id: 'school-c', district_id: 'district-a', name: 'Schule c', number: '10c' })
    .execute();
  [district, admin, editor, other] = [
    await portal.as(districtAdmin({ vorname: 'Kira', name: 'Kreis' })),
    await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Min' })),
    await portal.as(teacher({ capabilities: ['cap_licences'] })),
    await portal.as(schoolAdmin({ school_id: 'school-c' })),
  ];
  for (const school_id of ['school-a', 'school-b', 'school-b']) await portal.as(pupil({ school_id }));
});

const give = (licence: Licence, ...ids: string[]) =>
  district.call(licenceSeats.assignSeats, { params: { id: licence.id }, body: { to: ids.map((id) => ({ kind: 'school' as const, id })) } });

let count = 0;
/** Creates a district licence and assigns it to the schools `a` and `b`. */
async function enter(more: Partial<NewLicence> = {}): Promise<Licence> {
  const mediaId = `S-${++count}`;
  await portal.store({ identifier: mediaId, fn_titel: `Gletscher ${count}`, fn_typ: '49', licences: [{ scope: 'none' }] });
  const licence = await district.call(licences.create, {
    body: { mediaId, scope: 'school', seats: 500, purchase_ref: `R-1-${count}`, licensor: 'Verlag', valid_to: '2099-07-31', ...more },
  });
  await give(licence, 'school-b', 'school-a');
  return licence;
}
const read = (who: Caller, { id }: Licence) => who.call(licences.read, { params: { id } });
const seats = (who: Caller, { id }: Licence) => who.call(licenceSeats.seats, { params: { id }, query: {} });
const NOTHING = { edit: false, hide: false, withdraw: false, assign: false, seeNames: false };

test('hides other schools and purchase data from managers of a school', async () => {
  const licence = await enter({ purchase_ref: 'R-2' });
  await district.call(licences.change, { params: { id: licence.id }, body: { version: licence.version, warn_below: 20 } });
  const own = { share: true, seats: 3, taken: 3, in_use: 0, remaining: false, returns: false, purchase_ref: '', warn_below: null };
  for (const who of [admin, editor]) {
    expect(await read(who, licence)).toMatchObject({ ...own, owner: { kind: 'district', name: expect.any(String) }, can: NOTHING });
    expect(await seats(who, licence)).toMatchObject({
      total: 1,
      items: [{ to: { kind: 'school', id: 'school-a', name: 'Schule a' }, taken: 3, state: 'assigned', can: { takeBack: false } }],
      sums: [{ school: 'Schule a', taken: 3, in_use: 0 }],
    });
    expect(JSON.stringify([await read(who, licence), await seats(who, licence)])).not.toMatch(/Schule b|school-b|R-2|500|Kira/);
  }
  const whole = await read(district, licence);
  expect(whole).toMatchObject({ share: false, seats: 500, purchase_ref: 'R-2', warn_below: 20 });
  expect(await seats(district, licence)).toMatchObject({ total: 2 });
});

test("shows only the school's own history without names", async () => {
  const licence = await enter();
  await give(licence, 'school-c');
  await district.call(licences.change, { params: { id: licence.id }, body: { version: 1, valid_to: '2098-07-31' } });
  const history = async () => (await read(admin, licence)).events.map(({ what, count, by }) => [what, count, by]);
  expect(await history()).toEqual([
    ['changed', 1, null],
    ['given', 3, null],
  ]);
  const stranger = await portal.portal.db.selectFrom('person').select('id').where('school_id', '=', 'school-b').executeTakeFirstOrThrow();
  await markSeatsUsed(portal.portal.db, stranger.id, licence.medium.identifier, new Date());
  expect(await read(admin, licence), 'used at another school').toMatchObject({ in_use: 0 });
  expect(await history()).toHaveLength(2);
  const pupilOfA = await portal.portal.db.selectFrom('person').select('id').where('school_id', '=', 'school-a').executeTakeFirstOrThrow();
  await markSeatsUsed(portal.portal.db, pupilOfA.id, licence.medium.identifier, new Date());
  expect(await read(admin, licence)).toMatchObject({ in_use: 3 });
  expect((await history())[0]).toEqual(['used', 1, null]);
});

test('rejects changes by all users outside the licensing district', async () => {
  const licence = await enter();
  const at = { params: { id: licence.id } };
  const [seat] = (await seats(admin, licence)).items;
  const refusals: [string, () => Promise<unknown>, number][] = [
    ['change', () => admin.call(licences.change, { ...at, body: { version: 1, licensor: 'x' } }), 403],
    ['hide', () => admin.call(licences.change, { ...at, body: { version: 1, hidden: true } }), 403],
    ['withdraw', () => admin.call(licences.withdraw, at), 403],
    ['give', () => admin.call(licenceSeats.assignSeats, { ...at, body: { to: [{ kind: 'school', id: 'school-c' }] } }), 403],
    ['take back', () => admin.call(licenceSeats.takeBack, { ...at, body: { seats: [seat!.id] } }), 404],
    ['candidates', () => admin.call(licenceSeats.candidates, { ...at, query: {} }), 403],
    ['codes', () => admin.call(licenceSeats.codes, at), 403],
    ['make a code', () => admin.call(licenceSeats.makeCode, { ...at, body: { quantity: 1 } }), 403],
  ];
  for (const [what, call, status] of refusals) await expect(call(), what).rejects.toMatchObject({ status });
  for (const who of [other, await portal.as(teacher()), await portal.as(pupil())]) {
    await expect(read(who, licence)).rejects.toMatchObject({ status: 404 });
    await expect(seats(who, licence)).rejects.toMatchObject({ status: 404 });
    await expect(who.call(licences.withdraw, at)).rejects.toMatchObject({ status: 404 });
  }
  expect(await read(district, licence)).toMatchObject({ version: 1, taken: expect.any(Number), state: 'active' });
  await district.call(licences.change, { ...at, body: { version: 1, hidden: true } });
  await expect(read(admin, licence), 'put aside').rejects.toMatchObject({ status: 404 });
});

test("lists a district licence among the school's media", async () => {
  const licence = await enter();
  const unlimited = await enter({ seats: 0 });
  const media = async (who: Caller, show: 'current' | 'free_seats' = 'current') =>
    (await who.call(schools.media, { params: { id: 'school-a' }, query: { show, limit: 50 } })).items.filter(({ id }) =>
      [licence.id, unlimited.id].includes(id),
    );
  const shown = await media(admin);
  const members = (await read(admin, licence)).seats;
  expect(shown.find(({ id }) => id === licence.id)).toMatchObject({ share: true, seats: members, taken: members, remaining: false });
  expect(shown.find(({ id }) => id === unlimited.id)).toMatchObject({ share: true, seats: 0, remaining: false });
  expect(await media(district)).toEqual(shown);
  expect(await media(admin, 'free_seats'), 'none of these seats is the school’s to give').toEqual([]);
  for (const { code_id } of shown) expect(await admin.call(licences.read, { params: { id: code_id } })).toMatchObject({ share: true });
});
