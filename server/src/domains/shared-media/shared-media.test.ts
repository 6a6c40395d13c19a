/** Tests of shared media through the HTTP API (docs/behaviour/shared-media.md). */
import { classes } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { classMembers } from '@fundus/contract/classes/members';
import { library } from '@fundus/contract/library/library';
import { sharedMedia, type ReceivedAction } from '@fundus/contract/shared-media/shared-media';
import { schools } from '@fundus/contract/schools/schools';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { createTestCode, people, personOf, setClassState, statusOf } from '../../testing/classes.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';
import { collectData } from '../../testing/collect-data.ts';
import { insertSchools } from '../accounts/index.ts';
import { sweepShared } from './sharing.ts';

let portal: TestPortal;
let ada: Caller;
let ben: Caller;
let cleo: Caller;
let staff: Caller;
let admin: Caller;
let cem: Caller;
let far: Caller;
const DAY = '2026-11-21';
const SEATS = newId();
const ALL = { stream: true, download: true, home_use: true, lms_embed: true, edit: false };

const db = () => portal.portal.db;
const on = (day: string) => portal.setNow(new Date(`${day}T09:00:00Z`));

beforeAll(async () => {
  // All media would be visible to every user if the catalogue were public.
  portal = await testPortal({ Katalog: false });
  on(DAY);
  const licensed = { fn_typ: '49', licences: [{ scope: 'none' as const }] };
  await portal.store(
    { identifier: 'm-free', fn_titel: 'Frei', fn_typ: '49' },
    { identifier: 'm-two', fn_titel: 'Auch frei', fn_typ: '49' },
    { identifier: 'm-app', fn_titel: 'Eine App', fn_typ: 'UC_APP' },
    { identifier: 'm-staff', fn_titel: 'Für Lehrkräfte', ...licensed },
    { identifier: 'm-own', fn_titel: 'Mit eigenem Platz', ...licensed },
    { identifier: 'm-far', fn_titel: 'Einer anderen Schule', ...licensed },
  );
  const row = (identifier: string, more: object) => ({
    id: newId(),
    identifier,
    seats: 0,
    origin: 'hand',
    rights: JSON.stringify(ALL),
    ...more,
  });
  await db()
    .insertInto('licence')
    .values([
      row('m-staff', { scope: 'district', district_id: 'district-a', audience: 'teacher' }),
      row('m-far', { scope: 'school', school_id: 'school-b' }),
      { ...row('m-own', { scope: 'volume', school_id: 'school-a' }), id: SEATS, seats: 1, taken: 1 },
    ] as never)
    .execute();
  ada = await portal.as(teacher({ vorname: 'Ada', name: 'Amsel', email: 'ada@a.example' }));
  ben = await portal.as(teacher({ vorname: 'Ben', name: 'Buche', email: 'ben@a.example' }));
  cleo = await portal.as(teacher({ vorname: 'Cleo', name: 'Curth', email: 'cleo@a.example' }));
  staff = await portal.as(teacher({ vorname: 'Pia', name: 'Pohl', email: 'pia@a.example', role: 'P' }));
  admin = await portal.as(schoolAdmin({ vorname: 'Sam', name: 'Specht', email: 'sam@a.example' }));
  cem = await portal.as(pupil({ email: 'cem@a.example' }));
  far = await portal.as(teacher({ email: 'far@b.example', school_id: 'school-b' }));
  await db()
    .insertInto('licence_seat')
    .values({ id: newId(), licence_id: SEATS, person_id: await idOf('ada'), taken: 1, assigned_at: new Date() })
    .execute();
  // Keeps the sessions valid, because the tests move the clock by months.
  await db()
    .updateTable('session')
    .set({ last_seen_at: new Date('2099-01-01'), expires_at: new Date('2099-02-01') })
    .execute();
});
afterAll(() => portal.close());
beforeEach(async () => {
  on(DAY);
  await db().deleteFrom('shared_medium').execute();
});

const idOf = async (name: string): Promise<string> => (await people(portal, `${name}@${name === 'far' ? 'b' : 'a'}.example`))[0]!;
const give = async (media: string[], to: string[], terms: object = {}, who = ada) =>
  who.call(sharedMedia.share, { body: { media, people: await Promise.all(to.map(idOf)), ...terms } });
