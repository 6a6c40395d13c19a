/** Tests visibility, creation, changes, archiving and successors of classes over HTTP (docs/behaviour/classes.md). */
import { classes, type Class, nextSchoolYear, schoolYearOf } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { classMembers } from '@fundus/contract/classes/members';
import { shiftDay, today } from '@fundus/contract/days';
import { schools } from '@fundus/contract/schools/schools';
import { beforeAll, describe, expect, test } from 'vitest';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { people, personOf, setClassState, statusOf } from '../../testing/classes.ts';

const portal = usePortal();
let owner: Caller;
let colleague: Caller;
let learner: Caller;
let admin: Caller;
const NOW = new Date('2026-11-21T09:00:00Z');
const YEAR = schoolYearOf('2026-11-21', '07-31');

beforeAll(async () => {
  portal.setNow(NOW);
  await portal.store({ identifier: 'm-1', fn_titel: 'Ein Film', fn_typ: '49' });
  owner = await portal.as(teacher({ vorname: 'Ada', name: 'Amsel', email: 'ada@a.example' }));
  colleague = await portal.as(teacher({ vorname: 'Ben', name: 'Buche', email: 'ben@a.example' }));
  learner = await portal.as(pupil({ vorname: 'Cem', name: 'Ceder', email: 'cem@a.example' }));
  admin = await portal.as(schoolAdmin({ role: 'P', vorname: 'Dora', name: 'Distel', email: 'dora@a.example' }));
});

const at = (id: string) => ({ params: { id } });
const make = (name: string, more: object = {}, who: Caller = owner) => who.call(classes.create, { body: { name, ...more } });
const add = async (id: string, role: 'teacher' | 'student' | 'owner', ...emails: string[]) =>
  owner.call(classMembers.addMembers, { ...at(id), body: { role, people: await people(portal, ...emails) } });
const namesOf = async (who: Caller, show: 'own' | 'shared' | 'archived' | 'school' | 'deleted', query: object = {}) =>
  (await who.call(classes.list, { query: { show, ...query } })).items.map((item) => item.name);

describe('creation of a class', () => {
  test('makes the creator the owner', async () => {
    const made = await make('5a', { grade: 5, needs: ['captions'] });
    expect(made).toMatchObject({ name: '5a', grade: 5, needs: ['captions'], school_year: YEAR, state: 'active', role: 'owner' });
    expect(made).toMatchObject({ owners: ['Ada Amsel'], learners: 0, media: 0, join_code: null, version: 1, school: { id: 'school-a' } });
    expect(made.can).toEqual({
      share: true,
      codes: true,
      makeCodes: true,
      members: true,
      groups: true,
      seeMembers: true,
      edit: true,
      archive: true,
      restore: false,
      delete: true,
      adopt: false,
      follow: false,
      leave: false,
    });
  });

  test('rejects a name that looks the same as an existing name', async () => {
    const create = (name: string) => owner.call(classes.create, { body: { name } });
    await create('Doppel');
    for (const name of ['Doppel\u200b', 'dop\u00adpel', ' Doppel\n'])
      await expect(create(name), JSON.stringify(name)).rejects.toMatchObject({ status: 409, code: 'already_exists', field: 'name' });
    await expect(create('\u200b')).rejects.toMatchObject({ status: 400, field: 'name' });
  });

  test('rejects a second class with the same name in a school year, ignoring case', async () => {
    await make('6a');
    await expect(make('6A')).rejects.toMatchObject({ status: 409, code: 'already_exists', field: 'name' });
    const elsewhere = await portal.as(teacher({ school_id: 'school-b' }));
    expect((await make('6a', {}, elsewhere)).school.id).toBe('school-b');
    // The database rejects one of two concurrent changes to the same name.
    const [one, two] = [await make('6x', {}, elsewhere), await make('6y', {}, elsewhere)];
    const rename = (cls: Class) => {
      const { name: _, kind, grade, subject, needs, join_policy, picture_login, version } = cls;
      const fields = { name: '6z', kind, grade, subject, needs, join_policy, picture_login, version };
      return elsewhere.call(classes.change, { params: { id: cls.id }, body: fields });
    };
    const both = await Promise.allSettled([rename(one), rename(two)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'already_exists', field: 'name' } });
  });

  test('rejects unknown subjects and video rooms without the feature', async () => {
    await expect(make('6b', { subject: 'xyz' })).rejects.toMatchObject({ status: 400, field: 'subject' });
    await expect(make('6b', { video_room: 'https://meet.example/6b' })).rejects.toMatchObject({
      code: 'feature_disabled',
      field: 'video_room',
    });
  });

  test('is denied to learners, other staff and people without a school', async () => {
    const staff = await portal.as({ role: 'P', school_id: 'school-a' });
    const nowhere = await portal.as(teacher({ school_id: null }));
    const district = await portal.as(districtAdmin());
    for (const who of [learner, staff, nowhere, district]) expect(await statusOf(make('6c', {}, who))).toBe(403);
    expect((await make('6c', {}, admin)).role).toBe('owner');
  });

  test('can be limited to administrators by the school', async () => {
    const settings = async (class_creation: 'teachers' | 'administrators') => {
      const school = await admin.call(schools.read, at('school-a'));
      await admin.call(schools.change, {
        ...at('school-a'),
        body: { version: school.version, settings: { ...school.settings!, class_creation } },
      });
    };
    await settings('administrators');
    expect((await owner.call(classes.list, { query: {} })).can.create).toBe(false);
    expect(await statusOf(make('6d'))).toBe(403);
    expect((await admin.call(classes.list, { query: {} })).can.create).toBe(true);
    await settings('teachers');
    expect((await owner.call(classes.list, { query: {} })).can.create).toBe(true);
  });
});

