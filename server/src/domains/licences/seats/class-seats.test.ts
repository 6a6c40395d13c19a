/** Seats of classes: assigned in one request, updated with the members of the class, and revoked (docs/behaviour/licences.md#seats-of-classes). */
import { classes } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { classMembers } from '@fundus/contract/classes/members';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { library } from '@fundus/contract/library/library';
import { licences, type Licence } from '@fundus/contract/licences/licences';
import { licenceSeats } from '@fundus/contract/licences/seats';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestCode, people, setClassState, statusOf } from '../../../testing/classes.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { updateSeatsOfClasses } from './settle-seats.ts';

const portal = usePortal({ AllowReturns: false });
let admin: Caller;
let ada: Caller;
let made = 0;
const PUPILS = ['anna', 'ben', 'cem'] as const;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ email: 'admin@a.example' }));
  ada = await portal.as(teacher({ email: 'ada@a.example' }));
  for (const name of PUPILS) await portal.as(pupil({ email: `${name}@a.example`, vorname: name }));
});

const idsOf = (...names: string[]) => people(portal, ...names.map((name) => `${name}@a.example`));
const members = (id: string) => ada.call(classMembers.members, { params: { id }, query: {} });
const add = async (id: string, ...names: string[]) =>
  ada.call(classMembers.addMembers, { params: { id }, body: { role: 'student', people: await idsOf(...names) } });
const takeOut = async (id: string, name: string) => {
  const [person] = await idsOf(name);
  const member = (await members(id)).items.find((each) => each.person_id === person)!;
  return ada.call(classMembers.removeMember, { params: { id, memberId: member.id } });
};
/** Creates a medium with seats for the school, and a class of two people and a code with which the medium is shared. */
async function classWith(seats: number, { share = true }: { share?: boolean } = {}) {
  made += 1;
  const identifier = `m-${made}`;
  await portal.store({
    identifier,
    fn_titel: `Film ${made}`,
    fn_typ: '49',
    url: 'https://medien.example/1',
    licences: [{ scope: 'none' }],
  });
  const licence = await admin.call(licences.create, { body: { mediaId: identifier, scope: 'volume', seats, valid_to: '2099-01-01' } });
  const { id } = await ada.call(classes.create, { body: { name: `Klasse ${made}` } });
  await add(id, 'anna', 'ben');
  const code = await createTestCode(portal, { classes: [id], label: `k${made}-01` });
  if (share) await ada.call(classMedia.share, { body: { classes: [id], media: [identifier] } });
  return { identifier, licence, id, code };
}
const entryOf = async (id: string, by = ada) => (await by.call(classMedia.media, { params: { id } })).items[0]!;
const seats = async (id: string, entryId: string, by = ada) => by.call(classMedia.assignSeats, { params: { id, entryId }, body: {} });
const back = (id: string, entryId: string, by = ada) => by.call(classMedia.takeSeatsBack, { params: { id, entryId } });
const taken = async ({ id }: Licence) => (await admin.call(licences.read, { params: { id } })).taken;
const sees = async (who: Caller, id: string) => (await who.call(classMedia.media, { params: { id } })).items.length;
const asPupil = (name: string) => portal.signIn(`${name}@a.example`);

test('lets teachers assign seats of a licence that covers only learners', async () => {
  const { id, identifier, licence, code } = await classWith(5, { share: false });
  const { version } = await admin.call(licences.read, { params: { id: licence.id } });
  await admin.call(licences.change, { params: { id: licence.id }, body: { version, audience: 'student' } });
  const give = async (to: object) =>
    statusOf(admin.call(licenceSeats.assignSeats, { params: { id: licence.id }, body: { to: [to] as never, partial: false } }));
  const [adaId, anna] = await idsOf('ada', 'anna');
  expect([await give({ kind: 'person', id: adaId }), await give({ kind: 'person', id: anna })]).toEqual([422, 200]);
  const found = async (q: string) => (await admin.call(licenceSeats.candidates, { params: { id: licence.id }, query: { q } })).items.length;
  expect([await found('ada@'), await found('anna@')]).toEqual([0, 1]);
  const { items } = await ada.call(licences.ofMedium, { params: { mediaId: identifier }, query: {} });
  expect(items).toMatchObject([{ id: licence.id, can: { take: false } }]);
  expect(await ada.call(classMedia.share, { body: { classes: [id], media: [identifier], seats: true } })).toMatchObject({ seated: 2 });
  for (const who of [await asPupil('ben'), code.caller]) expect(await sees(who, id)).toBe(1);
});

