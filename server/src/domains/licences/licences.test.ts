/** Licences over HTTP: creation, seats, returns, codes and their effect on the search. */
import { Readable } from 'node:stream';
import { accounts } from '@fundus/contract/accounts/accounts';
import { catalogue, type MediaRecordInput } from '@fundus/contract/catalogue/catalogue';
import { shiftDay, today, DAY } from '@fundus/contract/days';
import { library } from '@fundus/contract/library/library';
import { licences, type Licence, type NewLicence } from '@fundus/contract/licences/licences';
import { licenceSeats, type SeatTarget } from '@fundus/contract/licences/seats';
import { beforeAll, describe, expect, test } from 'vitest';
import { removeOldLimits } from '../../limits/limits.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, testPortal, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { markSeatsUsed } from './index.ts';

const day = (shift: number) => shiftDay(today(new Date()), shift);
const medium = (identifier: string, more: Partial<MediaRecordInput> = {}): MediaRecordInput => ({
  identifier,
  fn_titel: `Gletscher ${identifier}`,
  fn_typ: '49',
  licences: [{ scope: 'none' }],
  ...more,
});

const portal = usePortal({ AllowReturns: true });
let admin: Caller;
let district: Caller;
let staff: Caller;
beforeAll(async () => {
  await portal.portal.db.insertInto('district').values({ id: 'district-b', name: 'Kreis B' }).execute();
  await portal.portal.db
    .insertInto('school')
    .values({ id: 'school-c', district_id: 'district-b', name: 'Schule c', number: '10c' })
    .execute();
  [admin, district, staff] = [
    await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Min' })),
    await portal.as(districtAdmin()),
    await portal.as(teacher({ vorname: 'Lea', name: 'Lehr' })),
  ];
});

async function idOf(who: Caller): Promise<string> {
  const user = await who.call(accounts.userinfo);
  return user === false ? '' : user.id;
}
const person = async (who: Caller): Promise<SeatTarget> => ({ kind: 'person', id: await idOf(who) });

let count = 0;
/** Creates a medium and a licence of school A for it. */
async function enter(more: Partial<NewLicence> = {}, by = admin): Promise<Licence> {
  const mediaId = `L-${++count}`;
  await portal.store(medium(mediaId));
  return by.call(licences.create, { body: { mediaId, scope: 'volume', seats: 3, valid_to: day(100), ...more } });
}
const give = (by: Caller, licence: Licence, to: SeatTarget[], partial = false) =>
  by.call(licenceSeats.assignSeats, { params: { id: licence.id }, body: { to, partial } });
const finds = async (who: Caller, licence: Licence): Promise<boolean> => {
  const { items } = await who.call(catalogue.search, { query: { q: licence.medium.fn_titel } });
  return items.some((item) => item.identifier === licence.medium.identifier);
};
const read = (by: Caller, { id }: Licence) => by.call(licences.read, { params: { id } });

