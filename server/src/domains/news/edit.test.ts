/** Editing, reviewing, publishing and pinning news, and the effects of changes to schools and users (docs/behaviour/news.md#states). */
import { classes } from '@fundus/contract/classes/classes';
import { DAY } from '@fundus/contract/days';
import { news, type NewsCategory, type NewsDraft } from '@fundus/contract/news/news';
import { schools } from '@fundus/contract/schools/schools';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people, statusOf } from '../../testing/classes.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { collectData } from '../../testing/collect-data.ts';
import { at, fields, publish, step, titles, write } from '../../testing/news.ts';
import { insertSchools } from '../accounts/index.ts';

const NOW = new Date('2026-11-21T09:00:00Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const days = (count: number) => new Date(NOW.getTime() + count * DAY).toISOString();

const portal = usePortal();
let admin: Caller;
let kreis: Caller;
let editor: Caller;
let second: Caller;
let reader: Caller;
let basic: Caller;
const ofClass: Record<string, string> = {};
beforeAll(async () => {
  portal.setNow(NOW);
  admin = await portal.as(schoolAdmin({ email: 'leitung@a.example' }));
  kreis = await portal.as(districtAdmin());
  editor = await portal.as(teacher({ email: 'schreibt@a.example', capabilities: ['cap_news'] }));
  second = await portal.as(teacher({ email: 'auch@a.example', capabilities: ['cap_news'] }));
  reader = await portal.as(teacher());
  basic = await portal.as(schoolAdmin({ school_admin: '2' }));
  for (const [name, who] of [
    ['8b', reader],
    ['7a', await portal.as(teacher({ school_id: 'school-b' }))],
  ] as const)
    ofClass[name] = (await who.call(classes.create, { body: { name } })).id;
});
beforeEach(async () => {
  portal.setNow(NOW);
  portal.portal.config.NewsReview = false;
  await portal.portal.db.deleteFrom('news').execute();
});

const draftOf = (who: Caller, { id }: { id: string }) => who.call(news.draft, at(id));
const change = (who: Caller, { id, version }: Pick<NewsDraft, 'id' | 'version'>, title: string, more: object = {}) =>
  who.call(news.change, { ...at(id), body: { ...fields(title, more), version } });
const remove = (who: Caller, { id, version }: Pick<NewsDraft, 'id' | 'version'>) =>
  who.call(news.remove, { ...at(id), query: { version } });
const audits = async () =>
  (await portal.portal.db
    .selectFrom('audit_log')
    .select(['what', 'before', 'after', 'school_id', 'district_id'])
    .where('what', 'like', 'news.%')
    .orderBy('id')
    .execute()) as {
    what: string;
    before: unknown;
    after: unknown;
    school_id: string | null;
    district_id: string | null;
  }[];
/** Returns the problems of a form as strings such as `title required`. */
async function problems(who: Caller, body: object): Promise<string[]> {
  const token = (await who.inject({ method: 'GET', url: '/api/v1/user/userinfo' })).headers['x-csrf-token'];
  const answer = await who.inject({ method: 'POST', url: '/api/v1/news', headers: { 'x-csrf-token': String(token) }, payload: body });
  expect(answer.statusCode, answer.body).toBe(400);
  const { error } = answer.json<{ error: { field: string; details: { problems: { field: string; rule: string }[] } } }>();
  expect(error.field).toBe(error.details.problems[0]!.field);
  return error.details.problems.map(({ field, rule }) => `${field} ${rule}`);
}

describe('authors of news', () => {
  const may = async (who: Caller) =>
    Promise.all(
      (['public', 'district', 'schools', 'school', 'classes'] as const).map(async (audience) => {
        const targets = audience === 'schools' ? ['school-b'] : audience === 'classes' ? [ofClass['8b']!] : [];
        return (await statusOf(write(who, 'X', { audience, targets }))) === 200 ? audience : '';
      }),
    ).then((all) => all.filter(Boolean).join(' '));

  test('address their own school or district unless they have the news capability', async () => {
    expect(await may(admin)).toBe('school classes');
    expect(await may(kreis)).toBe('public district schools');
    expect(await may(editor)).toBe('public district schools school classes');
    expect(await may(await portal.as({ role: 'P', district_id: 'district-a', capabilities: ['cap_news'] }))).toBe(
      'public district schools',
    );
    for (const who of [reader, basic, await portal.as(pupil({ role: 'S' })), await portal.as(teacher({ capabilities: ['cap_lending'] }))]) {
      expect(await may(who)).toBe('');
      for (const call of [
        () => who.call(news.manage, { query: {} }),
        () => who.call(news.categories),
        () => who.call(news.targets, { query: { audience: 'schools' } }),
      ])
        expect(await statusOf(call())).toBe(403);
    }
  });

  test('see only drafts of their own school and district', async () => {
    const draft = await write(editor, 'Entwurf');
    const status = (who: Caller) => statusOf(draftOf(who, draft));
    const other = await portal.as(schoolAdmin({ school_id: 'school-b' }));
    const outside = await portal.as(teacher({ school_id: 'school-b', capabilities: ['cap_news'] }));
    expect(await Promise.all([admin, kreis, editor, second].map(status))).toEqual([200, 200, 200, 200]);
    expect(await Promise.all([reader, other, outside].map(status))).toEqual([404, 404, 404]);
    for (const who of [reader, outside]) {
      expect(await statusOf(change(who, draft, 'Y'))).toBe(404);
      expect(await statusOf(step(who, draft, 'publish'))).toBe(404);
      expect(await statusOf(remove(who, draft))).toBe(404);
    }
    expect(await draftOf(admin, draft)).toMatchObject({ texts: { de: { title: 'Entwurf' } }, version: 1, state: 'draft' });
  });

  test('manage news of all schools in their district except news of classes', async () => {
    const [school, ofAClass] = [
      await write(admin, 'Schule'),
      await write(admin, 'Klasse', { audience: 'classes', targets: [ofClass['8b']] }),
    ];
    expect([await statusOf(draftOf(kreis, school)), await statusOf(draftOf(kreis, ofAClass))]).toEqual([200, 404]);
    const changed = await change(kreis, school, 'Vom Kreis gebessert');
    expect(changed).toMatchObject({ from: 'Schule a', audience: 'school' });
    // Authors can move a news item neither to an audience where they cannot edit it nor to their own place.
    await expect(change(kreis, changed, 'X', { audience: 'classes', targets: [ofClass['8b']] })).rejects.toMatchObject({ status: 403 });
    expect((await kreis.call(news.manage, { query: {} })).items.map(({ title }) => title)).toEqual(['Vom Kreis gebessert']);
    await publish(kreis, 'Eigene', { audience: 'public' });
    expect((await kreis.call(news.manage, { query: {} })).items.map(({ title }) => title)).toEqual(['Vom Kreis gebessert', 'Eigene']);
    expect((await admin.call(news.manage, { query: {} })).total).toBe(2);
  });

  test('move news between school and district if they write for both', async () => {
    const draft = await write(editor, 'X');
    const wider = await change(editor, draft, 'X', { audience: 'district' });
    expect([wider.from, wider.audience]).toEqual(['Kreis A', 'district']);
    expect(await statusOf(draftOf(admin, draft))).toBe(404);
    expect((await change(editor, wider, 'X', { audience: 'classes', targets: [ofClass['8b']] })).from).toBe('Schule a');
    await expect(change(admin, await draftOf(admin, draft), 'X', { audience: 'public' })).rejects.toMatchObject({
      status: 403,
      field: 'audience',
    });
  });

  test('find schools and classes that they may address', async () => {
    const targets = async (who: Caller, audience: 'schools' | 'classes', q = '') =>
      (await who.call(news.targets, { query: { audience, q } })).items.map(({ name }) => name);
    expect(await targets(kreis, 'schools')).toEqual(['Schule a', 'Schule b']);
    expect(await targets(editor, 'schools', 'E B')).toEqual(['Schule b']);
    expect([await targets(admin, 'classes'), await targets(admin, 'classes', '%')]).toEqual([['8b'], []]);
    await expect(targets(admin, 'schools')).rejects.toMatchObject({ status: 403 });
    await expect(targets(kreis, 'classes')).rejects.toMatchObject({ status: 403 });
  });
});

describe('validation of news', () => {
  test('reports all problems of a form at once', async () => {
    const body = {
      texts: { de: { title: 'X', body: '<img src="/api/v1/news/files/0199d3a0-0000-7000-8000-000000000001">' }, xx: { title: 'Y' } },
      audience: 'schools',
      targets: ['school-b', 'nowhere'],
      cover: '0199d3a0-0000-7000-8000-000000000002',
      attachments: ['0199d3a0-0000-7000-8000-000000000003'],
      category: 'fehlt',
      display_at: days(400),
      expires_at: days(399),
      pinned_until: days(400),
    };
    expect((await problems(kreis, body)).sort()).toEqual(
      [
        'attachments unknown',
        'category unknown',
        'cover unknown',
        'display_at max',
        'expires_at min',
        'pinned_until min',
        'targets unknown',
        'texts.de.body alt',
        'texts.de.body unknown',
        'texts.de.cover_alt required',
        'texts.xx unknown',
        'texts.xx.cover_alt required',
      ].sort(),
    );
    expect(await problems(kreis, { texts: {}, audience: 'public' })).toEqual(['texts required']);
    expect(await problems(kreis, { texts: { de: { title: ' ' } }, audience: 'public' })).toEqual(['texts.de.title required']);
    expect(await problems(kreis, { ...fields('X'), audience: 'schools' })).toEqual(['targets required']);
    expect(await problems(admin, { ...fields('X'), audience: 'classes', targets: [ofClass['7a']] })).toEqual(['targets unknown']);
    expect(await problems(admin, { ...fields('X'), expires_at: days(-1) })).toEqual(['expires_at min']);
    expect((await admin.call(news.manage, { query: {} })).total).toBe(0);
  });

  test('rejects a start date more than a year in the future', async () => {
    await write(admin, 'X', { display_at: days(366) });
    expect(await problems(admin, fields('X', { display_at: days(366.01) }))).toEqual(['display_at max']);
  });

  test('rejects a change with a stale version', async () => {
    const draft = await write(admin, 'Eins');
    await change(editor, draft, 'Zwei');
    for (const late of [() => change(admin, draft, 'Drei'), () => step(admin, draft, 'publish')])
      await expect(late()).rejects.toMatchObject({ status: 409, code: 'version_conflict', field: 'version' });
    const token = (await admin.inject({ method: 'GET', url: '/api/v1/user/userinfo' })).headers['x-csrf-token'];
    const headers = { 'x-csrf-token': String(token) };
    const answer = await admin.inject({
      method: 'PUT',
      url: `/api/v1/news/${draft.id}`,
      headers,
      payload: { ...fields('Drei'), version: 1 },
    });
    expect(answer.json()).toMatchObject({ error: { details: { current: { version: 2, texts: { de: { title: 'Zwei' } } } } } });
  });

  test('sanitizes the texts of news', async () => {
    const body =
      '<h1>Fest</h1><p onclick="x()">Kommt <b>alle</b><script>x()</script></p><img src="https://fremd.example/x.png" alt="x"><iframe src="https://x.example"></iframe>';
    const { texts } = await write(admin, 'X', { texts: { de: { title: '  Fest  ', body } } });
    expect(texts.de).toMatchObject({ title: 'Fest', body: '<h3>Fest</h3><p>Kommt <strong>alle</strong></p>' });
  });
});

describe('news item', () => {
  const can = ({ can: all }: NewsDraft) =>
    Object.entries(all)
      .filter(([, may]) => may)
      .map(([name]) => name)
      .join(' ');

  test('can be published, archived, restored and deleted', async () => {
    const draft = await write(admin, 'X');
    expect(can(draft)).toBe('edit publish archive delete');
    const shown = await step(admin, draft, 'publish');
    expect([shown.state, shown.display_at, can(shown)]).toEqual(['published', NOW.toISOString(), 'edit archive']);
    await expect(remove(admin, draft)).rejects.toMatchObject({ code: 'version_conflict' });
    await expect(remove(admin, shown)).rejects.toMatchObject({ code: 'state_conflict' });
    for (const name of ['publish', 'submit', 'send_back', 'restore'])
      await expect(step(admin, shown, name)).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
    const away = await step(admin, shown, 'archive');
    expect([away.state, can(away)]).toEqual(['archived', 'restore delete']);
    await expect(change(admin, away, 'Y')).rejects.toMatchObject({ code: 'state_conflict' });
    portal.setNow(later(5));
    const back = await step(admin, away, 'restore');
    expect([back.state, back.display_at]).toEqual(['draft', NOW.toISOString()]);
    // A news item that is published again is dated with that day.
    expect((await step(admin, back, 'publish')).display_at).toBe(later(5).toISOString());
    await remove(admin, await step(admin, await draftOf(admin, draft), 'archive'));
    expect(await statusOf(draftOf(admin, draft))).toBe(404);
  });

  test('is logged without names of people', async () => {
    await portal.portal.db.deleteFrom('audit_log').execute();
    const shown = await publish(admin, 'Fest');
    await change(admin, shown, 'Das Fest');
    await publish(kreis, 'Kreisfest', { audience: 'district' });
    expect((await audits()).map(({ what, school_id, district_id }) => `${what} ${school_id} ${district_id}`).sort()).toEqual([
      'news.change school-a district-a',
      'news.create null district-a',
      'news.create school-a district-a',
      'news.publish null district-a',
      'news.publish school-a district-a',
    ]);
    expect((await audits()).find(({ what }) => what === 'news.change')).toMatchObject({
      before: { title: 'Fest' },
      after: { title: 'Das Fest', audience: 'school' },
    });
  });

  test('has a state derived from its start and end dates', async () => {
    const planned = await publish(admin, 'X', { display_at: later(10).toISOString(), expires_at: later(20).toISOString() });
    const state = async () => (await draftOf(admin, planned)).state;
    const counts = async () => (await admin.call(news.manage, { query: {} })).counts;
    expect([planned.state, (await counts()).scheduled]).toEqual(['scheduled', 1]);
    portal.setNow(later(10));
    expect([await state(), (await counts()).published]).toEqual(['published', 1]);
    portal.setNow(later(20));
    expect([await state(), (await counts()).expired]).toEqual(['expired', 1]);
    expect((await admin.call(news.manage, { query: { state: 'expired' } })).items.map(({ title }) => title)).toEqual(['X']);
    expect((await admin.call(news.manage, { query: { state: 'scheduled' } })).total).toBe(0);
  });

  test('cannot be published if it ends before it begins', async () => {
    const draft = await write(admin, 'X', { expires_at: later(10).toISOString() });
    portal.setNow(later(11));
    await expect(step(admin, draft, 'publish')).rejects.toMatchObject({ status: 400, field: 'expires_at' });
  });

  test('is marked as changed only if it was already visible', async () => {
    const planned = await publish(admin, 'X', { display_at: later(10).toISOString() });
    const same = await change(admin, planned, 'Y', { display_at: later(10).toISOString() });
    expect(same.updated_at).toBeNull();
    portal.setNow(later(11));
    const kept = await change(admin, same, 'Y', { display_at: same.display_at, notify: 'none' });
    expect([kept.updated_at, kept.display_at]).toEqual([null, later(10).toISOString()]);
    const marked = await change(admin, kept, 'Z');
    expect([marked.updated_at, marked.display_at]).toEqual([later(11).toISOString(), later(10).toISOString()]);
    expect((await reader.call(news.read, { ...at(planned.id), query: {} })).updated_at).toBe(later(11).toISOString());
  });

  test('is published immediately when its start date is removed', async () => {
    const planned = await publish(admin, 'X', { display_at: later(100).toISOString() });
    expect(await change(admin, planned, 'X')).toMatchObject({ state: 'published', display_at: NOW.toISOString() });
    expect(await titles(reader)).toEqual(['X']);
  });

  test('is listed after all drafts', async () => {
    await publish(admin, 'Alt');
    portal.setNow(later(1));
    await publish(admin, 'Neu', { texts: { de: { title: 'Neu', teaser: 'Kuchen 100%' } } });
    const draft = await write(admin, 'Entwurf');
    portal.setNow(later(2));
    await write(admin, 'Entwurf 2');
    portal.setNow(later(3));
    await change(admin, draft, 'Entwurf 1');
    const found = async (query: object) => (await admin.call(news.manage, { query })).items.map(({ title }) => title);
    expect(await found({})).toEqual(['Entwurf 1', 'Entwurf 2', 'Neu', 'Alt']);
    expect([await found({ q: 'kuchen' }), await found({ q: '0%' }), await found({ q: '%%' })]).toEqual([['Neu'], ['Neu'], []]);
    expect(await found({ offset: 1, limit: 2 })).toEqual(['Entwurf 2', 'Neu']);
    expect(await admin.call(news.manage, { query: { q: 'entwurf' } })).toMatchObject({ total: 2, counts: { draft: 2, published: 0 } });
  });
});

describe('review of news', () => {
  beforeEach(() => {
    portal.portal.config.NewsReview = true;
  });

  test('requires another user to publish news submitted with the news capability', async () => {
    const draft = await write(editor, 'X');
    expect(draft.can).toMatchObject({ edit: true, submit: true, publish: false });
    await expect(step(editor, draft, 'publish')).rejects.toMatchObject({ code: 'state_conflict' });
    const handed = await step(editor, draft, 'submit');
    expect([handed.state, handed.can.publish, handed.can.send_back]).toEqual(['in_review', false, false]);
    expect(await statusOf(step(editor, handed, 'publish'))).toBe(409);
    expect((await draftOf(second, draft)).can).toMatchObject({ publish: true, send_back: true, submit: false });
    expect(await titles(reader)).toEqual([]);
    expect((await step(second, handed, 'publish')).state).toBe('published');
    expect(await titles(reader)).toEqual(['X']);
  });

  test('returns a submitted news item with a comment', async () => {
    const handed = await step(editor, await write(editor, 'X'), 'submit');
    await expect(step(admin, handed, 'send_back')).rejects.toMatchObject({ status: 400, field: 'comment' });
    const back = await step(admin, handed, 'send_back', 'Bitte mit Uhrzeit');
    expect([back.state, (await draftOf(editor, back)).comment]).toEqual(['draft', 'Bitte mit Uhrzeit']);
    expect((await step(editor, back, 'submit')).comment).toBe('');
  });

  test('prevents users who changed a submitted news item from publishing it', async () => {
    const handed = await step(editor, await write(editor, 'X'), 'submit');
    const changed = await change(second, handed, 'Y');
    expect([changed.state, changed.can.publish]).toEqual(['in_review', false]);
    expect(await statusOf(step(second, changed, 'publish'))).toBe(409);
    // The first author cannot publish the news item either, even though others have changed the text.
    expect(await statusOf(step(editor, changed, 'publish'))).toBe(409);
    const mended = await change(admin, changed, 'Y.');
    expect([(await draftOf(editor, mended)).can.publish, (await draftOf(second, mended)).can.publish]).toEqual([false, false]);
    const shown = await step(admin, mended, 'publish');
    expect((await draftOf(editor, shown)).can).toMatchObject({ edit: false, archive: true, delete: false });
    await expect(change(editor, shown, 'Z')).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
    expect((await change(admin, shown, 'Z')).texts.de!.title).toBe('Z');
  });

  test('is not required for administrators of the addressed school or district', async () => {
    await expect(step(admin, await write(admin, 'X'), 'submit')).rejects.toMatchObject({ code: 'state_conflict' });
    expect((await publish(admin, 'Y')).state).toBe('published');
    expect((await publish(kreis, 'Z', { audience: 'public' })).state).toBe('published');
    const both = await portal.as(schoolAdmin({ capabilities: ['cap_news'] }));
    const draft = await write(both, 'Kreis', { audience: 'district' });
    expect(draft.can).toMatchObject({ publish: false, submit: true });
    const handed = await step(both, draft, 'submit');
    expect(await statusOf(step(admin, handed, 'publish'))).toBe(404);
    expect((await step(kreis, handed, 'publish')).state).toBe('published');
    // News published for the school cannot be moved to the district.
    const own = await publish(both, 'Schule');
    await expect(change(both, own, 'Schule', { audience: 'public' })).rejects.toMatchObject({ status: 403, field: 'audience' });
  });

  test('is not required if it is disabled', async () => {
    const handed = await step(editor, await write(editor, 'X'), 'submit');
    portal.portal.config.NewsReview = false;
    await expect(step(editor, await write(editor, 'Y'), 'submit')).rejects.toMatchObject({ code: 'state_conflict' });
    expect((await step(editor, handed, 'publish')).state).toBe('published');
  });
});

describe('pinned news', () => {
  const pinned = { pinned_until: days(7) };
  const three = async (who: Caller, more: object = {}) => {
    for (const title of ['1', '2', '3']) await publish(who, title, { ...pinned, ...more });
  };
  const fourth = { status: 409, code: 'state_conflict', field: 'pinned_until' };

  test('are limited to three for the same readers', async () => {
    await three(admin, { display_at: days(1) });
    await expect(publish(admin, '4', pinned)).rejects.toMatchObject(fourth);
    const plain = await publish(admin, '4');
    await expect(change(admin, plain, '4', pinned)).rejects.toMatchObject(fourth);
    await publish(admin, 'Klasse', { ...pinned, audience: 'classes', targets: [ofClass['8b']] });
    await publish(kreis, 'Kreis', { ...pinned, audience: 'district' });
    const [first] = (await admin.call(news.manage, { query: { q: '1' } })).items;
    const own = await draftOf(admin, first!);
    expect((await change(admin, own, '1 neu', { ...pinned, display_at: days(1) })).pinned_until).toBe(days(7));
    await step(admin, await draftOf(admin, own), 'archive');
    expect((await change(admin, plain, '4', pinned)).pinned_until).toBe(days(7));
  });

  test('are counted for several schools only if their schools overlap', async () => {
    await three(kreis, { audience: 'schools', targets: ['school-a'] });
    await publish(kreis, 'B', { ...pinned, audience: 'schools', targets: ['school-b'] });
    await expect(publish(kreis, 'AB', { ...pinned, audience: 'schools', targets: ['school-a', 'school-b'] })).rejects.toMatchObject(fourth);
  });

  test('are limited to three in concurrent requests', async () => {
    const drafts = await Promise.all(['1', '2', '3', '4'].map((title) => write(admin, title, pinned)));
    const all = await Promise.all(drafts.map((draft) => statusOf(step(admin, draft, 'publish'))));
    expect(all.sort()).toEqual([200, 200, 200, 409]);
  });
});

describe('categories of news', () => {
  const items = [{ slug: 'it', labels: { de: 'Technik' } }];
  const set = async (who: Caller, all: NewsCategory[], expected?: NewsCategory[]) => {
    const there = expected ?? (await kreis.call(news.categories)).items;
    return who.call(news.setCategories, { body: { items: all, expected: there } });
  };

  test('cannot be saved over a concurrent change', async () => {
    await set(kreis, items);
    const conflict = { status: 409, code: 'version_conflict' };
    await expect(set(kreis, [], [])).rejects.toMatchObject(conflict);
    expect((await kreis.call(news.categories)).items).toHaveLength(1);
    // Names are compared as well, but the order of languages is ignored.
    await set(kreis, [{ slug: 'it', labels: { en: 'Technology', de: 'Netz' } }], items);
    await expect(set(kreis, [{ slug: 'it', labels: { de: 'Geräte' } }], items)).rejects.toMatchObject(conflict);
    expect((await kreis.call(news.categories)).items).toMatchObject([{ slug: 'it', labels: { de: 'Netz', en: 'Technology' } }]);
    await set(kreis, items, [{ slug: 'it', labels: { en: 'Technology', de: 'Netz' } }]);
    await set(kreis, []);
  });

  test('can be set only by district administrators', async () => {
    await expect(set(admin, items)).rejects.toMatchObject({ status: 403 });
    await set(kreis, [...items, { slug: 'alt', labels: { de: 'Altes' } }]);
    const { id } = await publish(admin, 'X', { category: 'alt' });
    expect((await admin.call(news.categories)).items).toMatchObject([
      { slug: 'it', count: 0 },
      { slug: 'alt', count: 1 },
    ]);
    expect((await set(kreis, [{ slug: 'it', labels: { de: 'IT', en: 'IT' } }])).items).toEqual([
      { slug: 'it', labels: { de: 'IT', en: 'IT' }, count: 0 },
    ]);
    expect((await draftOf(admin, { id })).category).toBeNull();
    expect((await audits()).filter(({ what }) => what === 'news.categories')).toContainEqual({
      what: 'news.categories',
      school_id: null,
      district_id: 'district-a',
      before: { categories: 'it, alt' },
      after: { categories: 'it' },
    });
  });

  test('require a unique slug and a German name', async () => {
    await expect(set(kreis, [...items, ...items])).rejects.toMatchObject({ status: 400, field: 'items.1.slug' });
    await expect(set(kreis, [{ slug: 'it', labels: { en: 'IT' } }])).rejects.toMatchObject({ status: 400, field: 'items.0.labels.de' });
    await expect(set(kreis, [{ slug: '2026', labels: { de: 'x' } }])).rejects.toMatchObject({ status: 400 });
  });
});

describe('news after changes of schools and people', () => {
  test('is merged without duplicates when two schools merge', async () => {
    const bare = { district_id: 'district-a', street: '', postcode: '', city: '' };
    await insertSchools(portal.portal.db, [
      { ...bare, id: 'school-old', name: 'Alte', number: '77' },
      { ...bare, id: 'school-new', name: 'Neue', number: '78' },
    ]);
    const boss = await portal.as(schoolAdmin({ school_id: 'school-old' }));
    await publish(boss, 'Abschied');
    const both = await publish(kreis, 'Beide', { audience: 'schools', targets: ['school-old', 'school-new'] });
    await publish(kreis, 'Alte', { audience: 'schools', targets: ['school-old'] });
    await kreis.call(schools.merge, { ...at('school-old'), body: { version: 1, into: 'school-new' } });
    const there = await portal.as(teacher({ school_id: 'school-new' }));
    expect((await titles(there)).sort()).toEqual(['Abschied', 'Alte', 'Beide']);
    expect((await draftOf(kreis, both)).targets).toEqual([{ id: 'school-new', name: 'Neue' }]);
  });

  test('cannot be published again after its class was deleted', async () => {
    const { id } = await reader.call(classes.create, { body: { name: 'geht' } });
    const shown = await publish(admin, 'X', { audience: 'classes', targets: [id] });
    await portal.portal.db.deleteFrom('class').where('class.id', '=', id).execute();
    expect(await titles(reader)).toEqual([]);
    const back = await step(admin, await step(admin, shown, 'archive'), 'restore');
    expect(back.targets).toEqual([]);
    await expect(step(admin, back, 'publish')).rejects.toMatchObject({ status: 400, field: 'targets' });
  });

  test('keeps no author after the account was erased', async () => {
    const leaves = await portal.as(schoolAdmin({ email: 'geht@a.example' }));
    const { id } = await publish(leaves, 'Bleibt');
    const [personId] = await people(portal, 'geht@a.example');
    const data = await collectData(portal.portal.domains.personData(portal.portal.db, personId!));
    expect(data['news.added_by']).toEqual([{ at: expect.any(String) }]);
    expect(data.person![0]).toHaveProperty('last_seen_news_at');
    await portal.portal.db
      .transaction()
      .execute((trx) => portal.portal.domains.erasePeople({ ...portal.portal, db: trx, now: new Date() }, [personId!]));
    expect((await portal.portal.db.selectFrom('news').select(['added_by', 'submitted_by']).where('id', '=', id).execute())[0]).toEqual({
      added_by: null,
      submitted_by: null,
    });
    expect(await titles(reader)).toEqual(['Bleibt']);
  });
});