describe('a teacher', () => {
  test('assigns the needed seats when sharing a medium with a class', async () => {
    const { id, identifier, licence, code } = await classWith(5, { share: false });
    const query = { classes: id, media: identifier };
    expect((await ada.call(classMedia.needs, { query })).items).toEqual([
      { identifier, title: `Film ${made}`, needed: 3, free: 5, may: true },
    ]);
    const done = await ada.call(classMedia.share, { body: { classes: [id], media: [identifier], seats: true } });
    expect(done).toMatchObject({ seated: 3, without_seat: 0, unlicensed: [] });
    expect(await taken(licence)).toBe(3);
    for (const who of [await asPupil('anna'), await asPupil('ben'), code.caller]) expect(await sees(who, id)).toBe(1);
    expect(await entryOf(id)).toMatchObject({ state: 'shown', seats: { given: true, learners: 3, seated: 3, free: 2 } });
    expect((await ada.call(classMedia.needs, { query })).items[0]).toMatchObject({ needed: 0 });
  });

  test('assigns seats to a class that has none', async () => {
    const { id, licence } = await classWith(5);
    const entry = await entryOf(id);
    expect(entry).toMatchObject({ state: 'no_seats', seats: { given: false, learners: 3, seated: 0, free: 5, may: true } });
    expect(await sees(await asPupil('anna'), id)).toBe(0);
    expect(await seats(id, entry.id)).toMatchObject({ state: 'shown', seats: { given: true, seated: 3, free: 2 } });
    expect(await back(id, entry.id)).toEqual({ returned: 3, kept: 0 });
    expect(await taken(licence)).toBe(0);
    expect(await sees(await asPupil('anna'), id)).toBe(0);
    expect((await entryOf(id)).state).toBe('no_seats');
  });

  test('cannot assign seats if the school forbids it', async () => {
    const { id } = await classWith(5);
    await admin.call(licences.settings, { body: { teachers_assign: false } });
    const entry = await entryOf(id);
    expect(entry.seats).toMatchObject({ may: false });
    expect(await statusOf(seats(id, entry.id))).toBe(403);
    expect(await seats(id, entry.id, admin)).toMatchObject({ state: 'shown' });
    expect(await statusOf(back(id, entry.id))).toBe(403);
    const settings = await admin.call(licences.settings, { body: { teachers_assign: true } });
    expect(settings).toEqual({ teachers_take: true, teachers_assign: true });
  });

  test('cannot assign seats to classes of other teachers', async () => {
    const { id, identifier } = await classWith(5);
    const other = await portal.as(teacher({ email: `other${made}@a.example` }));
    const entry = await entryOf(id);
    expect(await statusOf(seats(id, entry.id, other))).toBe(404);
    expect(await statusOf(other.call(classMedia.needs, { query: { classes: id, media: identifier } }))).toBe(404);
    await portal.store({ identifier: 'closed', fn_titel: 'Zu', fn_typ: '49', licences: [{ scope: 'none' }] });
    const done = await ada.call(classMedia.share, { body: { classes: [id], media: ['closed'], seats: true } });
    expect(done).toMatchObject({ seated: 0, unlicensed: [{ identifier: 'closed' }] });
    const items = (await ada.call(classMedia.media, { params: { id } })).items;
    expect(items.find((each) => each.identifier === 'closed')).toMatchObject({ state: 'no_licence', seats: null });
  });
});