describe('assigned seats', () => {
  test('give the recipient access to the medium until the seat is taken back', async () => {
    const licence = await enter();
    const learner = await portal.as(pupil());
    expect(await finds(staff, licence), 'staff of the school').toBe(true);
    expect(await finds(learner, licence)).toBe(false);
    expect(await give(admin, licence, [await person(learner)])).toEqual({ given: 1, had: 0, left_out: 0, remaining: 2 });
    expect(await finds(learner, licence)).toBe(true);
    const detail = await learner.call(catalogue.detail, { params: { identifier: licence.medium.identifier } });
    expect(detail).toMatchObject({ active: true, valid_to: day(100), remaining: false, returns: false, rights: { stream: true } });
    expect(await staff.call(catalogue.detail, { params: { identifier: licence.medium.identifier } })).toMatchObject({
      remaining: 2,
      rights: null,
    });

    await admin.call(licenceSeats.takeBack, { params: { id: licence.id }, body: { from: [await person(learner)] } });
    expect(await finds(learner, licence)).toBe(false);
    await expect(learner.call(catalogue.detail, { params: { identifier: licence.medium.identifier } })).rejects.toMatchObject({
      status: 403,
    });
  });

  test('hide a medium from other staff when no seat is available', async () => {
    const licence = await enter({ seats: 1, returns_left: 0 });
    const learner = await portal.as(pupil());
    await give(admin, licence, [await person(learner)]);
    expect(await finds(staff, licence), 'not used yet: may come back').toBe(true);
    await markSeatsUsed(portal.portal.db, await idOf(learner), licence.medium.identifier, new Date());
    await portal.follower.catchUp();
    expect(await finds(staff, licence)).toBe(false);
    expect(await finds(learner, licence)).toBe(true);
  });

  test('are given to all or none of the recipients unless a partial assignment is requested', async () => {
    const licence = await enter({ seats: 2 });
    const people = await Promise.all([pupil(), pupil(), pupil()].map(async (who) => person(await portal.as(who))));
    expect(await give(admin, licence, people.slice(0, 1))).toMatchObject({ given: 1 });
    await expect(give(admin, licence, people)).rejects.toMatchObject({ status: 409, code: 'no_seats_left' });
    expect((await read(admin, licence)).taken).toBe(1);
    expect(await give(admin, licence, [...people, people[0]!], true)).toEqual({ given: 1, had: 1, left_out: 1, remaining: 0 });
    expect(await give(admin, licence, people.slice(0, 2))).toEqual({ given: 0, had: 2, left_out: 0, remaining: 0 });
  });

  test('are rejected for recipients whom the licence does not cover', async () => {
    const open = await enter();
    const forTeachers = await enter({ audience: 'teacher' });
    const learner = await person(await portal.as(pupil()));
    const stranger = await person(await portal.as(pupil({ school_id: 'school-b' })));
    const refused = (licence: Licence, to: SeatTarget, status: number, code: string, by = admin) =>
      expect(give(by, licence, [to]), code).rejects.toMatchObject({ status, code });
    await refused(open, stranger, 403, 'wrong_school');
    await refused(open, { kind: 'school', id: 'school-a' }, 422, 'scope_mismatch');
    await refused(forTeachers, learner, 422, 'role_mismatch');
    await refused(open, { kind: 'person', id: '01890000-0000-7000-8000-00000000dead' }, 404, 'not_found');
    await give(admin, forTeachers, [await person(staff)]);

    await refused(await enter({ scope: 'school', seats: 0 }), learner, 422, 'scope_mismatch');
    const later = await enter({ valid_from: day(3) });
    await refused(later, learner, 409, 'not_available');
    await admin.call(licences.change, { params: { id: open.id }, body: { version: open.version, hidden: true } });
    await refused(open, learner, 403, 'forbidden');
    portal.setNow(new Date(Date.now() + 101 * DAY));
    const late = await portal.signIn('late@test.example').catch(() => portal.as(schoolAdmin({ email: 'late@test.example' })));
    await refused(forTeachers, await person(late), 410, 'expired', late);
    portal.setNow(null);
  });

  test('are taken from a district licence for every member of a school', async () => {
    const pupils = await Promise.all([1, 2, 3].map(() => portal.as(pupil({ school_id: 'school-b' }))));
    const licence = await enter({ scope: 'school', seats: 4, valid_to: day(50) }, district);
    expect(licence.owner).toEqual({ kind: 'district', id: 'district-a', name: 'Kreis A' });
    await expect(give(district, licence, [{ kind: 'school', id: 'school-a' }])).rejects.toMatchObject({
      code: 'too_many_members',
      status: 422,
    });
    await expect(give(district, licence, [{ kind: 'school', id: 'school-c' }])).rejects.toMatchObject({ code: 'wrong_school' });
    const members = await portal.portal.db.selectFrom('person').select('id').where('school_id', '=', 'school-b').execute();
    expect(await give(district, licence, [{ kind: 'school', id: 'school-b' }])).toMatchObject({ given: 1, remaining: 4 - members.length });
    expect(await finds(pupils[0]!, licence)).toBe(true);
    expect(await finds(staff, licence)).toBe(false);
    const { items, sums } = await district.call(licenceSeats.seats, { params: { id: licence.id }, query: {} });
    expect(items).toMatchObject([{ to: { kind: 'school', name: 'Schule b' }, taken: members.length, state: 'assigned' }]);
    expect(sums).toEqual([{ school: 'Schule b', taken: members.length, in_use: 0 }]);
  });

  test('are taken from the licence that ends first', async () => {
    await portal.store(medium('several'));
    const body = { mediaId: 'several', scope: 'volume' as const, seats: 1 };
    const late = await admin.call(licences.create, { body: { ...body, valid_to: day(90) } });
    const soon = await admin.call(licences.create, { body: { ...body, valid_to: day(9) } });
    const [one, two, three] = await Promise.all([pupil(), pupil(), pupil()].map(async (who) => person(await portal.as(who))));
    const assign = (to: SeatTarget[]) => admin.call(licenceSeats.assign, { body: { mediaId: 'several', to } });
    await assign([one!]);
    expect([(await read(admin, soon)).taken, (await read(admin, late)).taken]).toEqual([1, 0]);
    expect(await assign([one!, two!])).toMatchObject({ given: 1, had: 1 });
    expect((await read(admin, late)).taken).toBe(1);
    await expect(assign([three!])).rejects.toMatchObject({ code: 'no_seats_left' });
    await expect(admin.call(licenceSeats.assign, { body: { mediaId: 'nowhere', to: [one!] } })).rejects.toMatchObject({
      code: 'licence_missing',
    });
  });
});

