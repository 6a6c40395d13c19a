/** Creating, reading, changing and deleting media lists (docs/behaviour/medialists.md). */
import { medialists as lists } from '@fundus/contract/medialists/medialists';
import { medialistItems as items } from '@fundus/contract/medialists/items';
import { medialistSharing as sharing } from '@fundus/contract/medialists/sharing';
import { accounts } from '@fundus/contract/accounts/accounts';
import { DAY } from '@fundus/contract/days';
import { beforeAll, describe, expect, test } from 'vitest';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { sweepLists } from './sweep.ts';

const portal = usePortal();
let anna: Caller;
let ben: Caller;
let far: Caller;
let admin: Caller;
let district: Caller;
let learner: Caller;
beforeAll(async () => {
  await portal.store(
    { identifier: 'frei', fn_titel: 'Der Wasserkreislauf', fn_typ: '49', duration: 300, fn_prodname: 'Studio Nord', year: 2021 },
    { identifier: 'zwei', fn_titel: 'Vulkane', fn_typ: '49', duration: 600 },
    { identifier: 'ohne', fn_titel: 'Das Watt', fn_typ: '49', licences: [{ scope: 'none' }] },
  );
  anna = await portal.as(teacher({ email: 'anna@x.example', name: 'Anker' }));
  ben = await portal.as(teacher({ email: 'ben@x.example', name: 'Boje' }));
  far = await portal.as(teacher({ email: 'far@x.example', school_id: 'school-b' }));
  admin = await portal.as(schoolAdmin({ email: 'admin@x.example' }));
  district = await portal.as(districtAdmin({ email: 'kreis@x.example' }));
  learner = await portal.as(pupil({ email: 'lernt@x.example' }));
});

const idOf = async (caller: Caller): Promise<string> => ((await caller.call(accounts.userinfo)) as { id: string }).id;
const refused = (code: string, field?: string) => expect.objectContaining({ code, ...(field && { field }) });
const medium = (identifier: string) => ({ kind: 'medium' as const, identifier });
const make = (
  caller: Caller,
  body: Parameters<typeof anna.call<typeof lists.create>>[1]['body'] = { title: 'Wasser', visibility: 'school' },
) => caller.call(lists.create, { body });
const read = (caller: Caller, id: string) => caller.call(lists.read, { params: { id } });

test('returns the availability of each item of a new list', async () => {
  const list = await make(anna, {
    title: '  Rund ums Wasser ',
    description: '<p>Drei <b>Stunden</b><script>x</script></p>',
    subjects: ['08005'],
    grades: [6, 5, 6],
    planned_for: '2026-12-01',
    items: [
      medium('frei'),
      { kind: 'sequence', identifier: 'zwei', title: 'Ausbruch', start_s: 30, end_s: 75 },
      { kind: 'heading', title: 'Zum Vertiefen' },
      { kind: 'external', url: 'https://example.org/wasser', title: 'Wasseratlas' },
      { kind: 'text', body: 'Bitte leise.' },
      medium('ohne'),
    ],
  });
  expect(list).toMatchObject({
    title: 'Rund ums Wasser',
    description: '<p>Drei <strong>Stunden</strong></p>',
    grades: [5, 6],
    visibility: 'private',
    state: 'active',
    role: 'owner',
    items: 3,
    duration: 345,
    cover: expect.stringContaining('frei'),
  });
  expect(list.contents.map(({ kind, title, availability }) => [kind, title, availability])).toEqual([
    ['media', 'Der Wasserkreislauf', 'playable'],
    ['sequence', 'Ausbruch', 'playable'],
    ['heading', 'Zum Vertiefen', 'playable'],
    ['external', 'Wasseratlas', 'playable'],
    ['text', '', 'playable'],
    ['media', 'Das Watt', 'no_licence'],
  ]);
});