describe('seats of a class', () => {
  test('are assigned in part only on request', async () => {
    const { id, licence } = await classWith(2);
    const entry = await entryOf(id);
    await expect(seats(id, entry.id)).rejects.toMatchObject({ status: 409, code: 'no_seats_left' });
    expect(await taken(licence)).toBe(0);
    await ada.call(classMedia.assignSeats, { params: { id, entryId: entry.id }, body: { partial: true } });
    expect(await entryOf(id)).toMatchObject({ seats: { seated: 2, learners: 3, free: 0 } });
    await takeOut(id, 'anna');
    expect(await taken(licence)).toBe(2);
    expect(await entryOf(id)).toMatchObject({ seats: { seated: 2, learners: 2 } });
  });

  test('are updated when learners join or leave the class', async () => {
    const { id, licence } = await classWith(10);
    await seats(id, (await entryOf(id)).id);
    await ada.call(learnerCodes.makeCodes, { params: { id }, body: { count: 2 } });
    expect(await taken(licence)).toBe(5);
    await add(id, 'cem');
    expect(await taken(licence)).toBe(6);
    expect(await sees(await asPupil('cem'), id)).toBe(1);
    const code = (await members(id)).items.find((each) => each.kind === 'code')!;
    await ada.call(classMembers.removeMember, { params: { id, memberId: code.id } });
    expect(await taken(licence)).toBe(5);
    await setClassState(portal, ada, id, 'deleted', `Klasse ${made}`);
    expect(await taken(licence)).toBe(0);
    await setClassState(portal, ada, id, 'active');
    expect(await taken(licence)).toBe(5);
  });

  test('remain with a former learner if the portal does not allow the return of used seats', async () => {
    const { id, licence, identifier, code } = await classWith(10);
    await seats(id, (await entryOf(id)).id);
    await (await asPupil('anna')).call(library.savePosition, { params: { mediaId: identifier }, body: { position: 1 } });
    await code.caller.call(library.savePosition, { params: { mediaId: identifier }, body: { position: 1 } });
    expect((await admin.call(licences.read, { params: { id: licence.id } })).in_use).toBe(2);
    await takeOut(id, 'anna');
    await takeOut(id, 'ben');
    expect(await taken(licence)).toBe(2);
    expect(await back(id, (await entryOf(id)).id)).toEqual({ returned: 0, kept: 1 });
  });

  test('remain with a learner who is in another class with seats', async () => {
    const { id, licence, identifier } = await classWith(10);
    const second = await ada.call(classes.create, { body: { name: `Kurs ${made}` } });
    await add(second.id, 'anna');
    await ada.call(classMedia.share, { body: { classes: [second.id], media: [identifier], seats: true } });
    await seats(id, (await entryOf(id)).id);
    expect(await taken(licence)).toBe(3);
    await takeOut(second.id, 'anna');
    expect(await taken(licence)).toBe(3);
    expect(await sees(await asPupil('anna'), id)).toBe(1);
  });

  test('are freed by the hourly job for people who left the school', async () => {
    const { id, licence } = await classWith(10);
    await seats(id, (await entryOf(id)).id);
    const { db } = portal.portal;
    await db.updateTable('person').set({ school_id: 'school-b' }).where('email', '=', 'ben@a.example').execute();
    await updateSeatsOfClasses(portal.portal);
    await updateSeatsOfClasses(portal.portal);
    expect(await taken(licence)).toBe(2);
    await db.updateTable('person').set({ school_id: 'school-a' }).where('email', '=', 'ben@a.example').execute();
    await updateSeatsOfClasses(portal.portal);
    expect(await taken(licence)).toBe(3);
  });
});