describe('return of seats', () => {
  test('allows only the number of returns in the licence', async () => {
    const licence = await enter({ seats: 2, returns_left: 1 });
    const holders = await Promise.all([1, 2].map(() => portal.as(pupil())));
    const to = await Promise.all(holders.map(person));
    await give(admin, licence, to);
    for (const { id } of to) await markSeatsUsed(portal.portal.db, id, licence.medium.identifier, new Date());
    expect(await read(admin, licence)).toMatchObject({ taken: 2, in_use: 2, remaining: 0, returns: 1 });
    const back = (from: SeatTarget[]) => admin.call(licenceSeats.takeBack, { params: { id: licence.id }, body: { from } });
    await expect(back(to)).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
    expect(await back(to.slice(0, 1))).toEqual({ returned: 1, kept: 0 });
    expect(await read(admin, licence)).toMatchObject({ taken: 1, in_use: 1, remaining: 1, returns: 0, returns_left: 0 });
    await expect(back(to.slice(1))).rejects.toMatchObject({ code: 'state_conflict' });
    await expect(back(to.slice(0, 1)), 'nobody there any more').rejects.toMatchObject({ status: 404 });
  });

  test('excludes used seats if the portal does not allow their return', async () => {
    const strict = await testPortal();
    try {
      await strict.store(medium('strict'));
      const by = await strict.as(schoolAdmin());
      const learner = await strict.as(pupil());
      const licence = await by.call(licences.create, { body: { mediaId: 'strict', scope: 'single', valid_to: day(5) } });
      const back = async () => by.call(licenceSeats.takeBack, { params: { id: licence.id }, body: { from: [await person(learner)] } });
      await by.call(licenceSeats.assignSeats, { params: { id: licence.id }, body: { to: [await person(learner)] } });
      expect(await back()).toEqual({ returned: 1, kept: 0 });
      await by.call(licenceSeats.assignSeats, { params: { id: licence.id }, body: { to: [await person(learner)] } });
      await markSeatsUsed(strict.portal.db, await idOf(learner), 'strict', new Date());
      await expect(back()).rejects.toMatchObject({ code: 'state_conflict' });
    } finally {
      await strict.close();
    }
  });

  test('treats a seat as used after playing or downloading', async () => {
    const licence = await enter({ seats: 2 });
    const [player, saver] = await Promise.all([1, 2].map(() => portal.as(pupil())));
    await portal.portal.storage.write('use/film.mp4', Readable.from([Buffer.from('film')]));
    const file = { role: 'main', mime: 'video/mp4', path: 'use/film.mp4', bytes: 4 } as const;
    await portal.store(medium(licence.medium.identifier, { files: [file] }));
    await give(admin, licence, await Promise.all([player!, saver!].map(person)));
    await player!.call(library.savePosition, { params: { mediaId: licence.medium.identifier }, body: { position: 10 } });
    expect(await read(admin, licence)).toMatchObject({ taken: 2, in_use: 1 });
    const detail = await saver!.call(catalogue.detail, { params: { identifier: licence.medium.identifier } });
    expect((await saver!.inject({ url: detail.files[0]!.download_href! })).body).toBe('film');
    expect(await read(admin, licence)).toMatchObject({ in_use: 2 });
    const { items } = await admin.call(licenceSeats.seats, { params: { id: licence.id }, query: {} });
    expect(items.map(({ state }) => state)).toEqual(['in_use', 'in_use']);
  });

  test('frees the seat of a deleted user', async () => {
    const licence = await enter({ seats: 1 });
    const gone = await portal.as(pupil());
    await give(admin, licence, [await person(gone)]);
    await portal.portal.db
      .deleteFrom('person')
      .where('id', '=', await idOf(gone))
      .execute();
    await portal.follower.catchUp();
    expect(await read(admin, licence)).toMatchObject({ taken: 0, remaining: 1 });
    expect(await staff.call(catalogue.detail, { params: { identifier: licence.medium.identifier } })).toMatchObject({ remaining: 1 });
  });
});