const giveSchool = (media: string[], terms: object = {}, who = ada) =>
  who.call(sharedMedia.share, { body: { media, school: true, ...terms } });
type Asked = Parameters<typeof lists>[1];
const lists = async (
  who: Caller,
  query: { show?: 'to_me' | 'by_me' | 'school'; archived?: 'true'; unread?: 'true'; limit?: number; offset?: number },
) => who.call(sharedMedia.list, { query });
const list = async (who: Caller, query: Asked = {}) => (await lists(who, query)).items;
const names = async (who: Caller, query: Asked = {}) => (await list(who, query)).map((item) => item.identifier);
const first = async (who: Caller, query: Asked = {}) => (await list(who, query))[0]!;
const mark = (who: Caller, id: string, to: ReceivedAction) => who.call(sharedMedia.mark, { params: { id }, body: { to } });
const revoke = (who: Caller, id: string) => who.call(sharedMedia.revoke, { params: { id } });
const change = (who: Caller, id: string, body: object) => who.call(sharedMedia.change, { params: { id }, body });
const set = (name: string, about: object) => db().updateTable('person').set(about).where('email', '=', `${name}@a.example`).execute();
const audits = async (what: string) => (await db().selectFrom('audit_log').select('id').where('what', '=', what).execute()).length;

describe('sharing with colleagues', () => {
  test('returns only shares that did not exist before', async () => {
    expect((await give(['m-free'], ['ben'])).given).toHaveLength(1);
    const { given } = await give(['m-free', 'm-app'], ['ben', 'cleo']);
    expect(given).toEqual([(await list(cleo)).find((item) => item.identifier === 'm-app')!.id]);
    expect((await giveSchool(['m-free'])).given).toHaveLength(1);
    expect((await giveSchool(['m-free'])).given).toEqual([]);
  });

  test('tells the sender which recipients opened a share', async () => {
    expect(await give(['m-free', 'm-app'], ['ben', 'cleo'], { message: ' Für die 8b ' })).toMatchObject({ shared: 4, unlicensed: [] });
    const got = await lists(ben, {});
    expect(got).toMatchObject({ total: 2, unread: 2, lists: ['to_me', 'by_me', 'classes', 'school'], can: { share: true } });
    const film = got.items.find((item) => item.identifier === 'm-free')!;
    expect(film).toMatchObject({
      kind: 'media',
      title: 'Frei',
      message: 'Für die 8b',
      visible_from: null,
      visible_until: '2027-07-31',
      from: 'Ada Amsel',
      to: 'people',
      receivers: [],
      state: 'active',
      received: 'unread',
      can: { change: false, revoke: false, archive: true, forward: true },
    });
    expect(film.item?.fn_titel).toBe('Frei');
    expect(got.items.find((item) => item.identifier === 'm-app')).toMatchObject({ kind: 'app' });
    await mark(ben, film.id, 'read');
    expect(await lists(ben, {})).toMatchObject({ unread: 1, total: 2 });
    expect(await names(ben, { unread: 'true' })).toEqual(['m-app']);
    const given = (await list(ada, { show: 'by_me' })).find((item) => item.identifier === 'm-free')!;
    expect(given.receivers.map(({ name, opened }) => [name, opened])).toEqual([
      ['Ben Buche', true],
      ['Cleo Curth', false],
    ]);
    expect(given).toMatchObject({ from: '', received: null, can: { change: true, revoke: true, archive: false, forward: true } });
    await mark(ben, film.id, 'archived');
    expect(await names(ben)).toEqual(['m-app']);
    expect(await first(ben, { archived: 'true' })).toMatchObject({ identifier: 'm-free', received: 'archived' });
    await mark(ben, film.id, 'unarchived');
    expect(await names(ben, { archived: 'true' })).toEqual([]);
    expect((await list(ben)).find(({ id }) => id === film.id)).toMatchObject({ received: 'read' });
    expect(await list(cleo)).toHaveLength(2);
  });

  test('does not count archived shares as unread or opened', async () => {
    await give(['m-free'], ['ben']);
    await mark(ben, (await first(ben)).id, 'archived');
    expect((await lists(ben, {})).unread).toBe(0);
    expect((await first(ada, { show: 'by_me' })).receivers).toMatchObject([{ opened: false }]);
    await mark(ben, (await first(ben, { archived: 'true' })).id, 'unarchived');
    expect(await first(ben)).toMatchObject({ received: 'unread' });
  });

  test('sorts shares by newest first', async () => {
    await give(['m-free'], ['ben']);
    on('2026-11-22');
    await give(['m-two'], ['ben'], {}, cleo);
    expect(await names(ben)).toEqual(['m-two', 'm-free']);
    expect(await lists(ben, { limit: 1, offset: 1 })).toMatchObject({ total: 2, offset: 1, limit: 1, items: [{ identifier: 'm-free' }] });
  });

  test('requires active staff as recipients and media that are visible to them', async () => {
    await expect(give(['m-free'], ['ben', 'cem'])).rejects.toMatchObject({ status: 404, field: 'people' });
    await expect(give(['m-free'], ['far'])).rejects.toMatchObject({ status: 404, field: 'people' });
    await expect(give(['m-free'], ['ada'])).rejects.toMatchObject({ status: 404, field: 'people' });
    await expect(give(['m-free', 'm-far'], ['ben'])).rejects.toMatchObject({ status: 404, field: 'media' });
    await expect(give(['unbekannt'], ['ben'])).rejects.toMatchObject({ status: 404, field: 'media' });
    await expect(give(['m-free'], [])).rejects.toMatchObject({ status: 400, field: 'people' });
    await set('ben', { state: 'blocked' });
    await expect(give(['m-free'], ['ben'])).rejects.toMatchObject({ status: 404, field: 'people' });
    await set('ben', { state: 'active' });
    expect(await names(ada, { show: 'by_me' })).toEqual([]);
    expect(await give(['m-free'], ['pia', 'sam'])).toMatchObject({ shared: 2 });
    expect((await lists(staff, {})).lists).toEqual(['to_me', 'classes', 'school']);
  });

  test('is denied to users who may not add media to classes', async () => {
    const basic = await portal.as(schoolAdmin({ school_admin: '2' }));
    for (const who of [cem, staff, basic, await portal.as(districtAdmin())])
      expect(await statusOf(give(['m-free'], ['ben'], {}, who))).toBe(403);
    expect(await lists(basic, {})).toMatchObject({ lists: ['to_me', 'classes', 'school'], can: { share: false } });
  });

  test('indicates to recipients that they have no seat in the sender’s licence', async () => {
    expect(await give(['m-own'], ['ben'])).toMatchObject({ shared: 1, unlicensed: [] });
    expect((await first(ada, { show: 'by_me' })).item).toMatchObject({ active: true });
    expect((await first(ben)).item).toMatchObject({ fn_titel: 'Mit eigenem Platz', active: false, can: { play: false } });
    await expect(give(['m-own'], ['cleo'], {}, ben)).rejects.toMatchObject({ status: 404, field: 'media' });
  });
});

