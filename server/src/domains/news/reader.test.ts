/** Visibility, order, language and unread state of news for readers (docs/behaviour/news.md#reading). */
import { classes } from '@fundus/contract/classes/classes';
import { news, type NewsCategory } from '@fundus/contract/news/news';
import type { Insertable } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tables } from '../../db/tables.ts';
import { createTestCode, people, statusOf } from '../../testing/classes.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, testPortal, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { at, fields, publish, step, titles, write } from '../../testing/news.ts';
import { insertDistrict, insertSchools } from '../accounts/index.ts';

const NOW = new Date('2026-11-21T09:00:00Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const portal = usePortal({ Type: 'bawue', LegalPages: 'generic' });
const who = {} as Record<
  | 'admin'
  | 'kreis'
  | 'teacher'
  | 'staff'
  | 'pupil'
  | 'basic'
  | 'otherAdmin'
  | 'otherTeacher'
  | 'otherPupil'
  | 'far'
  | 'code'
  | 'strange'
  | 'guest',
  Caller
>;
const classIds: string[] = [];

async function join(class_id: string, email: string, role: 'student' | 'teacher', more: object = {}): Promise<void> {
  const [person_id] = await people(portal, email);
  const row = { id: crypto.randomUUID(), class_id, person_id, role, state: 'active' as const, joined_at: NOW, state_since: NOW, ...more };
  await portal.portal.db.insertInto('class_member').values(row).execute();
}

beforeAll(async () => {
  portal.setNow(NOW);
  const db = portal.portal.db;
  await insertDistrict(db, { id: 'district-b', name: 'Kreis B' });
  const bare = { street: '', postcode: '', city: '' };
  await insertSchools(db, [{ id: 'school-far', district_id: 'district-b', name: 'Ferne Schule', number: '9', ...bare }]);
  who.admin = await portal.as(schoolAdmin({ email: 'leitung@a.example' }));
  who.kreis = await portal.as(districtAdmin({ email: 'kreis@a.example' }));
  who.teacher = await portal.as(teacher({ email: 'lehrt@a.example' }));
  who.staff = await portal.as({ role: 'P', school_id: 'school-a' });
  who.pupil = await portal.as(pupil({ email: 'lernt@a.example', role: 'S' }));
  who.basic = await portal.as(schoolAdmin({ school_admin: '2' }));
  who.otherAdmin = await portal.as(schoolAdmin({ school_id: 'school-b' }));
  who.otherTeacher = await portal.as(teacher({ school_id: 'school-b', email: 'gast@b.example' }));
  who.otherPupil = await portal.as(pupil({ school_id: 'school-b', role: 'S' }));
  who.far = await portal.as(teacher({ school_id: 'school-far' }));
  who.guest = portal.guest();
  for (const name of ['8b', '9c']) classIds.push((await who.teacher.call(classes.create, { body: { name } })).id);
  await join(classIds[0]!, 'lernt@a.example', 'student');
  await join(classIds[0]!, 'gast@b.example', 'teacher', { guest: true });
  who.code = (await createTestCode(portal, { classes: [classIds[0]!] })).caller;
  who.strange = (await createTestCode(portal, { classes: [] })).caller;
});
beforeEach(async () => {
  portal.setNow(NOW);
  await portal.portal.db.deleteFrom('news').execute();
});

const everybody = Object.keys as (of: typeof who) => (keyof typeof who)[];
async function seenBy(title: string): Promise<string> {
  const found: string[] = [];
  for (const name of everybody(who)) {
    const own = await who[name].call(news.list, { query: {} });
    const item = own.items.find((each) => each.title === title);
    if (item) found.push(name);
    // Every listed news item can also be opened.
    if (item) expect((await who[name].call(news.read, { ...at(item.id), query: {} })).title).toBe(title);
  }
  return found.sort().join(' ');
}
const sorted = (names: string): string => names.split(' ').sort().join(' ');

const OF_A = 'admin teacher staff pupil basic code strange';
const AUDIENCES: [string, () => Promise<unknown>, string][] = [
  ['public', () => publish(who.kreis, 'X', { audience: 'public' }), `${OF_A} kreis otherAdmin otherTeacher otherPupil far guest`],
  [
    'public, teacher',
    () => publish(who.kreis, 'X', { audience: 'public', roles: 'teacher' }),
    'admin teacher staff basic kreis otherAdmin otherTeacher far',
  ],
  ['public, learner', () => publish(who.kreis, 'X', { audience: 'public', roles: 'learner' }), 'pupil code strange otherPupil kreis'],
  ['district', () => publish(who.kreis, 'X', { audience: 'district' }), `${OF_A} kreis otherAdmin otherTeacher otherPupil`],
  [
    'district, teacher',
    () => publish(who.kreis, 'X', { audience: 'district', roles: 'teacher' }),
    'admin teacher staff basic kreis otherAdmin otherTeacher',
  ],
  ['district, learner', () => publish(who.kreis, 'X', { audience: 'district', roles: 'learner' }), 'pupil code strange otherPupil kreis'],
  ['schools', () => publish(who.kreis, 'X', { audience: 'schools', targets: ['school-b'] }), 'kreis otherAdmin otherTeacher otherPupil'],
  [
    'schools, learner',
    () => publish(who.kreis, 'X', { audience: 'schools', targets: ['school-b', 'school-a'], roles: 'learner' }),
    'pupil code strange otherPupil kreis',
  ],
  ['school', () => publish(who.admin, 'X'), OF_A],
  ['school, teacher', () => publish(who.admin, 'X', { roles: 'teacher' }), 'admin teacher staff basic'],
  ['school, learner', () => publish(who.admin, 'X', { roles: 'learner' }), 'admin basic pupil code strange'],
  [
    'classes',
    () => publish(who.admin, 'X', { audience: 'classes', targets: [classIds[0]] }),
    'admin basic teacher pupil code otherTeacher',
  ],
  [
    'classes, teacher',
    () => publish(who.admin, 'X', { audience: 'classes', targets: [classIds[0]], roles: 'teacher' }),
    'admin basic teacher otherTeacher',
  ],
  [
    'classes, learner',
    () => publish(who.admin, 'X', { audience: 'classes', targets: [classIds[0]], roles: 'learner' }),
    'admin basic pupil code',
  ],
];

describe('visibility', () => {
  test.each(AUDIENCES)('shows news to %s', async (_, make, expected) => {
    await make();
    expect(await seenBy('X')).toBe(sorted(expected));
  });

  test('returns 404 to users who are not addressed', async () => {
    const { id } = await publish(who.admin, 'X', { audience: 'classes', targets: [classIds[1]] });
    const read = (name: keyof typeof who) => statusOf(who[name].call(news.read, { ...at(id), query: {} }));
    for (const name of ['pupil', 'code', 'otherTeacher', 'otherAdmin', 'far', 'kreis', 'staff'] as const)
      expect([name, await read(name)]).toEqual([name, 404]);
    // Guests get 401 instead of 404, because they may be addressed after signing in.
    expect(await read('guest')).toBe(401);
    expect([await read('teacher'), await read('admin'), await read('basic')]).toEqual([200, 200, 200]);
    const archive = (state: 'active' | 'archived') =>
      portal.portal.db.updateTable('class').set({ state }).where('class.id', '=', classIds[1]!).execute();
    await archive('archived');
    expect([await read('teacher'), await read('admin')]).toEqual([404, 200]);
    await archive('active');
  });

  test('lets district administrators open and edit news of their schools', async () => {
    const { id } = await publish(who.admin, 'X');
    const can = async (name: keyof typeof who) => (await who[name].call(news.read, { ...at(id), query: {} })).can.edit;
    expect(await titles(who.kreis)).toEqual([]);
    expect([await can('kreis'), await can('admin'), await can('basic'), await can('teacher')]).toEqual([true, true, false, false]);
  });

  test('shows news to guests only if the media centre is open to the public', async () => {
    const closed = await testPortal();
    expect(await statusOf(closed.guest().call(news.list, { query: {} }))).toBe(401);
    expect(await statusOf(closed.guest().call(news.feed))).toBe(401);
    await closed.close();
  });

  test('hides drafts, scheduled and archived news', async () => {
    const draft = await write(who.admin, 'Entwurf');
    const scheduled = await publish(who.admin, 'Morgen', { display_at: later(20).toISOString() });
    await publish(who.admin, 'Bald vorbei', { expires_at: later(15).toISOString() });
    const archived = await publish(who.admin, 'Weg');
    await step(who.admin, archived, 'archive');
    expect(await titles(who.teacher)).toEqual(['Bald vorbei']);
    expect(await titles(who.admin)).toEqual(['Bald vorbei']);
    for (const { id } of [draft, scheduled, archived])
      expect(await statusOf(who.teacher.call(news.read, { ...at(id), query: {} }))).toBe(404);
    portal.setNow(later(21));
    expect(await titles(who.teacher)).toEqual(['Morgen']);
  });

  test('opens expired news by their URL', async () => {
    const ending = await publish(who.admin, 'Bald vorbei', { expires_at: later(15).toISOString() });
    portal.setNow(later(21));
    expect(await titles(who.teacher)).toEqual([]);
    expect(await who.teacher.call(news.read, { ...at(ending.id), query: {} })).toMatchObject({
      state: 'expired',
      previous: null,
      next: null,
    });
    expect(await statusOf(who.otherTeacher.call(news.read, { ...at(ending.id), query: {} }))).toBe(404);
  });
});

describe('list', () => {
  test('sorts pinned news before the newest', async () => {
    const made: Record<string, string> = {};
    for (const [i, title] of ['eins', 'zwei', 'drei', 'vier'].entries()) {
      portal.setNow(later(i));
      made[title] = (await publish(who.admin, title, title === 'zwei' ? { pinned_until: later(30).toISOString() } : {})).id;
    }
    expect(await titles(who.teacher)).toEqual(['zwei', 'vier', 'drei', 'eins']);
    expect(await titles(who.teacher, { offset: 1, limit: 2 })).toEqual(['vier', 'drei']);
    const read = (title: string) => who.teacher.call(news.read, { ...at(made[title]!), query: {} });
    expect(await read('vier')).toMatchObject({ previous: { title: 'zwei' }, next: { title: 'drei' }, pinned: false });
    expect(await read('zwei')).toMatchObject({ previous: null, next: { title: 'vier' }, pinned: true });
    expect(await read('eins')).toMatchObject({ previous: { title: 'drei' }, next: null });
    portal.setNow(later(31));
    expect(await titles(who.teacher)).toEqual(['vier', 'drei', 'zwei', 'eins']);
  });

  test('filters news by category and school', async () => {
    const items: NewsCategory[] = [
      { slug: 'it', labels: { de: 'Technik', en: 'Technology' } },
      { slug: 'feste', labels: { de: 'Feste' } },
      { slug: 'leer', labels: { de: 'Leer' } },
    ];
    await who.kreis.call(news.setCategories, { body: { items, expected: [] } });
    await publish(who.admin, 'Netz', { category: 'it' });
    await publish(who.admin, 'Geräte', { category: 'it', roles: 'teacher' });
    await publish(who.kreis, 'Fest', { category: 'feste', audience: 'district' });
    const list = (name: keyof typeof who, query: object = {}) => who[name].call(news.list, { query });
    expect(await list('teacher', { lang: 'en' })).toMatchObject({
      total: 3,
      categories: [
        { slug: 'it', label: 'Technology', count: 2 },
        { slug: 'feste', label: 'Feste', count: 1 },
      ],
      can: { write: false, categories: false },
    });
    expect(await list('pupil', { c: 'it' })).toMatchObject({ total: 1, items: [{ title: 'Netz', category: { label: 'Technik' } }] });
    expect((await titles(who.teacher, { school: true })).sort()).toEqual(['Geräte', 'Netz']);
    expect(await titles(who.teacher, { school: true, c: 'feste' })).toEqual([]);
    expect((await list('admin')).can).toEqual({ write: true, categories: false });
    expect((await list('kreis')).can).toEqual({ write: true, categories: true });
    expect((await list('code')).can).toEqual({ write: false, categories: false });
  });

  test('falls back to a language of the portal and then to any language', async () => {
    const both = { texts: { de: { title: 'Hallo' }, en: { title: 'Hello' } } };
    await publish(who.admin, '', both);
    expect([await titles(who.teacher, { lang: 'en' }), await titles(who.teacher, { lang: 'de-AT' }), await titles(who.teacher)]).toEqual([
      ['Hello'],
      ['Hallo'],
      ['Hallo'],
    ]);
    expect((await who.teacher.call(news.list, { query: { lang: 'fr' } })).items).toMatchObject([{ language: 'de', title: 'Hallo' }]);
    await portal.portal.db.updateTable('news_text').set({ language: 'tr' }).where('news_text.language', '=', 'de').execute();
    await portal.portal.db.deleteFrom('news_text').where('news_text.language', '=', 'en').execute();
    expect((await who.teacher.call(news.list, { query: {} })).items).toMatchObject([{ language: 'tr', title: 'Hallo' }]);
  });

  test('names the school or district as the sender instead of a user', async () => {
    await publish(who.admin, 'A');
    await publish(who.kreis, 'B', { audience: 'public' });
    const { items } = await who.teacher.call(news.list, { query: {} });
    expect(items.map(({ from }) => from).sort()).toEqual(['Kreis A', 'Schule a']);
    expect(JSON.stringify(items)).not.toMatch(/added_by|Muster/);
  });

  test('counts ten thousand news items', async () => {
    const row = (i: number): Insertable<Tables['news']> => ({
      id: crypto.randomUUID(),
      audience: i % 3 === 0 ? 'schools' : i % 3 === 1 ? 'district' : 'public',
      district_id: i % 3 === 0 ? 'district-a' : 'district-b',
      roles: 'all',
      notify: 'portal',
      stage: 'published',
      display_at: new Date(NOW.getTime() - i * 60_000),
      created_at: NOW,
      changed_at: NOW,
    });
    const rows = Array.from({ length: 10_000 }, (_, i) => row(i));
    const db = portal.portal.db;
    for (let i = 0; i < rows.length; i += 1_000) {
      const some = rows.slice(i, i + 1_000);
      await db.insertInto('news').values(some).execute();
      await db
        .insertInto('news_text')
        .values(some.map(({ id }) => ({ news_id: id, language: 'de', title: id, teaser: '', body: '', cover_alt: '' })))
        .execute();
      const targets = some.filter(({ audience }) => audience === 'schools').map(({ id }) => ({ news_id: id, school_id: 'school-a' }));
      await db.insertInto('news_target').values(targets).execute();
    }
    await who.teacher.call(news.list, { query: {} });
    const { total } = await who.teacher.call(news.list, { query: {} });
    await who.teacher.call(news.unread);
    await who.teacher.call(news.read, { ...at(rows[6_000]!.id), query: {} });
    expect(total).toBe(6_667);
  });
});

describe('unread news', () => {
  const count = async (name: keyof typeof who) => (await who[name].call(news.unread)).count;
  const unread = async (name: keyof typeof who) =>
    (await who[name].call(news.list, { query: {} })).items
      .filter((item) => item.unread)
      .map(({ title }) => title)
      .sort();

  test('are counted since the last visit of the user', async () => {
    const db = portal.portal.db;
    await db
      .updateTable('person')
      .set({ created_at: later(-60), last_seen_news_at: null })
      .execute();
    await publish(who.admin, 'Neu');
    await publish(who.admin, 'Leise', { notify: 'none' });
    await publish(who.kreis, 'Kreis', { audience: 'district' });
    portal.setNow(later(1));
    expect([await count('teacher'), await unread('teacher')]).toEqual([2, ['Kreis', 'Neu']]);
    expect([await count('admin'), await unread('admin')]).toEqual([1, ['Kreis']]);
    await who.teacher.call(news.markAllRead);
    expect([await count('teacher'), await unread('teacher')]).toEqual([0, []]);
    await db
      .updateTable('person')
      .set({ created_at: later(10) })
      .execute();
    expect(await count('pupil')).toBe(0);
    expect([await unread('code'), await statusOf(who.code.call(news.unread))]).toEqual([[], 403]);
    portal.setNow(later(20));
    await publish(who.admin, 'Später');
    portal.setNow(later(21));
    expect([await count('pupil'), await count('teacher')]).toEqual([1, 1]);
  });
});

test('ignores unknown fields when a news item is created', async () => {
  const body = { ...fields('X'), school_id: 'school-b' } as never;
  const { id } = await who.admin.call(news.create, { body });
  expect((await who.admin.call(news.draft, at(id))).from).toBe('Schule a');
});