describe('permissions', () => {
  test('let teachers take a seat themselves if the school allows it', async () => {
    const licence = await enter();
    const take = async (who: Caller) =>
      who.call(licenceSeats.assign, { body: { mediaId: licence.medium.identifier, to: [await person(who)] } });
    const own = (who: Caller) => who.call(licences.ofMedium, { params: { mediaId: licence.medium.identifier }, query: {} });
    expect((await own(staff)).items).toMatchObject([{ seat: null, remaining: 3, can: { take: true, giveBack: false, manage: false } }]);
    await take(staff);
    const [mine] = (await own(staff)).items;
    expect(mine).toMatchObject({ seat: { state: 'assigned' }, can: { take: false, giveBack: true } });
    expect(await staff.call(licenceSeats.takeBack, { params: { id: licence.id }, body: { seats: [mine!.seat!.id] } })).toEqual({
      returned: 1,
      kept: 0,
    });

    await expect(take(await portal.as(pupil()))).rejects.toMatchObject({ status: 403, code: 'licence_missing' });
    const others = { body: { mediaId: licence.medium.identifier, to: [await person(admin)] } };
    await expect(staff.call(licenceSeats.assign, others)).rejects.toMatchObject({ status: 403 });
    await admin.call(licences.settings, { body: { teachers_take: false } });
    await expect(take(staff)).rejects.toMatchObject({ status: 403 });
    expect((await own(staff)).items[0]?.can.take).toBe(false);
    await admin.call(licences.settings, { body: { teachers_take: true } });
  });

  test('match the table of statuses for each role and call', async () => {
    const school = await enter();
    const ofDistrict = await enter({ scope: 'volume', seats: 9 }, district);
    await give(admin, school, [await person(staff)]);
    const people: Record<string, Caller> = {
      guest: portal.guest(),
      pupil: await portal.as(pupil()),
      teacher: staff,
      admin,
      otherAdmin: await portal.as(schoolAdmin({ school_id: 'school-b' })),
      editor: await portal.as(teacher({ capabilities: ['cap_licences'] })),
      district,
      districtEditor: await portal.as({ capabilities: ['cap_licences'], district_id: 'district-a' }),
      otherDistrict: await portal.as(districtAdmin({ district_id: 'district-b' })),
    };
    const learner = await portal.as(pupil());
    const to = [await person(learner)];
    const status = async (call: Promise<unknown>): Promise<number> =>
      call.then(() => 200).catch((error: { status: number }) => error.status);
    const ask = async (call: (who: Caller) => Promise<unknown>) => {
      const row: Record<string, number> = {};
      for (const [name, who] of Object.entries(people)) row[name] = await status(call(who));
      return Object.values(row).join(' ');
    };
    const id = (licence: Licence) => ({ params: { id: licence.id } });
    const matrix = (licence: Licence) => ({
      list: (who: Caller) => who.call(licences.list, { query: {} }),
      read: (who: Caller) => who.call(licences.read, id(licence)),
      seats: (who: Caller) => who.call(licenceSeats.seats, { ...id(licence), query: {} }),
      candidates: (who: Caller) => who.call(licenceSeats.candidates, { ...id(licence), query: {} }),
      codes: (who: Caller) => who.call(licenceSeats.codes, id(licence)),
      give: (who: Caller) => who.call(licenceSeats.assignSeats, { ...id(licence), body: { to } }),
      // Repeated requests find the seat already missing.
      takeBack: (who: Caller) =>
        who.call(licenceSeats.takeBack, { ...id(licence), body: { seats: ['01890000-0000-7000-8000-00000000dead'] } }),
      change: (who: Caller) => who.call(licences.change, { ...id(licence), body: { version: 99, licensor: 'x' } }),
    });
    const table = async (licence: Licence) => {
      const rows: Record<string, string> = {};
      for (const [name, call] of Object.entries(matrix(licence))) rows[name] = await ask(call);
      return rows;
    };
    // guest learner teacher admin otherAdmin editor district districtEditor otherDistrict
    expect(await table(school)).toEqual({
      list: '401 403 403 200 200 200 200 200 200',
      read: '401 404 404 200 404 200 200 200 404',
      seats: '401 404 404 200 404 200 200 200 404',
      candidates: '401 404 404 200 404 200 403 200 404',
      codes: '401 404 404 200 404 200 403 200 404',
      give: '401 404 404 200 404 200 403 200 404',
      takeBack: '401 404 404 404 404 404 404 404 404',
      change: '401 404 404 409 404 409 409 409 404',
    });
    expect(await table(ofDistrict)).toEqual({
      list: '401 403 403 200 200 200 200 200 200',
      read: '401 404 404 404 404 404 200 200 404',
      seats: '401 404 404 404 404 404 200 200 404',
      candidates: '401 404 404 404 404 404 200 200 404',
      codes: '401 404 404 404 404 404 200 200 404',
      give: '401 404 404 404 404 404 200 200 404',
      takeBack: '401 404 404 404 404 404 404 404 404',
      change: '401 404 404 404 404 404 409 409 404',
    });
  });

  test('hide names of seat holders from the district', async () => {
    const licence = await enter();
    await give(admin, licence, [await person(staff)]);
    const seats = (who: Caller) => who.call(licenceSeats.seats, { params: { id: licence.id }, query: {} });
    expect((await seats(admin)).items).toMatchObject([{ to: { name: 'Lea Lehr' } }]);
    expect(await seats(district)).toMatchObject({ total: 0, items: [], sums: [{ school: 'Schule a', taken: 1, in_use: 0 }] });
    const events = async (who: Caller) => (await read(who, licence)).events.map(({ what, by }) => [what, by]);
    expect(await events(admin)).toEqual([['given', 'Ada Min']]);
    expect(await events(district)).toEqual([['given', null]]);
  });

  test('let schools create licences only for themselves', async () => {
    await portal.store(medium('new'), medium('free', { licences: [] }));
    const create = (who: Caller, more: Partial<NewLicence> = {}) =>
      who.call(licences.create, { body: { mediaId: 'new', scope: 'volume', seats: 2, valid_to: day(9), ...more } });
    await expect(create(staff)).rejects.toMatchObject({ status: 403 });
    await expect(create(admin, { scope: 'district' })).rejects.toMatchObject({ status: 403, field: 'scope' });
    await expect(create(admin, { school_id: 'school-b' })).rejects.toMatchObject({ status: 403, code: 'wrong_school' });
    await expect(create(district, { school_id: 'school-c' })).rejects.toMatchObject({ code: 'wrong_school' });
    expect((await create(district, { school_id: 'school-b' })).owner).toEqual({ kind: 'school', id: 'school-b', name: 'Schule b' });
    await expect(create(admin, { mediaId: 'free' })).rejects.toMatchObject({ code: 'state_conflict', field: 'mediaId' });
    await expect(create(admin, { mediaId: 'nowhere' })).rejects.toMatchObject({ status: 404 });
    await expect(create(admin, { seats: 0 })).rejects.toMatchObject({ status: 400, field: 'seats' });
    await expect(create(admin, { seats: 0, runtime: 'until_date', valid_to: null })).rejects.toMatchObject({
      problems: ['seats required', 'valid_to required'],
    });
    await expect(create(admin, { valid_to: null })).rejects.toMatchObject({ field: 'valid_to' });
    await expect(create(admin, { valid_from: day(20) })).rejects.toMatchObject({ field: 'valid_to' });
    await create(admin, { licensor: 'Verlag', purchase_ref: 'R-1' });
    await expect(create(admin, { licensor: 'Verlag', purchase_ref: 'R-1' })).rejects.toMatchObject({ code: 'already_exists' });
    expect(await create(admin, { scope: 'single', seats: 0 })).toMatchObject({ seats: 1, remaining: 1, state: 'expiring' });
  });
});