describe('sharing again', () => {
  test('marks an existing share as unread only if the message changes', async () => {
    await give(['m-free'], ['ben'], { message: 'Bis Freitag' });
    const { id } = await first(ben);
    await mark(ben, id, 'read');
    await give(['m-free'], ['ben'], { message: 'Bis Freitag', visible_until: '2026-12-01' });
    expect(await list(ben)).toMatchObject([{ id, received: 'read', visible_until: '2026-12-01' }]);
    await give(['m-free'], ['ben'], { message: 'Bis Montag' });
    expect(await list(ben)).toMatchObject([{ id, received: 'unread', message: 'Bis Montag', visible_until: '2027-07-31' }]);
    expect(await list(ada, { show: 'by_me' })).toHaveLength(1);
  });

  test('keeps the message of the other recipients', async () => {
    await give(['m-free'], ['ben', 'cleo'], { message: 'Für euch beide' });
    await mark(cleo, (await first(cleo)).id, 'read');
    await give(['m-free'], ['ben', 'pia'], { message: 'Nur für euch' });
    expect((await list(ben)).map(({ message }) => message)).toEqual(['Nur für euch']);
    expect(await list(cleo)).toMatchObject([{ message: 'Für euch beide', received: 'read' }]);
    expect((await list(ada, { show: 'by_me' })).map(({ receivers }) => receivers.map(({ name }) => name).join(', ')).sort()).toEqual([
      'Ben Buche, Pia Pohl',
      'Cleo Curth',
    ]);
    // The only recipient of the old row is moved to the new one, so one row remains.
    await give(['m-free'], ['ben', 'cleo', 'pia'], { message: 'Für alle' });
    expect(await list(ada, { show: 'by_me' })).toHaveLength(1);
  });

  test('restores a revoked share', async () => {
    await give(['m-free'], ['ben']);
    const { id } = await first(ben);
    await mark(ben, id, 'read');
    await revoke(ada, id);
    expect(await names(ben)).toEqual([]);
    await give(['m-free'], ['ben']);
    expect(await list(ben)).toMatchObject([{ id, received: 'read', state: 'active' }]);
    on('2027-08-02');
    expect(await names(ben)).toEqual([]);
    await give(['m-free'], ['ben']);
    expect(await list(ben)).toMatchObject([{ received: 'unread', visible_until: '2028-07-31' }]);
  });

  test('keeps concurrent shares of two senders separate', async () => {
    await Promise.all([give(['m-free'], ['cleo']), give(['m-free'], ['cleo']), give(['m-free'], ['cleo'], {}, ben)]);
    expect((await list(cleo)).map(({ from }) => from).sort()).toEqual(['Ada Amsel', 'Ben Buche']);
    await Promise.all([giveSchool(['m-free']), giveSchool(['m-free'])]);
    expect(await names(cleo, { show: 'school' })).toEqual(['m-free']);
  });
});