describe('visibility of a class', () => {
  test('is limited to its members and to administrators of its school', async () => {
    const { id } = await make('7a');
    await add(id, 'teacher', 'ben@a.example');
    await add(id, 'student', 'cem@a.example');
    const other = await portal.as(teacher());
    const stranger = await portal.as(pupil());
    const elsewhere = await portal.as(schoolAdmin({ school_id: 'school-b' }));
    const district = await portal.as(districtAdmin());
    const basic = await portal.as(schoolAdmin({ school_admin: '2' }));
    const calls = [owner, colleague, learner, admin, other, stranger, elsewhere, district, basic, portal.guest()];
    const asked = await Promise.all(calls.map((who) => statusOf(who.call(classes.read, at(id)))));
    expect(asked).toEqual([200, 200, 200, 200, 404, 404, 404, 404, 403, 401]);
  });

  test('hides other members and codes from learners', async () => {
    const { id } = await make('7b', { join_policy: 'code' });
    await add(id, 'student', 'cem@a.example');
    await portal.as(pupil({ email: 'eva@a.example' }));
    await add(id, 'student', 'eva@a.example');
    const { items } = await owner.call(classMembers.members, { ...at(id), query: {} });
    const member = (name: string) => items.find((item) => item.name.startsWith(name))!.id;
    await owner.call(classMembers.addGroup, { ...at(id), body: { name: 'Mit Cem', members: [member('Cem'), member('Kim')] } });
    await owner.call(classMembers.addGroup, { ...at(id), body: { name: 'Ohne Cem', members: [member('Kim')] } });
    await owner.call(classMembers.newJoinCode, { ...at(id), body: { until: '2027-01-31' } });
    const read = await learner.call(classes.read, at(id));
    expect(read).toMatchObject({
      name: '7b',
      owners: ['Ada Amsel'],
      learners: 0,
      applied: 0,
      join_code: null,
      last_activity: null,
      role: 'student',
    });
    expect(read.groups).toEqual([{ id: expect.any(String), name: 'Mit Cem', members: [], version: 1 }]);
    expect(Object.entries(read.can).filter(([, may]) => may)).toEqual([['leave', true]]);
    expect(await statusOf(learner.call(classMembers.members, { ...at(id), query: {} }))).toBe(403);
    expect(await statusOf(learner.call(classMembers.candidates, { ...at(id), query: { q: 'Kim', role: 'student' } }))).toBe(403);
  });

  test('ends for members who leave the school, except guests', async () => {
    const { id } = await make('7c');
    const moving = await portal.as(teacher({ email: 'moving@a.example' }));
    await add(id, 'teacher', 'moving@a.example');
    expect(await statusOf(moving.call(classes.read, at(id)))).toBe(200);
    const [person] = await people(portal, 'moving@a.example');
    await portal.portal.db.updateTable('person').set({ school_id: 'school-b' }).where('id', '=', person!).execute();
    expect(await statusOf(moving.call(classes.read, at(id)))).toBe(404);
    expect((await owner.call(classMembers.members, { ...at(id), query: { show: 'teachers' } })).items.map((item) => item.role)).toEqual([
      'owner',
    ]);
    await portal.portal.db.updateTable('class_member').set({ guest: true }).where('person_id', '=', person!).execute();
    expect(await statusOf(moving.call(classes.read, at(id)))).toBe(200);
  });
});