describe('changes of a licence', () => {
  test('reject fewer seats than are assigned', async () => {
    const licence = await enter({ seats: 2 });
    const learner = await portal.as(pupil());
    await give(admin, licence, [await person(learner), await person(staff)]);
    const change = (body: object) =>
      admin.call(licences.change, { params: { id: licence.id }, body: { version: licence.version, ...body } });
    await expect(change({ seats: 1 })).rejects.toMatchObject({ status: 400, field: 'seats' });
    const changed = await change({ seats: 5, valid_to: day(200) });
    expect(changed).toMatchObject({ seats: 5, valid_to: day(200), version: licence.version + 1 });
    await expect(change({ seats: 9 })).rejects.toMatchObject({ status: 409, code: 'version_conflict' });
  });

  test('hide the medium if the licence is hidden', async () => {
    const licence = await enter({ seats: 2 });
    const learner = await portal.as(pupil());
    await give(admin, licence, [await person(learner)]);
    const hide = (hidden: boolean, version: number) =>
      admin.call(licences.change, { params: { id: licence.id }, body: { version, hidden } });
    await hide(true, licence.version);
    expect([await finds(learner, licence), await finds(admin, licence)]).toEqual([false, false]);
    await hide(false, licence.version + 1);
    expect(await finds(learner, licence)).toBe(true);
  });

  test('withdraw the licence together with its seats', async () => {
    const licence = await enter({ seats: 2 });
    const learner = await portal.as(pupil());
    await give(admin, licence, [await person(learner)]);
    await expect(admin.call(licences.withdraw, { params: { id: licence.id } }), 'licence editors only').rejects.toMatchObject({
      status: 403,
    });
    expect(await district.call(licences.withdraw, { params: { id: licence.id } })).toMatchObject({ state: 'withdrawn', taken: 0 });
    expect(await finds(learner, licence)).toBe(false);
  });

  test('keep assigned seats when the licence record is updated', async () => {
    const record = (seats: number, more = {}) =>
      medium('record', { licences: [{ scope: 'school', target: 'school-a', seats, assign: true, valid_to: day(30), ...more }] });
    await portal.store(record(2));
    const of = async () => (await admin.call(licences.list, { query: { q: 'Gletscher record' } })).items;
    const [licence] = await of();
    expect(licence).toMatchObject({ scope: 'volume', seats: 2, origin: 'record', can: { edit: false, hide: true, assign: true } });
    const holders = await Promise.all([1, 2].map(() => portal.as(pupil())));
    await give(admin, licence!, await Promise.all(holders.map(person)));
    await expect(admin.call(licences.change, { params: { id: licence!.id }, body: { version: 1, seats: 9 } })).rejects.toMatchObject({
      status: 403,
    });

    await portal.store(record(1, { valid_to: day(60) }));
    expect(await of()).toMatchObject([{ id: licence!.id, seats: 2, taken: 2, valid_to: day(60) }]);
    await portal.store(medium('record'));
    expect(await of(), 'ended, as seats were given').toEqual([]);
    expect(await finds(holders[0]!, licence!)).toBe(false);
    await portal.store(record(4));
    expect(await of()).toMatchObject([{ id: licence!.id, seats: 4, taken: 2, valid_to: day(30) }]);
  });
});