describe('period of a share', () => {
  test('hides the share before the first and after the last day', async () => {
    await give(['m-free'], ['ben'], { visible_from: '2026-11-23', visible_until: '2026-11-24' });
    expect(await first(ada, { show: 'by_me' })).toMatchObject({ state: 'waiting' });
    expect(await lists(ben, {})).toMatchObject({ total: 0, unread: 0 });
    // 23:30 UTC is the next day in Berlin.
    portal.setNow(new Date('2026-11-22T23:30:00Z'));
    const { id } = await first(ben);
    portal.setNow(new Date('2026-11-24T22:30:00Z'));
    expect(await names(ben)).toEqual(['m-free']);
    portal.setNow(new Date('2026-11-24T23:30:00Z'));
    expect(await names(ben)).toEqual([]);
    expect(await statusOf(mark(ben, id, 'read'))).toBe(404);
    expect(await names(ada, { show: 'by_me' })).toEqual([]);
    expect(await first(ada, { show: 'by_me', archived: 'true' })).toMatchObject({ state: 'ended', can: { change: true, revoke: false } });
    expect(await change(ada, id, { visible_until: '2026-11-30' })).toMatchObject({ state: 'active', visible_from: '2026-11-23' });
    expect(await names(ben)).toEqual(['m-free']);
  });

  test('is kept when only the message changes', async () => {
    await give(['m-free'], ['ben'], { message: 'Für dich', visible_from: '2026-11-22', visible_until: '2026-11-24' });
    const given = await first(ada, { show: 'by_me' });
    expect(await change(ada, given.id, { message: 'Für euch' })).toEqual({ ...given, message: 'Für euch' });
    expect(await change(ada, given.id, { visible_from: null })).toMatchObject({
      message: 'Für euch',
      visible_until: '2026-11-24',
      state: 'active',
    });
    portal.setNow(new Date('2026-11-25T10:00:00Z'));
    expect(await change(ada, given.id, { message: 'War schön' })).toMatchObject({ message: 'War schön', state: 'ended' });
    expect(await names(ben)).toEqual([]);
  });

  test('is rejected if it ends before its start or in the past', async () => {
    const days = (visible_from: string | null, visible_until: string) => give(['m-free'], ['ben'], { visible_from, visible_until });
    await expect(days('2026-12-02', '2026-12-01')).rejects.toMatchObject({ status: 400, field: 'visible_until' });
    await expect(days(null, '2026-11-20')).rejects.toMatchObject({ status: 400, field: 'visible_until' });
    await expect(days('2026-11-01', '2026-11-20')).rejects.toMatchObject({ status: 400, field: 'visible_until' });
    await days('2026-11-21', DAY);
    expect(await names(ben)).toEqual(['m-free']);
  });

  test('ends with the school year in which it begins by default', async () => {
    await give(['m-free'], ['ben'], { visible_from: '2027-09-01' });
    expect(await first(ada, { show: 'by_me' })).toMatchObject({ visible_until: '2028-07-31' });
  });
});

