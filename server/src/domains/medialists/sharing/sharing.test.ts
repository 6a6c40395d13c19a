/** Releases of media lists to learners, and the lesson check (docs/behaviour/medialists.md#releases). */
import { classes } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { accounts } from '@fundus/contract/accounts/accounts';
import { medialists as lists } from '@fundus/contract/medialists/medialists';
import { medialistItems as items } from '@fundus/contract/medialists/items';
import { medialistSharing as sharing } from '@fundus/contract/medialists/sharing';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { createTestCode } from '../../../testing/classes.ts';
import { pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { deletePrivateLists } from '../sweep-repository.ts';

const portal = usePortal();
let anna: Caller;
let ben: Caller;
let admin: Caller;
let ida: Caller;
let jan: Caller;
let code: Caller;
let classId: string;
let otherClass: string;
let groupId: string;
let listId: string;
const refused = (name: string, field?: string) => expect.objectContaining({ code: name, ...(field && { field }) });
const medium = (identifier: string) => ({ kind: 'medium' as const, identifier });
const idOf = async (caller: Caller): Promise<string> => ((await caller.call(accounts.userinfo)) as { id: string }).id;
const setNow = (day: string) => portal.setNow(new Date(`${day}T09:00:00Z`));

beforeAll(async () => {
  setNow('2026-11-22');
  const url = 'https://medien.example/film';
  const licensed = { fn_typ: '49', url, licences: [{ scope: 'none' as const }] };
  await portal.store(
    { identifier: 'frei', fn_titel: 'Wasser', fn_typ: '49', url },
    { identifier: 'leer', fn_titel: 'Ohne Datei', fn_typ: '49' },
    { identifier: 'lehrkraft', fn_titel: 'Für Lehrkräfte', ...licensed },
    { identifier: 'endet', fn_titel: 'Endet bald', ...licensed },
    { identifier: 'kommt', fn_titel: 'Kommt noch', ...licensed },
    { identifier: 'nichts', fn_titel: 'Ohne Lizenz', ...licensed },
  );
  const rights = JSON.stringify({ stream: true, download: true, home_use: true, lms_embed: true, edit: false });
  const row = (identifier: string, more: object) => ({
    ...{ id: newId(), identifier, scope: 'district', district_id: 'district-a', seats: 0, origin: 'hand', rights },
    ...more,
  });
  await portal.portal.db
    .insertInto('licence')
    .values([
      row('lehrkraft', { audience: 'teacher' }),
      row('endet', { valid_to: '2026-11-30' }),
      row('kommt', { valid_from: '2026-12-01' }),
    ] as never)
    .execute();
  anna = await portal.as(teacher({ email: 'anna@x.example' }));
  ben = await portal.as(teacher({ email: 'ben@x.example' }));
  admin = await portal.as(schoolAdmin({ email: 'admin@x.example' }));
  ida = await portal.as(pupil({ email: 'ida@x.example' }));
  jan = await portal.as(pupil({ email: 'jan@x.example' }));
  classId = (await anna.call(classes.create, { body: { name: '8b' } })).id;
  otherClass = (await ben.call(classes.create, { body: { name: '9a' } })).id;
  const people = [await idOf(ida), await idOf(jan)];
  await anna.call(classMembers.addMembers, { params: { id: classId }, body: { people, role: 'student' } });
  code = (await createTestCode(portal, { classes: [classId] })).caller;
  const { items: members } = await anna.call(classMembers.members, { params: { id: classId }, query: {} });
  const member = members.find(({ person_id }) => person_id === people[0])!.id;
  groupId = (await anna.call(classMembers.addGroup, { params: { id: classId }, body: { name: 'Nord', members: [member] } })).id;
  const list = await anna.call(lists.create, {
    body: {
      title: 'Wasser in 8b',
      visibility: 'school',
      items: [
        { ...medium('frei'), note_teacher: 'Nach zehn Minuten anhalten', note_learner: 'Was verdunstet?' },
        medium('lehrkraft'),
        { kind: 'heading', title: 'Nur für mich', visible_to_learners: false },
        medium('endet'),
      ],
    },
  });
  listId = list.id;
  // Keeps the sessions valid, because the tests move the clock by weeks.
  await portal.portal.db
    .updateTable('session')
    .set({ expires_at: new Date('2099-01-01'), last_seen_at: new Date('2099-01-01') })
    .execute();
});

const release = (caller: Caller, body: object) => caller.call(sharing.release, { params: { id: listId }, body: body as never });
const read = (caller: Caller) => caller.call(lists.read, { params: { id: listId } });
const revokeAll = async () => {
  const { releases } = await anna.call(sharing.sharing, { params: { id: listId } });
  for (const { id } of releases) await anna.call(sharing.revokeRelease, { params: { id: listId, releaseId: id } });
};

describe('release of a list', () => {
  test('hides teacher notes and unlicensed items from learners', async () => {
    await expect(read(ida)).rejects.toEqual(refused('not_found'));
    const done = await release(anna, { classes: [classId] });
    expect(done.releases).toMatchObject([{ target: 'class', name: '8b', visible_until: '2027-07-31', state: 'active' }]);
    expect(done.unlicensed.map(({ identifier }) => identifier)).toEqual(['lehrkraft']);
    for (const learner of [ida, code]) {
      const seen = await read(learner);
      expect(seen).toMatchObject({ role: 'released', owner: '', left_out: 1, items: 2, planned_for: null });
      expect(seen.contents.map(({ title, note_teacher, note_learner, added_by }) => [title, note_teacher, note_learner, added_by])).toEqual(
        [
          ['Wasser', '', 'Was verdunstet?', ''],
          ['Endet bald', '', '', ''],
        ],
      );
      expect((await learner.call(lists.list, { query: { scope: 'released' } })).items).toMatchObject([{ title: 'Wasser in 8b', items: 2 }]);
      expect((await learner.call(sharing.releasedTo, { params: { id: classId } })).items).toMatchObject([{ items: 2, releases: [] }]);
      await expect(learner.call(sharing.sharing, { params: { id: listId } })).rejects.toEqual(expect.objectContaining({ status: 403 }));
    }
    expect((await read(anna)).contents[1]).toMatchObject({ availability: 'not_for_learners' });
    await revokeAll();
    for (const learner of [ida, code]) await expect(read(learner)).rejects.toEqual(refused('not_found'));
  });

  test('is visible only to the selected group or learner', async () => {
    await release(anna, { groups: [groupId] });
    expect((await read(ida)).title).toBe('Wasser in 8b');
    for (const learner of [jan, code]) await expect(read(learner)).rejects.toEqual(refused('not_found'));
    await revokeAll();
    const { items: members } = await anna.call(classMembers.members, { params: { id: classId }, query: {} });
    const of = members.find(({ person_id }) => person_id === null)!;
    expect((await release(anna, { learners: [of.id] })).releases).toMatchObject([{ target: 'learner', name: '8b · 8b-01' }]);
    expect((await read(code)).title).toBe('Wasser in 8b');
    for (const learner of [ida, jan]) await expect(read(learner)).rejects.toEqual(refused('not_found'));
    await revokeAll();
  });

  test('is visible only on its days', async () => {
    const { releases } = await release(anna, { classes: [classId], visible_from: '2026-11-25', visible_until: '2026-11-26' });
    expect(releases[0]!.state).toBe('scheduled');
    const seen = async (day: string) => {
      setNow(day);
      return read(ida).then(
        () => true,
        () => false,
      );
    };
    expect([await seen('2026-11-24'), await seen('2026-11-25'), await seen('2026-11-26'), await seen('2026-11-27')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    setNow('2026-11-26');
    await anna.call(lists.archive, { params: { id: listId } });
    await expect(read(ida)).rejects.toEqual(refused('not_found'));
    expect((await anna.call(sharing.sharing, { params: { id: listId } })).releases[0]!.state).toBe('suspended');
    await anna.call(lists.restore, { params: { id: listId } });
    expect(await seen('2026-11-26')).toBe(true);
    setNow('2026-11-22');
    await revokeAll();
  });

  test('keeps its dates when it is renewed without dates', async () => {
    await release(anna, { classes: [classId], visible_until: '2026-12-01', can_download: true });
    const again = await release(anna, { classes: [classId] });
    expect(again.releases).toMatchObject([{ visible_until: '2026-12-01', can_download: true }]);
    setNow('2026-12-05');
    expect((await release(anna, { classes: [classId] })).releases).toMatchObject([{ visible_until: '2027-07-31', state: 'active' }]);
    setNow('2026-11-22');
    await revokeAll();
  });

  test('is restricted to teachers of the class', async () => {
    await expect(release(ben, { classes: [classId] })).rejects.toEqual(refused('not_found'));
    await expect(release(ben, { school: true })).rejects.toEqual(refused('forbidden', 'school'));
    await release(ben, { classes: [otherClass] });
    expect((await ben.call(sharing.sharing, { params: { id: listId } })).releases.map(({ name }) => name)).toEqual(['9a']);
    await release(anna, { classes: [classId] });
    const { releases } = await ben.call(sharing.sharing, { params: { id: listId } });
    expect(releases.map(({ name }) => name)).toEqual(['9a']);
    const { releases: all } = await anna.call(sharing.sharing, { params: { id: listId } });
    expect(all.map(({ name }) => name).sort()).toEqual(['8b', '9a']);
    const foreign = { params: { id: listId, releaseId: all.find(({ name }) => name === '8b')!.id } };
    await expect(ben.call(sharing.revokeRelease, foreign)).rejects.toEqual(refused('not_found', 'releaseId'));
    await admin.call(sharing.revokeRelease, foreign);
    await revokeAll();
  });

  test('includes all learners of the school', async () => {
    await release(anna, { school: true });
    expect((await read(jan)).title).toBe('Wasser in 8b');
    expect((await read(code)).title).toBe('Wasser in 8b');
    await revokeAll();
  });

  test.each([
    [{ visible_until: '2026-11-21' }, 'visible_until'],
    [{ visible_from: '2026-12-02', visible_until: '2026-12-01' }, 'visible_until'],
  ])('is rejected with %j', async (terms, field) => {
    await expect(release(anna, { classes: [classId], ...terms })).rejects.toEqual(refused('validation_failed', field));
    expect((await anna.call(sharing.sharing, { params: { id: listId } })).releases).toEqual([]);
  });
});

test('reports the media of a lesson that the class cannot use on that day', async () => {
  const list = await anna.call(lists.create, {
    body: { title: 'Stunde', planned_for: '2026-12-02', items: ['frei', 'lehrkraft', 'endet', 'kommt', 'nichts', 'leer'].map(medium) },
  });
  const check = (query: object) => anna.call(lists.check, { params: { id: list.id }, query });
  const found = async (query: object) => (await check(query)).problems.map(({ title, problem, on }) => [title, problem, on]);
  expect(await check({})).toMatchObject({ day: '2026-12-02', checked: 6, class_id: null });
  expect(await found({ class_id: classId })).toEqual([
    ['Für Lehrkräfte', 'not_for_learners', null],
    ['Endet bald', 'ends_before', '2026-11-30'],
    ['Ohne Lizenz', 'no_licence', null],
    ['Ohne Datei', 'no_file', null],
  ]);
  expect(await found({ date: '2026-11-23' })).toEqual([
    ['Für Lehrkräfte', 'not_for_learners', null],
    ['Kommt noch', 'begins_after', '2026-12-01'],
    ['Ohne Lizenz', 'no_licence', null],
    ['Ohne Datei', 'no_file', null],
  ]);
  const [, second] = (await anna.call(lists.read, { params: { id: list.id } })).contents;
  await anna.call(items.showItems, { params: { id: list.id }, body: { items: [second!.id], visible_to_learners: false } });
  expect(await found({ class_id: classId })).toEqual([
    ['Endet bald', 'ends_before', '2026-11-30'],
    ['Ohne Lizenz', 'no_licence', null],
    ['Ohne Datei', 'no_file', null],
  ]);
  await expect(check({ class_id: otherClass })).rejects.toEqual(refused('not_found'));
});

test('exports a list as PDF, CSV and citations', async () => {
  const fetch = async (format: string) =>
    (await anna.inject({ method: 'GET', url: `/api/v1/medialists/${listId}/export?format=${format}&lang=de` })).body;
  for (const format of ['pdf', 'worksheet']) {
    const paper = await anna.inject({ method: 'GET', url: `/api/v1/medialists/${listId}/export?format=${format}&lang=de` });
    expect([paper.statusCode, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
    // The PDF is tagged and declares its language, as screen readers need it (ISO 14289-1).
    expect(paper.body).toMatch(/^%PDF-1\.7/);
    expect(paper.body).toContain('/Lang (de)');
    expect(paper.body).toContain('/Marked true');
  }
  expect(await fetch('csv')).toContain('"Nach zehn Minuten anhalten"');
  expect(await fetch('apa')).toMatch(/^Wasser \[.+\]\. \(o\. J\.\)\. http.+\/media\/frei/);
  expect(await fetch('din')).toContain('[Zugriff am 22.11.2026]. Verfügbar unter: http');
});

test('deletes the private lists of an erased user', async () => {
  const leaver = await portal.as(teacher({ email: 'weg@x.example' }));
  const [kept, gone] = [
    await leaver.call(lists.create, { body: { title: 'Bleibt', visibility: 'school' } }),
    await leaver.call(lists.create, { body: { title: 'Geht', visibility: 'private' } }),
  ];
  const id = await idOf(leaver);
  await portal.portal.db.transaction().execute(async (db) => {
    await deletePrivateLists(db, { ids: [id], addresses: [], usernames: [] });
    await db.deleteFrom('person').where('person.id', '=', id).execute();
  });
  expect(await admin.call(lists.read, { params: { id: kept.id } })).toMatchObject({ state: 'locked', owner: '' });
  expect(await portal.portal.db.selectFrom('medialist').select('id').where('id', '=', gone.id).execute()).toEqual([]);
});