test('notifies a school’s licence managers of changes by the district', async () => {
  const licence = await enter({ seats: 5 });
  const { db } = portal.portal;
  const mails = async () =>
    (await db.selectFrom('job').select('job.payload').execute()).filter(({ payload }) =>
      JSON.stringify(payload).includes(licence.medium.fn_titel),
    ).length;
  const version = async () => (await read(admin, licence)).version;
  await admin.call(licences.change, { params: { id: licence.id }, body: { version: await version(), seats: 6 } });
  expect(await mails()).toBe(0);
  await district.call(licences.change, { params: { id: licence.id }, body: { version: await version(), valid_to: day(20) } });
  expect(await mails()).toBeGreaterThan(0);
  const [line] = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('what', '=', 'licence.changed')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(line).toMatchObject({ school_id: 'school-a' });
  const before = await mails();
  await district.call(licences.withdraw, { params: { id: licence.id } });
  expect(await mails()).toBeGreaterThan(before);
});

describe('seat codes', () => {
  test('reserve no more seats than are free', async () => {
    const licence = await enter({ seats: 3 });
    const make = (quantity: number) => admin.call(licenceSeats.makeCode, { params: { id: licence.id }, body: { quantity } });
    const code = await make(2);
    await expect(make(2)).rejects.toMatchObject({ status: 400, field: 'quantity' });
    const [a, b, c] = await Promise.all([1, 2, 3].map(() => portal.as(pupil())));
    await expect(give(admin, licence, [await person(a!), await person(b!)])).rejects.toMatchObject({ code: 'no_seats_left' });
    expect(await give(admin, licence, [await person(a!)])).toMatchObject({ given: 1 });
    for (const who of [b!, c!]) await who.call(licences.redeem, { body: { code: code.code } });
    expect((await read(admin, licence)).taken).toBe(3);
    await expect(make(1)).rejects.toMatchObject({ field: 'quantity' });
  });

  test('assign one seat per person', async () => {
    const licence = await enter({ seats: 5, runtime: 'days', runtime_days: 10, valid_to: null });
    expect(licence.valid_to).toBeNull();
    const code = await admin.call(licenceSeats.makeCode, { params: { id: licence.id }, body: { quantity: 2 } });
    expect(code.code).toMatch(/^([A-Z0-9]{4}-){3}[A-Z0-9]{4}$/);
    const learners = await Promise.all([1, 2, 3].map(() => portal.as(pupil())));
    const redeem = (who: Caller, given = code.code) => who.call(licences.redeem, { body: { code: given } });
    expect(await redeem(learners[0]!, code.code.toLowerCase().replaceAll('-', ' '))).toMatchObject({
      medium: { identifier: licence.medium.identifier },
      valid_to: day(9),
    });
    expect(await finds(learners[0]!, licence)).toBe(true);
    await redeem(learners[0]!);
    await redeem(learners[1]!);
    await expect(redeem(learners[2]!)).rejects.toMatchObject({ status: 409, code: 'no_seats_left' });
    expect((await admin.call(licenceSeats.codes, { params: { id: licence.id } })).items).toMatchObject([{ quantity: 2, redeemed: 2 }]);
    const [own] = (await learners[0]!.call(licences.ofMedium, { params: { mediaId: licence.medium.identifier }, query: { code: code.id } }))
      .items;
    expect(own).toMatchObject({ id: licence.id, seat: { code_id: code.id }, valid_to: day(9) });
    await expect(redeem(await portal.as(pupil({ school_id: 'school-b' })))).rejects.toMatchObject({ status: 403, code: 'wrong_school' });

    const short = await admin.call(licenceSeats.makeCode, {
      params: { id: licence.id },
      body: { quantity: 1, code: 'Verlag-2026-X', redeem_until: day(2) },
    });
    expect(short.code).toBe('VERLAG2026X');
    await expect(
      admin.call(licenceSeats.makeCode, { params: { id: licence.id }, body: { quantity: 1, code: 'verlag 2026 x' } }),
    ).rejects.toMatchObject({ code: 'already_exists' });
    portal.setNow(new Date(Date.now() + 3 * DAY));
    await expect(redeem(await portal.as(pupil()), 'VERLAG2026X')).rejects.toMatchObject({ status: 410, code: 'expired' });
    portal.setNow(null);
  });

  test('reject further guesses after ten wrong codes', async () => {
    const learner = await portal.as(pupil());
    const redeem = () => learner.call(licences.redeem, { body: { code: 'ABCD-EFGH-JKLM-NPQR' } });
    for (let i = 0; i < 10; i++) await expect(redeem()).rejects.toMatchObject({ status: 404 });
    await expect(redeem()).rejects.toMatchObject({
      status: 429,
      code: 'too_many_attempts',
      details: { retry_after: expect.any(Number) as number },
    });
  });

  test('allow only ten of sixty concurrent guesses', async () => {
    const db = portal.portal.db;
    const learner = await portal.as(pupil());
    await db.deleteFrom('attempt_limit').execute();
    const now = new Date();
    portal.setNow(now);
    const guesses = Array.from({ length: 60 }, (_, i) => learner.call(licences.redeem, { body: { code: `ABCD-EFGH-JKLM-${1000 + i}` } }));
    const answers = await Promise.allSettled(guesses);
    const statuses = answers.map((answer) => (answer.status === 'rejected' ? (answer.reason as { status: number }).status : 200));
    expect([404, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([10, 50]);
    const kept = async (): Promise<number> => (await db.selectFrom('attempt_limit').select('key').execute()).length;
    await removeOldLimits(db, new Date(now.getTime() + 59 * 60_000));
    expect(await kept()).toBe(1);
    await removeOldLimits(db, new Date(now.getTime() + 60 * 60_000));
    expect(await kept()).toBe(0);
    portal.setNow(null);
  });
});

describe('lists of licences', () => {
  test('filter licences that end soon, have free seats or are unused', async () => {
    const own = await portal.as(schoolAdmin({ school_id: 'school-c' }));
    const of = async (more: Partial<NewLicence>) => enter({ seats: 2, ...more }, own);
    const soon = await of({ valid_to: day(20) });
    const full = await of({ seats: 1 });
    const later = await of({ valid_from: day(5) });
    await give(own, full, [await person(own)]);
    const show = async (filter: 'current' | 'expiring' | 'free_seats' | 'upcoming' | 'ended' | 'unused') =>
      (await own.call(licences.list, { query: { show: filter } })).items.map((item) => item.id);
    expect(await show('expiring')).toEqual([soon.id]);
    expect(await show('free_seats')).toEqual([soon.id]);
    expect(await show('upcoming')).toEqual([later.id]);
    expect(await show('ended')).toEqual([]);
    expect((await own.call(licences.list, { query: {} })).sums).toEqual({
      current: 2,
      expiring: 1,
      unused: 0,
      seats: 3,
      taken: 1,
      in_use: 0,
    });
    portal.setNow(new Date(Date.now() + 96 * DAY));
    const then = await portal.as(schoolAdmin({ school_id: 'school-c' }));
    expect((await then.call(licences.list, { query: { show: 'unused' } })).items.map((item) => item.id).sort()).toEqual(
      [full.id, later.id].sort(),
    );
    expect((await then.call(licences.list, { query: { show: 'ended' } })).items.map((item) => item.id)).toEqual([soon.id]);
    portal.setNow(null);
  });

  test('contain only their own licences for learners', async () => {
    const licence = await enter();
    const learner = await portal.as(pupil());
    const shelf = async (who: Caller) =>
      (await who.call(library.licences, { query: { limit: 100 } })).items.filter((entry) => entry.id === licence.id);
    expect(await shelf(staff)).toHaveLength(1);
    expect(await shelf(learner)).toHaveLength(0);
    await give(admin, licence, [await person(learner)]);
    expect(await shelf(learner)).toHaveLength(1);
  });
});