describe('licence page', () => {
  const give = (licence: Licence, to: object[], by = admin) =>
    by.call(licenceSeats.assignSeats, { params: { id: licence.id }, body: { to: to as never, partial: false } });
  const holders = async (licence: Licence, by = admin) =>
    (await by.call(licenceSeats.seats, { params: { id: licence.id }, query: {} })).items.map(
      ({ to, taken: n }) => `${to.kind} ${to.name} ${n}`,
    );
  const candidates = async (licence: Licence, q: string, by = admin) =>
    (await by.call(licenceSeats.candidates, { params: { id: licence.id }, query: { q } })).items;

  test('assigns seats to classes, groups and codes', async () => {
    const { id, licence, code } = await classWith(10, { share: false });
    const [first] = (await members(id)).items;
    const group = await ada.call(classMembers.addGroup, { params: { id }, body: { name: 'Probe', members: [first!.id] } });
    expect(await give(licence, [{ kind: 'group', id: group.id }])).toMatchObject({ given: 1 });
    expect(await holders(licence)).toEqual([`group Klasse ${made} · Probe 1`]);
    expect(await give(licence, [{ kind: 'code', id: code.codeId }])).toMatchObject({ given: 1, had: 0 });
    expect(await give(licence, [{ kind: 'class', id }])).toMatchObject({ given: 1, had: 2, remaining: 7 });
    expect(await holders(licence)).toEqual([`class Klasse ${made} 1`, `group Klasse ${made} · Probe 1`, `code k${made}-01 1`]);
    const from = [{ kind: 'class' as const, id }];
    const returned = await admin.call(licenceSeats.takeBack, { params: { id: licence.id }, body: { from } });
    expect(returned).toEqual({ returned: 1, kept: 0 });
    await ada.call(classMembers.removeGroup, { params: { id, groupId: group.id }, query: { version: group.version } });
    expect(await holders(licence)).toEqual([`code k${made}-01 1`]);
    await expect(give(licence, [{ kind: 'class', id: crypto.randomUUID() }])).rejects.toMatchObject({ status: 404 });
  });

  test('requires at least three letters to find people', async () => {
    const { licence } = await classWith(10);
    const kinds = async (q: string) => (await candidates(licence, q)).map(({ kind, name }) => `${kind} ${name}`);
    expect(await kinds(`Klasse ${made}`)).toContain(`class Klasse ${made}`);
    expect((await kinds('')).every((each) => each.startsWith('class') || each.startsWith('group'))).toBe(true);
    expect((await kinds('an')).filter((each) => each.startsWith('person'))).toEqual([]);
    expect((await kinds('ann')).filter((each) => each.startsWith('person'))).toHaveLength(1);
    expect(await kinds(`k${made}-01`)).toContain(`code k${made}-01`);
  });

  test('shows a district only the recipients of its own seats', async () => {
    const { identifier } = await classWith(1);
    const one = await portal.as(districtAdmin({ email: `one${made}@k.example` }));
    const other = await portal.as(districtAdmin({ email: `other${made}@k.example` }));
    const body = { mediaId: identifier, scope: 'volume' as const, seats: 5, valid_to: '2099-01-01' };
    const licence = await one.call(licences.create, { body });
    const [anna] = await idsOf('anna');
    for (const q of ['', 'an']) expect(await candidates(licence, q, one)).toEqual([]);
    await give(licence, [{ kind: 'person', id: anna! }], one);
    expect(await candidates(licence, 'anna', one)).toMatchObject([{ has: true }]);
    expect(await candidates(licence, 'anna', other)).toMatchObject([{ has: false }]);
    expect(await holders(licence, one)).toHaveLength(1);
    expect(await holders(licence, other)).toEqual([]);
    const takeBack = (by: Caller) =>
      by.call(licenceSeats.takeBack, { params: { id: licence.id }, body: { from: [{ kind: 'person', id: anna! }] } });
    expect(await statusOf(takeBack(other))).toBe(404);
    expect(await takeBack(one)).toEqual({ returned: 1, kept: 0 });
    await expect(give(licence, [{ kind: 'class', id: crypto.randomUUID() }], one)).rejects.toMatchObject({ status: 404 });
  });
});