describe('lists of classes', () => {
  test('contain own, shared, archived and school classes with their counts', async () => {
    const who = await portal.as(teacher({ email: 'list@a.example' }));
    const [a, b, c] = [await make('10z', {}, who), await make('9z', {}, who), await make('8z')];
    await add(c.id, 'teacher', 'list@a.example');
    await setClassState(portal, who, a.id, 'archived');
    expect(await namesOf(who, 'own')).toEqual(['9z']);
    expect(await namesOf(who, 'shared')).toEqual(['8z']);
    expect(await namesOf(who, 'archived')).toEqual(['10z']);
    const { counts, years, can, total } = await who.call(classes.list, { query: {} });
    expect({ counts, years, can, total }).toEqual({
      counts: { own: 1, shared: 1, archived: 1, school: 0, deleted: 0 },
      years: [YEAR],
      can: { create: true, seeSchool: false, join: false },
      total: 1,
    });
    expect(await statusOf(who.call(classes.list, { query: { show: 'school' } }))).toBe(403);
    const all = await namesOf(admin, 'school', { limit: 100 });
    expect(all.filter((name) => name.endsWith('z'))).toEqual(['8z', '9z', '10z']);
    expect(await namesOf(who, 'own', { year: nextSchoolYear(YEAR) })).toEqual([]);
    await setClassState(portal, who, b.id, 'deleted', '9z');
    expect(await namesOf(who, 'own')).toEqual([]);
  });

  test('contain the classes of a learner without counts of other members', async () => {
    const who = await portal.as(pupil({ email: 'lone@a.example' }));
    const { id } = await make('7d');
    await add(id, 'student', 'lone@a.example', 'cem@a.example');
    await owner.call(classMedia.share, { body: { classes: [id], media: ['m-1'] } });
    const { items, can } = await who.call(classes.list, { query: {} });
    expect(items).toMatchObject([{ name: '7d', role: 'student', learners: 0, media: 1 }]);
    expect(can).toEqual({ create: false, seeSchool: false, join: true });
    expect((await owner.call(classes.read, at(id))).learners).toBe(2);
  });

  test('contain locked classes first for administrators of the school', async () => {
    const gone = await portal.as(teacher({ email: 'gone@a.example' }));
    await make('Zirkus', {}, gone);
    await make('Zauber');
    await portal.portal.db.updateTable('person').set({ state: 'blocked' }).where('email', '=', 'gone@a.example').execute();
    const asked = await admin.call(classes.ofSchool, { ...at('school-a'), query: { q: 'z', limit: 100 } });
    expect(asked.items[0]).toMatchObject({ name: 'Zirkus', state: 'locked', owners: [] });
    expect(asked.items.map((item) => item.name)).toContain('Zauber');
    expect(asked.years).toEqual([YEAR]);
    const statuses = [colleague, await portal.as(districtAdmin()), await portal.as(schoolAdmin({ school_id: 'school-b' }))].map((who) =>
      statusOf(who.call(classes.ofSchool, { ...at('school-a'), query: {} })),
    );
    expect(await Promise.all(statuses)).toEqual([403, 403, 404]);
  });
});