describe('sharing with the whole school', () => {
  test('hides the sender from learners', async () => {
    expect(await giveSchool(['m-free'], { message: 'Für alle' })).toMatchObject({ shared: 1, unlicensed: [] });
    expect(await first(ben, { show: 'school' })).toMatchObject({
      from: 'Ada Amsel',
      to: 'school',
      received: null,
      opened: 0,
      message: 'Für alle',
    });
    expect(await lists(cem, { show: 'school' })).toMatchObject({
      total: 1,
      lists: ['classes', 'school'],
      can: { share: false },
      items: [{ from: '', can: { change: false, revoke: false, archive: false, forward: false } }],
    });
    expect((await lists(ben, {})).unread).toBe(0);
    expect(await names(far, { show: 'school' })).toEqual([]);
    expect(await lists(await portal.as(districtAdmin()), { show: 'school' })).toMatchObject({ total: 0, lists: [] });
    const { caller } = await createTestCode(portal, {});
    expect(await statusOf(lists(caller, { show: 'school' }))).toBe(403);
  });

  test('lists each usable medium once for learners', async () => {
    expect(await giveSchool(['m-free', 'm-staff'])).toMatchObject({
      shared: 2,
      unlicensed: [{ identifier: 'm-staff', title: 'Für Lehrkräfte' }],
    });
    await giveSchool(['m-two'], { visible_from: '2026-11-22' });
    on('2026-11-21');
    await giveSchool(['m-free'], {}, ben);
    expect(await lists(cem, { show: 'school' })).toMatchObject({ total: 1, items: [{ identifier: 'm-free' }] });
    expect((await names(cleo, { show: 'school' })).sort()).toEqual(['m-free', 'm-free', 'm-staff', 'm-two']);
    on('2026-11-22');
    expect((await names(cem, { show: 'school' })).sort()).toEqual(['m-free', 'm-two']);
    expect(await lists(cem, { show: 'school', limit: 1, offset: 1 })).toMatchObject({ total: 2, items: [{}] });
  });

  test('returns no received or sent shares to learners', async () => {
    await giveSchool(['m-free']);
    expect(await lists(cem, {})).toMatchObject({ total: 0, items: [], unread: 0 });
    expect(await lists(cem, { show: 'by_me' })).toMatchObject({ total: 0, items: [] });
  });

  test('counts openings anonymously once per user', async () => {
    await giveSchool(['m-free']);
    const { id } = await first(ben, { show: 'school' });
    for (const who of [ben, ben, cem, ada]) await mark(who, id, 'read');
    expect(await first(ada, { show: 'by_me' })).toMatchObject({ opened: 2, receivers: [] });
    expect(await first(ben, { show: 'school' })).toMatchObject({ opened: 0 });
    expect(await statusOf(mark(ben, id, 'archived'))).toBe(409);
    expect(await statusOf(mark(far, id, 'read'))).toBe(404);
    const hashes = await db().selectFrom('shared_opened').select('hash').execute();
    expect(JSON.stringify(hashes)).not.toContain(await idOf('cem'));
  });

  test('can be revoked only by the sender and school administrators', async () => {
    const before = await audits('shared.revoke');
    await giveSchool(['m-free'], { visible_from: '2026-12-01' });
    const { id } = await first(admin, { show: 'school' });
    expect(await first(admin, { show: 'school' })).toMatchObject({ state: 'waiting', can: { revoke: true, change: false } });
    expect(await statusOf(revoke(ben, id))).toBe(403);
    // The share is not visible to the learner yet.
    expect(await statusOf(revoke(cem, id))).toBe(404);
    expect(await statusOf(revoke(far, id))).toBe(404);
    expect(await statusOf(change(admin, id, { message: 'anders' }))).toBe(403);
    await revoke(admin, id);
    expect(await audits('shared.revoke')).toBe(before + 1);
    expect(await personOf(portal, 'shared.revoke')).toBe(await idOf('ada'));
    expect(await names(admin, { show: 'school' })).toEqual([]);
    expect(await first(ada, { show: 'by_me', archived: 'true' })).toMatchObject({
      state: 'revoked',
      can: { change: false, revoke: false },
    });
    expect(await statusOf(revoke(ada, id))).toBe(409);
    expect(await statusOf(change(ada, id, { message: 'anders' }))).toBe(409);
    expect(await statusOf(revoke(admin, id))).toBe(404);
  });

  test('creates an additional share for colleagues', async () => {
    const logged = await audits('shared.share');
    expect(await give(['m-free'], ['ben'], { school: true, message: 'Schau' })).toMatchObject({ shared: 2 });
    expect((await list(ada, { show: 'by_me' })).map(({ to }) => to).sort()).toEqual(['people', 'school']);
    expect(await audits('shared.share')).toBe(logged + 1);
    await give(['m-two'], ['ben']);
    expect(await audits('shared.share')).toBe(logged + 1);
  });
});