describe('visibility', () => {
  test('includes the staff of the school only for lists shown to the school', async () => {
    const list = await make(anna);
    expect((await read(ben, list.id)).role).toBe('school');
    expect((await read(admin, list.id)).role).toBe('administrator');
    for (const caller of [far, district, learner]) await expect(read(caller, list.id)).rejects.toEqual(refused('not_found'));
    await anna.call(lists.change, { params: { id: list.id }, body: { version: 1, visibility: 'private' } });
    for (const caller of [ben, admin]) await expect(read(caller, list.id)).rejects.toEqual(refused('not_found'));
  });

  test('is private for new and copied lists', async () => {
    const list = await make(anna, { title: 'Neu' });
    const copied = await ben.call(lists.copy, { params: { id: (await make(anna)).id }, body: {} });
    expect([list.visibility, copied.visibility]).toEqual(['private', 'private']);
    await expect(read(ben, list.id)).rejects.toEqual(refused('not_found'));
    await anna.call(lists.change, { params: { id: list.id }, body: { version: 1, visibility: 'school' } });
    expect((await read(ben, list.id)).role).toBe('school');
  });

  test('includes write access only for editors', async () => {
    const list = await make(anna, { title: 'Zu zweit', visibility: 'private' });
    const params = { id: list.id };
    await expect(ben.call(items.addItems, { params, body: { items: [medium('frei')] } })).rejects.toEqual(refused('not_found'));
    const userId = await idOf(ben);
    await anna.call(sharing.setMember, { params: { ...params, userId }, body: { role: 'viewer' } });
    await expect(ben.call(items.addItems, { params, body: { items: [medium('frei')] } })).rejects.toEqual(refused('forbidden'));
    await anna.call(sharing.setMember, { params: { ...params, userId }, body: { role: 'editor' } });
    expect((await ben.call(items.addItems, { params, body: { items: [medium('frei')] } })).items).toHaveLength(1);
    await expect(ben.call(lists.change, { params, body: { version: 1, title: 'Meine' } })).rejects.toEqual(refused('forbidden'));
    expect((await ben.call(lists.list, { query: { scope: 'shared' } })).items.map(({ title }) => title)).toEqual(['Zu zweit']);
    await ben.call(sharing.removeMember, { params: { ...params, userId } });
    await expect(read(ben, list.id)).rejects.toEqual(refused('not_found'));
    const stranger = { params: { ...params, userId: await idOf(far) }, body: { role: 'viewer' as const } };
    await expect(anna.call(sharing.setMember, stranger)).rejects.toEqual(refused('not_found', 'userId'));
  });

  test('includes all schools of the district for an editorial list', async () => {
    const list = await make(district, { title: 'Woche des Wassers', visibility: 'editorial', items: [medium('frei')] });
    expect(list).toMatchObject({ role: 'district', owner: '' });
    expect((await read(far, list.id)).role).toBe('editorial');
    expect((await far.call(lists.list, { query: { scope: 'editorial' } })).items.map(({ id }) => id)).toContain(list.id);
    await expect(learner.call(lists.read, { params: { id: list.id } })).rejects.toEqual(refused('not_found'));
    await expect(make(anna, { title: 'x', visibility: 'editorial' })).rejects.toEqual(refused('validation_failed', 'visibility'));
    expect((await anna.call(lists.copy, { params: { id: list.id }, body: {} })).role).toBe('owner');
    await portal.store({ identifier: 'eigen', fn_titel: 'Nur unsere', fn_typ: '49' });
    const editor = await portal.as(teacher({ email: 'redaktion@x.example', capabilities: ['cap_catalogue'] }));
    const made = { identifier: 'eigen', school_id: 'school-a', made_by: await idOf(editor), rights_source: 'own' as const };
    await portal.portal.db
      .insertInto('own_material')
      .values({ ...made, created_at: new Date(), given_at: new Date() })
      .execute();
    const add = editor.call(items.addItems, { params: { id: list.id }, body: { items: [medium('eigen')] } });
    await expect(add).rejects.toMatchObject({ code: 'state_conflict', field: 'items' });
  });

  test('is private for lists of learners', async () => {
    await expect(make(learner, { title: 'Wasser' })).rejects.toEqual(refused('forbidden'));
    await portal.portal.db
      .updateTable('school')
      .set({ settings: JSON.stringify({ student_lists: true }) })
      .where('id', '=', 'school-a')
      .execute();
    expect(await make(learner, { title: 'Wasser' })).toMatchObject({
      visibility: 'private',
      role: 'owner',
      can: { copy: false, release: false },
    });
    await expect(make(learner, { title: 'x', visibility: 'school' })).rejects.toEqual(refused('validation_failed', 'visibility'));
    await portal.portal.db.updateTable('school').set({ settings: '{}' }).where('id', '=', 'school-a').execute();
  });
});