describe('changes of a class', () => {
  const fields = { name: '8a', kind: 'class', join_policy: 'closed' } as const;

  test('require an owner or administrator and the current version', async () => {
    const { id } = await make('8a');
    await add(id, 'teacher', 'ben@a.example');
    expect(await statusOf(colleague.call(classes.change, { ...at(id), body: { ...fields, version: 1 } }))).toBe(403);
    const changed = await owner.call(classes.change, { ...at(id), body: { ...fields, name: '8 A', grade: 8, version: 1 } });
    expect(changed).toMatchObject({ name: '8 A', grade: 8, version: 2 });
    const stale = owner.inject({ method: 'GET', url: `/api/v1/classes/${id}` });
    expect((await stale).json()).toMatchObject({ version: 2 });
    await expect(admin.call(classes.change, { ...at(id), body: { ...fields, version: 1 } })).rejects.toMatchObject({
      code: 'version_conflict',
      field: 'version',
    });
    await make('8f');
    await expect(owner.call(classes.change, { ...at(id), body: { ...fields, name: '8F', version: 2 } })).rejects.toMatchObject({
      code: 'already_exists',
      field: 'name',
    });
  });

  test('cannot rename a class that is managed by the directory', async () => {
    const { id } = await make('8e');
    await portal.portal.db.updateTable('class').set({ external_ref: 'x-1' }).where('id', '=', id).execute();
    await expect(owner.call(classes.change, { ...at(id), body: { ...fields, name: '8ee', version: 1 } })).rejects.toMatchObject({
      status: 423,
    });
    expect(await owner.call(classes.change, { ...at(id), body: { ...fields, name: '8e', grade: 8, version: 1 } })).toMatchObject({
      grade: 8,
    });
  });

  test('require the video conference feature to set a room', async () => {
    const { id } = await make('8g');
    await add(id, 'student', 'cem@a.example');
    const rooms = (on: boolean) =>
      portal.portal.db
        .updateTable('school')
        .set({ settings: JSON.stringify({ video_rooms: on }) })
        .where('id', '=', 'school-a')
        .execute();
    await rooms(true);
    const video_room = 'https://meet.example/8g';
    await owner.call(classes.change, { ...at(id), body: { ...fields, name: '8g', video_room, version: 1 } });
    expect((await learner.call(classes.read, at(id))).video_room).toBe(video_room);
    // A user without video conferences cannot change the room.
    await admin.call(classes.change, { ...at(id), body: { ...fields, name: '8g', version: 2 } });
    expect((await learner.call(classes.read, at(id))).video_room).toBe(video_room);
    await rooms(false);
    expect((await learner.call(classes.read, at(id))).video_room).toBe(null);
  });
});