describe('changing a share', () => {
  test('keeps openings when the sender changes message and days', async () => {
    await give(['m-free'], ['ben']);
    const { id } = await first(ben);
    await mark(ben, id, 'read');
    expect(await change(ada, id, { message: 'Ab 2:30', visible_until: '2026-12-01' })).toMatchObject({
      message: 'Ab 2:30',
      visible_until: '2026-12-01',
      receivers: [{ opened: true }],
    });
    expect(await first(ben)).toMatchObject({ message: 'Ab 2:30', received: 'read' });
    await expect(change(ada, id, { visible_until: '2026-11-01' })).rejects.toMatchObject({ status: 400, field: 'visible_until' });
    expect(await statusOf(change(ben, id, { message: 'x' }))).toBe(403);
    expect(await statusOf(change(cleo, id, { message: 'x' }))).toBe(404);
    expect(await statusOf(revoke(admin, id))).toBe(404);
    expect(await statusOf(mark(cleo, id, 'read'))).toBe(404);
    expect(await statusOf(change(ada, newId(), { message: 'x' }))).toBe(404);
  });
});

describe('shares of former members', () => {
  test('end when the sender is blocked, changes school or becomes a learner', async () => {
    await give(['m-free'], ['ben']);
    await giveSchool(['m-two']);
    const { id } = await first(ben);
    for (const about of [{ school_id: 'school-b' }, { state: 'blocked' }, { state: 'deletion_pending' }, { role: 'S' }]) {
      await set('ada', about);
      expect(await names(ben)).toEqual([]);
      expect((await lists(ben, {})).unread).toBe(0);
      expect(await names(cem, { show: 'school' })).toEqual([]);
      expect(await statusOf(mark(ben, id, 'read'))).toBe(404);
      await set('ada', { school_id: 'school-a', state: 'active', role: 'L' });
    }
    expect(await names(ben)).toEqual(['m-free']);
    await set('ada', { school_id: 'school-b' });
    const there = await portal.signIn('ada@a.example');
    expect(await lists(there, { show: 'by_me' })).toMatchObject({ total: 0 });
    expect(await list(there, { show: 'by_me', archived: 'true' })).toMatchObject([
      { state: 'ended', can: { change: false, revoke: false } },
      { state: 'ended', can: { change: false, revoke: false } },
    ]);
    await set('ada', { school_id: 'school-a' });
  });

  test('are hidden from the former members', async () => {
    await give(['m-free'], ['ben', 'cleo']);
    await set('ben', { school_id: 'school-b' });
    const there = await portal.signIn('ben@a.example');
    expect(await lists(there, {})).toMatchObject({ total: 0, unread: 0 });
    expect((await first(ada, { show: 'by_me' })).receivers.map(({ name }) => name)).toEqual(['Cleo Curth']);
    await set('ben', { school_id: 'school-a', role: 'S' });
    expect(await names(ben)).toEqual([]);
    await set('ben', { role: 'L' });
    expect(await names(ben)).toEqual(['m-free']);
  });
});

describe('finding colleagues', () => {
  const find = async (q?: string, who = ada) => (await who.call(sharedMedia.colleagues, { query: q === undefined ? {} : { q } })).items;

  test('finds staff of the school by part of their name except the user', async () => {
    expect((await find('ben')).map(({ name }) => name)).toContain('Ben Buche');
    expect(await find('buch')).toEqual([{ id: await idOf('ben'), name: 'Ben Buche', detail: 'ben@a.example' }]);
    expect(await find('amsel')).toEqual([]);
    expect((await find('muster')).length).toBeLessThanOrEqual(20);
    expect((await find('%')).length).toBe(0);
    expect((await find('')).length).toBe(0);
    expect(await statusOf(find('b', cem))).toBe(403);
    expect((await find('b', far)).map(({ name }) => name)).not.toContain('Ben Buche');
  });

  test('lists the most recent recipients without a query', async () => {
    await give(['m-free'], ['ben', 'cleo']);
    on('2026-11-22');
    await give(['m-two'], ['pia']);
    await giveSchool(['m-app']);
    expect((await find()).map(({ name }) => name)).toEqual(['Pia Pohl', 'Ben Buche', 'Cleo Curth']);
  });
});