describe('fields of a list', () => {
  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(121) }, 'title'],
    [{ title: 'x', description: `<p>${'x'.repeat(2_001)}</p>` }, 'description'],
    [{ title: 'x', subjects: ['gibtesnicht'] }, 'subjects'],
    [{ title: 'x', grades: [14] }, 'grades.0'],
    [{ title: 'x', cover: 'zwei' }, 'cover'],
    [{ title: 'x', items: [{ kind: 'sequence', identifier: 'zwei', title: 't', start_s: 1, end_s: 1.5 }] }, 'items.0.end_s'],
    [{ title: 'x', items: [{ kind: 'external', url: 'javascript:alert(1)', title: 't' }] }, 'items.0.url'],
  ] as const)('rejects %j and names the invalid field', async (body, field) => {
    const answer = expect(make(anna, body as never)).rejects;
    await answer.toMatchObject({ code: 'validation_failed', field });
  });

  test('rejects an excerpt that ends after the end of the film', async () => {
    const before = (await anna.call(lists.list, { query: {} })).total;
    const part = { kind: 'sequence' as const, identifier: 'zwei', title: 't', start_s: 1, end_s: 900 };
    await expect(make(anna, { title: 'x', items: [part] })).rejects.toEqual(refused('validation_failed', 'end_s'));
    await expect(make(anna, { title: 'x', items: [medium('fehlt')] })).rejects.toEqual(refused('not_found', 'items'));
    expect((await anna.call(lists.list, { query: {} })).total).toBe(before);
  });

  test('rejects a change to a list with a stale version', async () => {
    const list = await make(anna);
    const params = { id: list.id };
    await anna.call(lists.change, { params, body: { version: 1, title: 'Erste' } });
    expect((await anna.call(lists.change, { params, body: { version: 2 } })).title).toBe('Erste');
    await expect(anna.call(lists.change, { params, body: { version: 1, title: 'Zweite' } })).rejects.toEqual(
      refused('version_conflict', 'version'),
    );
    expect((await read(anna, list.id)).title).toBe('Erste');
  });
});