describe('states of a class', () => {
  test('hides an archived class from learners until it is restored', async () => {
    const { id } = await make('9a');
    await add(id, 'teacher', 'ben@a.example');
    await add(id, 'student', 'cem@a.example');
    expect(await statusOf(setClassState(portal, colleague, id, 'archived'))).toBe(403);
    await setClassState(portal, owner, id, 'archived');
    expect(await statusOf(learner.call(classes.read, at(id)))).toBe(404);
    expect(await statusOf(learner.call(classMedia.media, at(id)))).toBe(404);
    expect(await colleague.call(classes.read, at(id))).toMatchObject({
      state: 'archived',
      can: { share: false, members: false, seeMembers: true, restore: false },
    });
    expect((await colleague.call(classMembers.members, { ...at(id), query: {} })).items).toHaveLength(1);
    const write = owner.call(classMedia.share, { body: { classes: [id], media: ['m-1'] } });
    await expect(write).rejects.toMatchObject({ status: 423, code: 'locked' });
    expect(await statusOf(setClassState(portal, owner, id, 'archived'))).toBe(409);
    await setClassState(portal, owner, id, 'active');
    expect(await statusOf(learner.call(classes.read, at(id)))).toBe(200);
    expect(await statusOf(setClassState(portal, owner, id, 'active'))).toBe(409);
  });

  test('rejects a state change with a stale version', async () => {
    const { id, version } = await make('9v', {});
    const to = (state: 'archived' | 'active' | 'deleted', seen: number, name = '') =>
      owner.call(classes.setState, { ...at(id), body: { to: state, name, version: seen } });
    await owner.call(classes.change, { ...at(id), body: { name: '9w', version } });
    const changed = { status: 409, code: 'version_conflict', details: { current: { name: '9w', version: version + 1 } } };
    await expect(to('archived', version)).rejects.toMatchObject(changed);
    await expect(to('deleted', version, '9w')).rejects.toMatchObject(changed);
    const archived = await to('archived', version + 1);
    await expect(to('active', version)).rejects.toMatchObject({ code: 'version_conflict', details: { current: { state: 'archived' } } });
    await to('active', archived.version);
  });

  test('restores a deleted class within thirty days', async () => {
    const { id } = await make('9b', { join_policy: 'code' });
    const joining = await owner.call(classMembers.newJoinCode, { ...at(id), body: { until: today(portal.portal.now()) } });
    const { code } = joining.join_code!;
    await expect(setClassState(portal, owner, id, 'deleted', '9')).rejects.toMatchObject({
      status: 400,
      field: 'name',
    });
    await setClassState(portal, owner, id, 'deleted', '9b');
    expect(await statusOf(owner.call(classes.read, at(id)))).toBe(404);
    expect(await statusOf(setClassState(portal, colleague, id, 'active'))).toBe(404);
    for (const who of [owner, admin]) {
      const { items, counts } = await who.call(classes.list, { query: { show: 'deleted', limit: 100 } });
      const restore_until = shiftDay(today(portal.portal.now()), 30);
      expect(items.find((item) => item.id === id)).toMatchObject({ name: '9b', state: 'deleted', restore_until });
      expect(counts.deleted).toBe(items.length);
    }
    expect(await namesOf(colleague, 'deleted')).not.toContain('9b');
    await make('9B');
    await expect(setClassState(portal, owner, id, 'active')).rejects.toMatchObject({ code: 'already_exists' });
    await portal.portal.db.updateTable('class').set({ name: '9c' }).where('id', '=', id).execute();
    expect(await statusOf(learner.call(classMembers.join, { body: { code } }))).toBe(404);
    await setClassState(portal, owner, id, 'active');
    expect(await owner.call(classes.read, at(id))).toMatchObject({ name: '9c', join_code: { code } });
    expect(await namesOf(owner, 'deleted')).not.toContain('9c');
  });

  test('locks a class without an owner until an administrator assigns one', async () => {
    const leaving = await portal.as(teacher({ email: 'leaving@a.example' }));
    const { id } = await make('9d', {}, leaving);
    const [ben, person] = await people(portal, 'ben@a.example', 'leaving@a.example');
    await leaving.call(classMembers.addMembers, { ...at(id), body: { role: 'teacher', people: [ben!] } });
    expect(await statusOf(leaving.call(classMembers.leave, at(id)))).toBe(409);
    await portal.portal.db.updateTable('person').set({ school_id: 'school-b' }).where('id', '=', person!).execute();
    expect(await colleague.call(classes.read, at(id))).toMatchObject({ state: 'locked', owners: [], can: { share: false, leave: true } });
    expect(await statusOf(colleague.call(classMedia.share, { body: { classes: [id], media: ['m-1'] } }))).toBe(423);
    const adopt = (who: Caller, role: 'owner' | 'teacher') =>
      who.call(classMembers.addMembers, { ...at(id), body: { role, people: [ben!] } });
    expect(await statusOf(adopt(colleague, 'owner'))).toBe(403);
    expect(await statusOf(adopt(admin, 'teacher'))).toBe(423);
    expect((await admin.call(classes.read, at(id))).can.adopt).toBe(true);
    expect(await adopt(admin, 'owner')).toMatchObject({ added: 1 });
    expect(await colleague.call(classes.read, at(id))).toMatchObject({ state: 'active', role: 'owner', owners: ['Ben Buche'] });
    expect(await personOf(portal, 'class.adopt')).toBe(ben);
  });
});

describe('class in the next school year', () => {
  test('contains the members and optionally the media of the previous class', async () => {
    const { id } = await make('9e', { needs: ['no_sound'], join_policy: 'code' });
    await add(id, 'teacher', 'ben@a.example');
    await add(id, 'student', 'cem@a.example');
    await owner.call(classMedia.share, { body: { classes: [id], media: ['m-1'], visible_until: '2026-12-01', note: 'Ansehen' } });
    expect(await statusOf(colleague.call(classes.succeed, { ...at(id), body: { name: '10e' } }))).toBe(403);
    const next = await owner.call(classes.succeed, { ...at(id), body: { name: '10e', grade: 10, media: true } });
    expect(next).toMatchObject({
      name: '10e',
      grade: 10,
      school_year: nextSchoolYear(YEAR),
      needs: ['no_sound'],
      learners: 1,
      media: 1,
      role: 'owner',
    });
    expect((await colleague.call(classes.read, at(next.id))).role).toBe('teacher');
    expect((await learner.call(classMedia.media, at(next.id))).items).toMatchObject([{ note: 'Ansehen', visible_until: null }]);
    expect((await owner.call(classes.read, at(id))).successor).toBe(next.id);
    const again = owner.call(classes.succeed, { ...at(id), body: { name: '10e2' } });
    await expect(again).rejects.toMatchObject({ status: 409, code: 'already_exists' });
    await setClassState(portal, owner, next.id, 'deleted', '10e');
    expect((await owner.call(classes.succeed, { ...at(id), body: { name: '10e' } })).media).toBe(0);
  });
});
