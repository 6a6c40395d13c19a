/** Tests media that are shared with classes over HTTP: visibility, terms and days (docs/behaviour/classes.md#media-of-a-class). */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { classes } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { classMembers } from '@fundus/contract/classes/members';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { createTestCode, people, statusOf } from '../../../testing/classes.ts';
import { pupil, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../../testing/index.ts';
import { statementsDuring } from '../../../testing/record-statements.ts';

let portal: TestPortal;
let owner: Caller;
let colleague: Caller;
let learner: Caller;
let n = 0;
const DAY = '2026-11-21';

const ALL = { stream: true, download: true, home_use: true, lms_embed: true, edit: false };

beforeAll(async () => {
  // Turns the public catalogue off, because users know all media of a public catalogue.
  portal = await testPortal({ Katalog: false });
  portal.setNow(new Date(`${DAY}T09:00:00Z`));
  const licensed = { fn_typ: '49', licences: [{ scope: 'none' as const }] };
  await portal.store(
    { identifier: 'm-free', fn_titel: 'Frei', fn_typ: '49' },
    { identifier: 'm-app', fn_titel: 'Eine App', fn_typ: 'UC_APP' },
    { identifier: 'm-book', fn_titel: 'Ein Schulbuch', fn_typ: 'UC_BOOK' },
    { identifier: 'm-view', fn_titel: 'Nur ansehen', ...licensed },
    { identifier: 'm-staff', fn_titel: 'Für Lehrkräfte', ...licensed },
    { identifier: 'm-seat', fn_titel: 'Mit Plätzen', ...licensed },
    { identifier: 'm-far', fn_titel: 'Einer anderen Schule', ...licensed },
  );
  const row = (identifier: string, more: object) => ({
    id: newId(),
    identifier,
    scope: 'district',
    district_id: 'district-a',
    seats: 0,
    origin: 'hand',
    ...more,
  });
  await portal.portal.db
    .insertInto('media_file')
    .values({ id: newId(), identifier: 'm-free', role: 'main', mime: 'video/mp4', path: 'm/free.mp4', rank: 0 })
    .execute();
  const noDownload = JSON.stringify({ ...ALL, download: false });
  await portal.portal.db
    .insertInto('licence')
    .values([
      row('m-view', { rights: noDownload }),
      row('m-staff', { rights: JSON.stringify(ALL), audience: 'teacher' }),
      row('m-seat', { rights: JSON.stringify(ALL), scope: 'school', seats: 1 }),
      row('m-far', { rights: JSON.stringify(ALL), scope: 'school', district_id: null, school_id: 'school-b' }),
    ] as never)
    .execute();
  owner = await portal.as(teacher({ vorname: 'Ada', name: 'Amsel', email: 'ada@a.example' }));
  colleague = await portal.as(teacher({ vorname: 'Ben', name: 'Buche', email: 'ben@a.example' }));
  learner = await portal.as(pupil({ email: 'cem@a.example' }));
});
afterAll(() => portal.close());

const at = (id: string) => ({ params: { id } });
const make = async (who: Caller = owner): Promise<string> => (await who.call(classes.create, { body: { name: `Klasse ${++n}` } })).id;
const add = async (id: string, role: 'teacher' | 'student', email: string) =>
  owner.call(classMembers.addMembers, { ...at(id), body: { role, people: await people(portal, email) } });
const share = (ids: string[], media: string[], terms: object = {}, who = owner) =>
  who.call(classMedia.share, { body: { classes: ids, media, ...terms } });
const shown = async (id: string, who = owner) => (await who.call(classMedia.media, at(id))).items;
const ids = async (id: string, who = owner) => (await shown(id, who)).map((item) => item.identifier);

describe('sharing media', () => {
  test('adds media of all kinds to several classes at once', async () => {
    const [a, b] = [await make(), await make()];
    expect(await share([a, b], ['m-free', 'm-app', 'm-book'], { note: 'Bis Freitag' })).toMatchObject({
      shared: 6,
      had: 0,
      unlicensed: [],
      seated: 0,
      without_seat: 0,
    });
    expect((await shown(a)).map(({ kind, identifier, note, shared_by, state }) => [kind, identifier, note, shared_by, state])).toEqual([
      ['media', 'm-free', 'Bis Freitag', 'Ada Amsel', 'shown'],
      ['app', 'm-app', 'Bis Freitag', 'Ada Amsel', 'shown'],
      ['book', 'm-book', 'Bis Freitag', 'Ada Amsel', 'shown'],
    ]);
    await share([a], ['m-free'], { note: 'Bis Montag' });
    expect((await shown(a)).map(({ identifier, note }) => [identifier, note])[0]).toEqual(['m-free', 'Bis Montag']);
    expect(await ids(b)).toHaveLength(3);
  });

  test('changes only the given terms when a medium is shared again', async () => {
    const [a, b] = [await make(), await make()];
    const terms = { note: 'Bis Freitag', visible_from: '2026-12-01', visible_until: '2026-12-24', can_download: true };
    await share([a], ['m-free'], terms);
    const [before] = await shown(a);
    expect(await share([a, b], ['m-free'], {}, owner)).toMatchObject({ shared: 1, had: 1 });
    expect(await shown(a)).toEqual([before]);
    expect(await shown(b)).toMatchObject([{ note: '', visible_from: null, visible_until: null, can_download: false }]);
    await share([a], ['m-free'], { visible_until: '2027-01-31' });
    expect(await shown(a)).toEqual([{ ...before, visible_until: '2027-01-31', version: 2 }]);
    await expect(share([a], ['m-free'], { visible_until: '2026-11-30' })).rejects.toMatchObject({ status: 400, field: 'visible_until' });
  });

  test('changes only the given fields of an entry', async () => {
    const id = await make();
    const terms = { note: 'Bis Freitag', visible_from: '2026-12-01', visible_until: '2026-12-24', can_download: true };
    await share([id], ['m-free'], terms);
    const [entry] = await shown(id);
    const changeTo = async (body: object) =>
      owner.call(classMedia.changeMedium, {
        params: { id, entryId: entry!.id },
        body: { ...body, version: (await shown(id))[0]!.version },
      });
    expect(await changeTo({ note: 'Bis Montag' })).toEqual({ ...entry, note: 'Bis Montag', version: 2 });
    expect(await changeTo({ visible_until: null })).toEqual({ ...entry, note: 'Bis Montag', visible_until: null, version: 3 });
    expect(await changeTo({})).toEqual({ ...entry, note: 'Bis Montag', visible_until: null, version: 3 });
    await expect(changeTo({ visible_until: '2026-11-30' })).rejects.toMatchObject({ status: 400, field: 'visible_until' });
  });

  test('rejects a last day in the past', async () => {
    const id = await make();
    await expect(share([id], ['m-free'], { visible_until: '2026-11-20' })).rejects.toMatchObject({ status: 400, field: 'visible_until' });
    await share([id], ['m-free'], { visible_until: DAY });
    const [entry] = await shown(id);
    await portal.portal.db
      .updateTable('class_media')
      .set({ visible_until: '2026-11-18' })
      .where('class_media.id', '=', entry!.id)
      .execute();
    const changeTo = async (body: object) =>
      owner.call(classMedia.changeMedium, {
        params: { id, entryId: entry!.id },
        body: { ...body, version: (await shown(id))[0]!.version },
      });
    expect(await changeTo({ note: 'War schön' })).toMatchObject({ note: 'War schön', visible_until: '2026-11-18', state: 'hidden' });
    await expect(changeTo({ visible_until: '2026-11-20' })).rejects.toMatchObject({ status: 400, field: 'visible_until' });
  });

  test('changes nothing unless the user may access all classes and media', async () => {
    const [mine, other] = [await make(), await make(colleague)];
    expect(await statusOf(share([mine, other], ['m-free']))).toBe(404);
    expect(await statusOf(share([mine, newId()], ['m-free']))).toBe(404);
    await expect(share([mine], ['m-free', 'm-far'])).rejects.toMatchObject({ status: 404, field: 'media' });
    expect(await statusOf(share([mine], ['unbekannt']))).toBe(404);
    expect(await ids(mine)).toEqual([]);
    await colleague.call(classMembers.addMembers, {
      ...at(other),
      body: { role: 'teacher', people: await people(portal, 'ada@a.example') },
    });
    expect(await share([mine, other], ['m-free'])).toMatchObject({ shared: 2 });
  });

  test('is denied to learners', async () => {
    const id = await make();
    await add(id, 'student', 'cem@a.example');
    expect(await statusOf(share([id], ['m-free'], {}, learner))).toBe(403);
  });

  test('rejects a first day after the last day', async () => {
    const id = await make();
    const terms = { visible_from: '2026-12-02', visible_until: '2026-12-01' };
    await expect(share([id], ['m-free'], terms)).rejects.toMatchObject({ status: 400, field: 'visible_until' });
  });

  test('is limited to five hundred entries per class', async () => {
    const id = await make();
    const now = new Date();
    const rows = Array.from({ length: 499 }, (_, i) => ({
      id: newId(),
      class_id: id,
      kind: 'media' as const,
      identifier: `x-${i}`,
      title: 'x',
      rank: i,
      shared_at: now,
    }));
    await portal.portal.db.insertInto('class_media').values(rows).execute();
    expect(await statusOf(share([id], ['m-free', 'm-app']))).toBe(409);
    expect(await statusOf(share([id], ['m-free']))).toBe(200);
    expect(await statusOf(share([id], ['m-free'], { note: 'noch einmal' }))).toBe(200);
  });
});

describe('licence of a shared medium', () => {
  test('hides the medium from learners whom it does not cover', async () => {
    const id = await make();
    await add(id, 'student', 'cem@a.example');
    const { unlicensed } = await share([id], ['m-free', 'm-staff']);
    expect(unlicensed).toEqual([{ identifier: 'm-staff', title: 'Für Lehrkräfte' }]);
    expect((await shown(id)).map((item) => item.state)).toEqual(['shown', 'no_licence']);
    expect(await ids(id, learner)).toEqual(['m-free']);
    expect((await learner.call(classes.read, at(id))).media).toBe(1);
  });

  test('applies a seat of the school to its classes', async () => {
    const id = await make();
    await add(id, 'student', 'cem@a.example');
    const admin = await portal.as(schoolAdmin());
    const seat = await portal.portal.db.selectFrom('licence').select('id').where('identifier', '=', 'm-seat').executeTakeFirstOrThrow();
    await portal.portal.db
      .insertInto('licence_seat')
      .values({ id: newId(), licence_id: seat.id, school_id: 'school-a', taken: 1, assigned_at: new Date() })
      .execute();
    expect(await share([id], ['m-seat'], { can_download: true }, admin)).toMatchObject({
      shared: 1,
      had: 0,
      unlicensed: [],
      seated: 0,
      without_seat: 0,
    });
    expect(await ids(id, learner)).toEqual(['m-seat']);
  });

  test('allows a download only if it permits downloads for learners', async () => {
    const id = await make();
    await expect(share([id], ['m-view'], { can_download: true })).rejects.toMatchObject({ status: 400, field: 'can_download' });
    await expect(share([id], ['m-staff'], { can_download: true })).rejects.toMatchObject({ status: 400, field: 'can_download' });
    await share([id], ['m-view', 'm-free']);
    const [view, free] = await shown(id);
    const change = (entryId: string) =>
      owner.call(classMedia.changeMedium, { params: { id, entryId }, body: { note: 'neu', can_download: true, version: 1 } });
    await expect(change(view!.id)).rejects.toMatchObject({ status: 400, field: 'can_download' });
    expect(await change(free!.id)).toMatchObject({ note: 'neu', can_download: true, state: 'shown', shared_by: 'Ada Amsel' });
  });

  test('shows teachers the title of a medium that was removed from the catalogue', async () => {
    const id = await make();
    await add(id, 'student', 'cem@a.example');
    const row = {
      id: newId(),
      class_id: id,
      kind: 'media' as const,
      identifier: 'gone',
      title: 'War einmal',
      rank: 1,
      shared_at: new Date(),
    };
    await portal.portal.db.insertInto('class_media').values(row).execute();
    expect(await shown(id)).toMatchObject([{ item: null, title: 'War einmal', state: 'no_licence', shared_by: '' }]);
    expect(await shown(id, learner)).toEqual([]);
  });
});

describe('days of shared media', () => {
  test('are the only days on which learners see the media', async () => {
    const id = await make();
    await add(id, 'student', 'cem@a.example');
    await share([id], ['m-free'], { visible_from: DAY, visible_until: DAY });
    await share([id], ['m-app'], { visible_from: '2026-11-22' });
    await share([id], ['m-book']);
    await portal.portal.db
      .updateTable('class_media')
      .set({ visible_until: '2026-11-20' })
      .where('class_media.class_id', '=', id)
      .where('class_media.identifier', '=', 'm-book')
      .execute();
    expect((await shown(id)).map((item) => item.state)).toEqual(['hidden', 'hidden', 'shown']);
    expect(await shown(id, learner)).toMatchObject([{ identifier: 'm-free', shared_by: '', state: 'shown' }]);
    // It is already the next day in Berlin.
    portal.setNow(new Date('2026-11-21T23:30:00Z'));
    const later = await portal.signIn('cem@a.example');
    expect(await ids(id, later)).toEqual(['m-app']);
    portal.setNow(new Date(`${DAY}T09:00:00Z`));
  });
});

test('gives learner codes access to the media of their classes', async () => {
  const id = await make();
  await share([id], ['m-free', 'm-staff', 'm-app'], {});
  const { caller } = await createTestCode(portal, { classes: [id] });
  expect(await shown(id, caller)).toMatchObject([
    { identifier: 'm-free', item: { can: { download: false, bookmark: false } } },
    { identifier: 'm-app' },
  ]);
  await share([id], ['m-free'], { can_download: true });
  expect(await shown(id, caller)).toMatchObject([{ item: { can: { download: true } } }, { identifier: 'm-app' }]);
  // The search does not consider classes, so it offers only what the licence permits.
  const { items } = await caller.call(catalogue.search, { query: { q: 'Frei' } });
  expect(items).toMatchObject([{ identifier: 'm-free', can: { download: false } }]);
  expect((await caller.call(catalogue.detail, { params: { identifier: 'm-free' } })).can.download).toBe(true);
  const stranger = await createTestCode(portal, { classes: [] });
  expect(await statusOf(stranger.caller.call(classMedia.media, at(id)))).toBe(404);
});

test('returns the current entry if a change has a stale version', async () => {
  const id = await make();
  await share([id], ['m-free']);
  const [entry] = await shown(id);
  const params = { id, entryId: entry!.id };
  await owner.call(classMedia.changeMedium, { params, body: { note: 'Für Montag', version: entry!.version } });
  const theirs = { status: 409, code: 'version_conflict', details: { current: { note: 'Für Montag', version: 2 } } };
  await expect(owner.call(classMedia.changeMedium, { params, body: { note: 'Für Dienstag', version: 1 } })).rejects.toMatchObject(theirs);
  await expect(owner.call(classMedia.removeMedium, { params, query: { version: 1 } })).rejects.toMatchObject(theirs);
  // Sharing again with other terms is a change; sharing again without terms is not.
  await share([id], ['m-free']);
  await share([id], ['m-free'], { note: 'Für alle' });
  expect(await shown(id)).toMatchObject([{ note: 'Für alle', version: 3 }]);
  await owner.call(classMedia.removeMedium, { params, query: { version: 3 } });
  expect(await shown(id)).toEqual([]);
});

test('undoes sharing except for entries that existed before or have changed since', async () => {
  const [a, b] = [await make(), await make()];
  await share([a], ['m-free']);
  const { given } = await share([a, b], ['m-free', 'm-app']);
  expect(given).toHaveLength(3);
  const [free] = await shown(b);
  await owner.call(classMedia.changeMedium, { params: { id: b, entryId: free!.id }, body: { note: 'Wichtig', version: 1 } });
  const back = (ids: string[], by = owner) => by.call(classMedia.unshare, { body: { given: ids } });
  const stranger = await portal.as(teacher({ email: 'unshare@b.example', school_id: 'school-b' }));
  expect(await statusOf(back(given, stranger))).toBe(404);
  expect(await back([...given, newId()])).toEqual({ removed: 2 });
  expect([await ids(a), await ids(b)]).toEqual([['m-free'], ['m-free']]);
  expect(await back(given)).toEqual({ removed: 0 });
});

test('lists entries in the order set by the teachers', async () => {
  const id = await make();
  await share([id], ['m-free', 'm-app', 'm-book']);
  const [free, app, book] = await shown(id);
  const order = (wanted: string[], version: number) => owner.call(classMedia.orderMedia, { ...at(id), body: { order: wanted, version } });
  expect(await order([book!.id, free!.id], 1)).toEqual({ version: 2 });
  // A stale version must not overwrite another order.
  await expect(order([free!.id], 1)).rejects.toMatchObject({
    status: 409,
    code: 'version_conflict',
    details: { current: { order: [book!.id, free!.id, app!.id], version: 2 } },
  });
  expect(await ids(id)).toEqual(['m-book', 'm-free', 'm-app']);
  await expect(order([newId()], 2)).rejects.toMatchObject({ status: 400, field: 'order' });
  await owner.call(classMedia.removeMedium, { params: { id, entryId: app!.id }, query: { version: 1 } });
  expect(await ids(id)).toEqual(['m-book', 'm-free']);
  const other = await make();
  expect(await statusOf(owner.call(classMedia.removeMedium, { params: { id: other, entryId: book!.id }, query: { version: 1 } }))).toBe(
    404,
  );
});

test('reads classes and the media of a class with a constant number of statements', async () => {
  const who = await portal.as(pupil({ email: 'many@a.example' }));
  const countStatements = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const id = await make();
      await add(id, 'student', 'many@a.example');
      await share([id], ['m-free', 'm-app', 'm-book']);
    }
    const asked = await statementsDuring(portal, async () => {
      await who.call(classes.list, { query: { limit: 100 } });
      await who.call(classMedia.media, at((await who.call(classes.list, { query: {} })).items[0]!.id));
    });
    expect(asked.length).toBeGreaterThan(3);
    return asked.length;
  };
  const few = await countStatements(2);
  expect(await countStatements(10)).toBeLessThanOrEqual(few);
});