describe('states of a list', () => {
  const acts = {
    archive: (id: string) => anna.call(lists.archive, { params: { id } }),
    restore: (id: string) => anna.call(lists.restore, { params: { id } }),
    remove: (id: string) => anna.call(lists.remove, { params: { id } }),
    copy: (id: string) => anna.call(lists.copy, { params: { id }, body: {} }),
    change: (id: string) => anna.call(lists.change, { params: { id }, body: { version: 1, title: 'Neu' } }),
    add: (id: string) => anna.call(items.addItems, { params: { id }, body: { items: [medium('frei')] } }),
    release: (id: string) => anna.call(sharing.release, { params: { id }, body: { school: true } }),
  };
  const bring = {
    active: async (_id: string) => {},
    archived: (id: string) => acts.archive(id),
    deleted: (id: string) => acts.remove(id),
    locked: async (id: string) => {
      await portal.portal.db.updateTable('medialist').set({ school_id: 'school-b' }).where('id', '=', id).execute();
    },
  };
  const MAY: Record<keyof typeof bring, Record<keyof typeof acts, true | string>> = {
    active: { archive: true, restore: 'state_conflict', remove: true, copy: true, change: true, add: true, release: true },
    archived: { archive: 'state_conflict', restore: true, remove: true, copy: true, change: 'locked', add: 'locked', release: 'locked' },
    deleted: {
      ...{ archive: 'state_conflict', restore: true, remove: 'state_conflict', copy: 'state_conflict' },
      ...{ change: 'state_conflict', add: 'state_conflict', release: 'state_conflict' },
    },
    locked: { archive: 'locked', restore: 'locked', remove: true, copy: true, change: 'locked', add: 'locked', release: 'locked' },
  };
  for (const [state, row] of Object.entries(MAY))
    for (const [act, result] of Object.entries(row))
      test(`${act} of a list in the state ${state} ${result === true ? 'succeeds' : `fails with ${result}`}`, async () => {
        const { id } = await make(anna);
        await bring[state as keyof typeof bring](id);
        const before = await portal.portal.db.selectFrom('medialist').selectAll().where('id', '=', id).executeTakeFirst();
        const done = acts[act as keyof typeof acts](id);
        if (result === true) return void (await expect(done).resolves.toBeTruthy());
        await expect(done).rejects.toEqual(refused(result));
        expect(await portal.portal.db.selectFrom('medialist').selectAll().where('id', '=', id).executeTakeFirst()).toEqual(before);
      });

  test('restores a deleted list as archived if it was archived before', async () => {
    const { id } = await make(anna);
    await acts.archive(id);
    await acts.remove(id);
    expect((await acts.restore(id)).state).toBe('archived');
  });

  test('lets an administrator transfer a list without an active owner within ninety days', async () => {
    const leaver = await portal.as(teacher({ email: 'geht@x.example' }));
    const [list, other] = [
      await make(leaver, { title: 'Bleibt', visibility: 'school' }),
      await make(leaver, { title: 'Vergessen', visibility: 'school' }),
    ];
    await portal.portal.db.updateTable('person').set({ state: 'blocked' }).where('email', '=', 'geht@x.example').execute();
    expect((await read(admin, list.id)).state).toBe('locked');
    await expect(ben.call(items.addItems, { params: { id: list.id }, body: { items: [medium('frei')] } })).rejects.toEqual(
      refused('forbidden'),
    );
    await admin.call(lists.handOver, { params: { id: list.id }, body: { person_id: await idOf(ben) } });
    expect(await read(ben, list.id)).toMatchObject({ state: 'active', role: 'owner' });
    // The previous owner becomes an editor.
    await ben.call(lists.handOver, { params: { id: list.id }, body: { person_id: await idOf(anna) } });
    expect([(await read(ben, list.id)).role, (await read(anna, list.id)).role]).toEqual(['editor', 'owner']);
    await anna.call(lists.handOver, { params: { id: list.id }, body: { person_id: await idOf(ben) } });
    expect((await ben.call(sharing.sharing, { params: { id: list.id } })).members.map(({ id }) => id)).toEqual([await idOf(anna)]);
    const now = new Date();
    const at = (days: number) => ({ db: portal.portal.db, now: () => new Date(now.getTime() + days * DAY) });
    await sweepLists(at(0));
    await sweepLists(at(89));
    expect((await read(admin, other.id)).state).toBe('locked');
    await sweepLists(at(91));
    expect((await read(admin, other.id)).state).toBe('deleted');
    await sweepLists(at(122));
    await expect(read(admin, other.id)).rejects.toEqual(refused('not_found'));
    expect((await read(ben, list.id)).state).toBe('active');
  });

  test("moves a private list to its owner's new school", async () => {
    const mover = await portal.as(teacher({ email: 'zieht@x.example' }));
    const list = await make(mover, { title: 'Privat', visibility: 'private' });
    await mover.call(sharing.setMember, { params: { id: list.id, userId: await idOf(ben) }, body: { role: 'viewer' } });
    await portal.portal.db.updateTable('person').set({ school_id: 'school-b' }).where('email', '=', 'zieht@x.example').execute();
    await sweepLists(portal.portal);
    expect((await read(mover, list.id)).state).toBe('active');
    await expect(read(ben, list.id)).rejects.toEqual(refused('not_found'));
  });
});