describe('media of classes', () => {
  test('include only usable media for learners', async () => {
    const make = async (name: string) => (await ada.call(classes.create, { body: { name } })).id;
    const [one, two] = [await make('8b'), await make('9c')];
    await ada.call(classMembers.addMembers, { params: { id: one }, body: { role: 'student', people: [await idOf('cem')] } });
    const share = (id: string, media: string[], terms: object = {}) =>
      ada.call(classMedia.share, { body: { classes: [id], media, ...terms } });
    await share(one, ['m-free', 'm-staff']);
    on('2026-11-22');
    await share(two, ['m-two']);
    await share(one, ['m-app'], { visible_from: '2026-12-01' });
    const read = async (who: Caller, query: object = {}) => who.call(sharedMedia.classes, { query });
    const all = await read(ada);
    expect(all).toMatchObject({ total: 4 });
    expect(
      all.items
        .map((item) => [item.class.name, item.identifier, item.state])
        .slice(0, 2)
        .sort(),
    ).toEqual([
      ['8b', 'm-app', 'hidden'],
      ['9c', 'm-two', 'shown'],
    ]);
    expect(await read(ada, { limit: 1, offset: 3 })).toMatchObject({ total: 4, offset: 3, limit: 1 });
    expect(await read(cem)).toMatchObject({ total: 1, items: [{ identifier: 'm-free', shared_by: '', class: { id: one, name: '8b' } }] });
    expect((await read(ben)).total).toBe(0);
    await setClassState(portal, ada, one, 'archived');
    expect((await read(cem)).total).toBe(0);
    expect((await read(ada)).total).toBe(1);
  });
});

describe('limits of shares', () => {
  const fill = async (n: number, about: object) => {
    const row = { school_id: 'school-a', kind: 'media', title: 'x', message: '', visible_until: '2027-07-31', shared_at: new Date() };
    const rows = Array.from({ length: n }, (_, i) => ({ ...row, id: newId(), identifier: `x-${i}`, ...about }));
    await db()
      .insertInto('shared_medium')
      .values(rows as never)
      .execute();
  };

  test('allows five hundred active shares per user', async () => {
    await fill(499, { person_id: await idOf('ada'), to_school: false });
    expect(await statusOf(give(['m-free', 'm-two'], ['ben']))).toBe(409);
    expect(await names(ben)).toEqual([]);
    await give(['m-free'], ['ben']);
    await give(['m-free'], ['ben'], { message: 'noch einmal' });
    expect(await statusOf(give(['m-two'], ['ben']))).toBe(409);
    await revoke(ada, (await first(ada, { show: 'by_me' })).id);
    await give(['m-two'], ['ben']);
  });

  test('allows five hundred shares with a whole school', async () => {
    await fill(500, { person_id: await idOf('cleo'), to_school: true });
    expect(await statusOf(giveSchool(['m-free']))).toBe(409);
    expect(await statusOf(give(['m-free'], ['ben']))).toBe(200);
  });

  test('counts the extension of an ended share as a new share', async () => {
    await giveSchool(['m-free'], { visible_until: '2026-11-30' });
    const { id } = await first(ada, { show: 'by_me' });
    on('2026-12-01');
    await db().deleteFrom('audit_log').execute();
    await fill(500, { person_id: await idOf('cleo'), to_school: true });
    const on_again = { message: '', visible_until: '2027-01-31' };
    expect(await statusOf(change(ada, id, on_again))).toBe(409);
    expect(await names(ben, { show: 'school', limit: 1 })).not.toContain('m-free');
    await db().deleteFrom('shared_medium').where('title', '=', 'x').execute();
    await change(ada, id, on_again);
    await change(ada, id, { ...on_again, visible_until: '2027-02-28' });
    const lines = await db().selectFrom('audit_log').select(['what', 'after']).execute();
    expect(lines).toEqual([{ what: 'shared.share', after: { media: ['m-free'] } }]);
  });
});

describe('retention and export of shares', () => {
  test('deletes shares sixty days after their end', async () => {
    await give(['m-free'], ['ben'], { visible_until: '2026-11-30' });
    await give(['m-two'], ['ben']);
    await giveSchool(['m-app']);
    await revoke(ada, (await list(ada, { show: 'by_me' })).find((item) => item.identifier === 'm-app')!.id);
    const left = async () =>
      (await db().selectFrom('shared_medium').select('identifier').orderBy('identifier').execute()).map((row) => row.identifier);
    on('2027-01-20');
    await sweepShared(portal.portal);
    expect(await left()).toEqual(['m-free', 'm-two']);
    on('2027-01-29');
    await sweepShared(portal.portal);
    expect(await left()).toEqual(['m-free', 'm-two']);
    on('2027-01-30');
    await sweepShared(portal.portal);
    await sweepShared(portal.portal);
    expect(await left()).toEqual(['m-two']);
  });

  test("excludes the sender's message from the export of the recipient", async () => {
    await give(['m-free'], ['ben'], { message: 'Für die 8b' });
    const own = await collectData(portal.portal.domains.personData(db(), await idOf('ada')));
    expect(own.shared_medium).toMatchObject([{ medium: 'Frei', message: 'Für die 8b', school: 'Schule a' }]);
    const got = await collectData(portal.portal.domains.personData(db(), await idOf('ben')));
    expect(got.shared_receiver).toMatchObject([{ medium: 'Frei', opened: false }]);
    expect(JSON.stringify(got)).not.toContain('Für die 8b');
  });

  test('moves shares when their school is merged', async () => {
    await insertSchools(db(), [
      { id: 'school-c', district_id: 'district-a', name: 'Schule c', number: '10c', street: '', postcode: '', city: '' },
    ]);
    const uwe = await portal.as(teacher({ email: 'uwe@c.example', vorname: 'Uwe', name: 'Uhu', school_id: 'school-c' }));
    const vera = await portal.as(teacher({ email: 'vera@c.example', school_id: 'school-c' }));
    await uwe.call(sharedMedia.share, {
      body: { media: ['m-free', 'm-two'], school: true, people: await people(portal, 'vera@c.example') },
    });
    const head = await portal.as(districtAdmin());
    const file = (await head.call(schools.exportData, { params: { id: 'school-c' }, query: {} })) as unknown as { body: string };
    expect((JSON.parse(file.body) as { shared_media: unknown[] }).shared_media).toHaveLength(2);
    expect(file.body).toContain('Uwe Uhu');
    // The colleague also shared one of the media at another school, in another year.
    const row = {
      school_id: 'school-a',
      kind: 'media' as const,
      title: 'Frei',
      message: 'von früher',
      to_school: true,
      visible_until: '2027-07-31',
    };
    const [person_id] = await people(portal, 'uwe@c.example');
    await db()
      .insertInto('shared_medium')
      .values({ ...row, id: newId(), identifier: 'm-free', person_id: person_id!, shared_at: new Date() })
      .execute();
    const { version } = await head.call(schools.read, { params: { id: 'school-c' } });
    await head.call(schools.merge, { params: { id: 'school-c' }, body: { version, into: 'school-a' } });
    expect((await list(ben, { show: 'school' })).map(({ identifier, message }) => [identifier, message]).sort()).toEqual([
      ['m-free', 'von früher'],
      ['m-two', ''],
    ]);
    expect((await names(await portal.signIn('vera@c.example'))).sort()).toEqual(['m-free', 'm-two']);
    expect(vera).toBeDefined();
    await db()
      .transaction()
      .execute((trx) => portal.portal.domains.erasePeople({ ...portal.portal, db: trx, now: new Date() }, [person_id!]));
    expect(await names(ben, { show: 'school' })).toEqual([]);
  });

  test('shows the tab of shared media only to members of a school', async () => {
    expect((await ben.call(library.tabs)).items).toContain('shared');
    expect((await cem.call(library.tabs)).items).toContain('shared');
    const alone = await (await portal.as(districtAdmin())).call(library.tabs);
    expect(alone.items).not.toContain('shared');
  });
});
