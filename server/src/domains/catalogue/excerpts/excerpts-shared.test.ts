/** Tests excerpts that are shared with classes, colleagues and the school, and bookmarked excerpts (docs/behaviour/catalogue.md#excerpts). */
import { excerpts } from '@fundus/contract/catalogue/excerpts';
import { classes } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { classMembers } from '@fundus/contract/classes/members';
import { library } from '@fundus/contract/library/library';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people } from '../../../testing/classes.ts';
import { pupil, teacher, testPortal, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { sweepExcerpts } from './excerpts.ts';

const portal = usePortal({ Katalog: false });
let ada: Caller;
let ben: Caller;
let cem: Caller;
let n = 0;
const params = { identifier: 'film' };

beforeAll(async () => {
  portal.setNow(new Date('2026-11-21T09:00:00Z'));
  await portal.store(
    { identifier: 'film', fn_titel: 'Der Vulkan', fn_typ: '49', duration: 61 },
    { identifier: 'far', fn_titel: 'Einer anderen Schule', fn_typ: '49', licences: [{ scope: 'school', target: 'school-b' }] },
  );
  ada = await portal.as(teacher({ vorname: 'Ada', name: 'Amsel', email: 'ada@a.example' }));
  ben = await portal.as(teacher({ vorname: 'Ben', name: 'Buche', email: 'ben@a.example' }));
  cem = await portal.as(pupil({ email: 'cem@a.example' }));
});
beforeEach(() => portal.setNow(new Date('2026-11-21T09:00:00Z')));

const make = async (who = ada, times = { start_s: 12, end_s: 40 }) =>
  who.call(excerpts.addExcerpt, { params, body: { ...times, title: `Ausbruch ${++n}` } });
const classWith = async (...learners: string[]): Promise<string> => {
  const { id } = await ada.call(classes.create, { body: { name: `Klasse ${++n}` } });
  await ada.call(classMembers.addMembers, { params: { id }, body: { role: 'student', people: await people(portal, ...learners) } });
  return id;
};
const give = (id: string, about: object, who = ada) => who.call(classMedia.share, { body: { classes: [id], ...about } });
const inClass = async (id: string, who: Caller) => (await who.call(classMedia.media, { params: { id } })).items;
const opens = async (who: Caller, code: string) =>
  (await who.call(excerpts.excerpts, { params, query: { code } })).items.filter(({ id }) => id === code);

describe('an excerpt that is shared with a class', () => {
  test('can be played only by learners of the class', async () => {
    const [id, kept] = [await classWith('cem@a.example'), await make()];
    expect(await opens(cem, kept.id)).toEqual([]);
    expect(await give(id, { media: ['film'], excerpts: [kept.id], note: 'Bis hier' })).toMatchObject({ shared: 2, had: 0 });
    expect((await inClass(id, cem)).map(({ title, excerpt, note, state }) => [title, excerpt?.title, note, state])).toEqual([
      ['Der Vulkan', undefined, 'Bis hier', 'shown'],
      ['Der Vulkan', kept.title, 'Bis hier', 'shown'],
    ]);
    expect(await opens(cem, kept.id)).toMatchObject([{ start_s: 12, end_s: 40, own: false, gone: false, share_code: null }]);
    expect(await opens(await portal.as(pupil()), kept.id)).toEqual([]);
    expect(await give(id, { excerpts: [kept.id], note: 'Anders' })).toMatchObject({ shared: 0, had: 1 });
    expect((await inClass(id, ada)).map(({ note }) => note)).toEqual(['Bis hier', 'Anders']);
    await ada.call(excerpts.changeExcerpt, { params: kept, body: { start_s: 20, end_s: 30, title: 'Asche' } });
    expect((await inClass(id, cem))[1]!.excerpt).toMatchObject({ start_s: 20, end_s: 30, title: 'Asche' });
    const entry = (await inClass(id, ada))[1]!;
    await ada.call(classMedia.removeMedium, { params: { id, entryId: entry.id }, query: { version: entry.version } });
    expect(await opens(cem, kept.id)).toEqual([]);
  });

  test('is visible only from its first day on', async () => {
    const [id, kept] = [await classWith('cem@a.example'), await make()];
    await give(id, { excerpts: [kept.id], visible_from: '2026-12-01' });
    expect(await opens(cem, kept.id)).toEqual([]);
    expect(await inClass(id, cem)).toEqual([]);
    await expect(give(id, { excerpts: [kept.id], can_download: true })).rejects.toMatchObject({ field: 'can_download' });
    await expect(give(id, {})).rejects.toMatchObject({ code: 'validation_failed' });
    const far = ada.call(excerpts.addExcerpt, { params: { identifier: 'far' }, body: { start_s: 1, end_s: 2, title: 'x' } });
    await expect(far).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is copied if a colleague at the same school created it', async () => {
    const far = await make(await portal.as(teacher({ school_id: 'school-b' })));
    const kept = await make(ben);
    const id = await classWith('cem@a.example');
    await expect(give(id, { excerpts: [far.id] })).rejects.toMatchObject({ code: 'not_found', field: 'excerpts' });
    await ben.call(sharedMedia.share, { body: { excerpts: [kept.id], people: await people(portal, 'ada@a.example') } });
    await give(id, { excerpts: [kept.id] });
    await give(id, { excerpts: [kept.id] });
    const [entry, ...more] = await inClass(id, ada);
    expect([entry!.excerpt!.title, more.length]).toEqual([kept.title, 0]);
    expect(entry!.excerpt!.id).not.toBe(kept.id);
    await ben.call(excerpts.removeExcerpt, { params: kept });
    expect(await inClass(id, cem)).toHaveLength(1);
  });
});

test('restores a deleted excerpt within a day', async () => {
  const [id, kept] = [await classWith('cem@a.example'), await make()];
  await give(id, { excerpts: [kept.id] });
  const media = async () => (await ada.call(classes.read, { params: { id } })).media;
  expect(await media()).toBe(1);
  await ada.call(excerpts.removeExcerpt, { params: kept });
  expect([await inClass(id, ada), await opens(cem, kept.id), await media()]).toEqual([[], [], 0]);
  await expect(ben.call(excerpts.restoreExcerpt, { params: kept })).rejects.toMatchObject({ code: 'not_found' });
  await sweepExcerpts({ db: portal.portal.db, now: () => new Date('2026-11-22T08:59:00Z') });
  await ada.call(excerpts.restoreExcerpt, { params: kept });
  expect([(await inClass(id, ada)).length, (await opens(cem, kept.id)).length]).toEqual([1, 1]);
  await ada.call(excerpts.removeExcerpt, { params: kept });
  await sweepExcerpts({ db: portal.portal.db, now: () => new Date('2026-11-22T09:01:00Z') });
  await expect(ada.call(excerpts.restoreExcerpt, { params: kept })).rejects.toMatchObject({ code: 'not_found' });
});

test('shares an excerpt with a colleague or the school until the share is revoked', async () => {
  const kept = await make();
  const to = async (body: object) => ada.call(sharedMedia.share, { body: { excerpts: [kept.id], ...body } });
  await to({ people: await people(portal, 'ben@a.example') });
  await ada.call(sharedMedia.share, { body: { media: ['film'], people: await people(portal, 'ben@a.example') } });
  await to({ people: await people(portal, 'ben@a.example') });
  const got = (await ben.call(sharedMedia.list, { query: {} })).items.filter(({ excerpt }) => excerpt?.id === kept.id);
  expect(got).toMatchObject([{ title: 'Der Vulkan', excerpt: { start_s: 12, end_s: 40 } }]);
  expect(await opens(ben, kept.id)).toHaveLength(1);
  await ada.call(sharedMedia.revoke, { params: { id: got[0]!.id } });
  expect(await opens(ben, kept.id)).toEqual([]);
  await to({ school: true });
  expect(await opens(cem, kept.id)).toHaveLength(1);
  expect((await cem.call(sharedMedia.list, { query: { show: 'school' } })).items.map(({ excerpt }) => excerpt?.id)).toContain(kept.id);
});

test('lists bookmarked excerpts only while the user may open them', async () => {
  const [id, kept] = [await classWith('cem@a.example'), await make()];
  const marked = async () => (await cem.call(excerpts.listExcerpts, { query: { show: 'bookmarked' } })).items.map((each) => each.id);
  const mark = (bookmarked: boolean) => cem.call(excerpts.bookmarkExcerpt, { params: kept, body: { bookmarked } });
  await expect(mark(true)).rejects.toMatchObject({ code: 'not_found' });
  await give(id, { excerpts: [kept.id] });
  await mark(true);
  await mark(true);
  expect(await marked()).toEqual([kept.id]);
  const own = await ada.call(excerpts.listExcerpts, { query: { limit: 100 } });
  expect(own.can).toEqual({ create: true });
  expect(own.items.find((each) => each.id === kept.id)).toMatchObject({ medium_title: 'Der Vulkan', medium: { identifier: 'film' } });
  expect((await cem.call(excerpts.listExcerpts, { query: {} })).can).toEqual({ create: false });
  const entry = (await inClass(id, ada))[0]!;
  await ada.call(classMedia.removeMedium, { params: { id, entryId: entry.id }, query: { version: entry.version } });
  expect(await marked()).toEqual([]);
  await give(id, { excerpts: [kept.id] });
  expect(await marked()).toEqual([kept.id]);
  await mark(false);
  expect(await marked()).toEqual([]);
});

test('shortens the excerpts of a shortened film', async () => {
  await expect(make(ada, { start_s: 50, end_s: 70 })).rejects.toMatchObject({ field: 'end_s' });
  const id = await classWith('cem@a.example');
  const [late, whole] = [await make(ada, { start_s: 50, end_s: 61 }), await make(ada, { start_s: 10, end_s: 61 })];
  await give(id, { excerpts: [late.id, whole.id] });
  await portal.store({ identifier: 'film', fn_titel: 'Der Vulkan', fn_typ: '49', duration: 31 });
  expect((await inClass(id, ada)).map(({ excerpt, state }) => [excerpt!.gone, excerpt!.end_s, state])).toEqual([
    [true, 61, 'hidden'],
    [false, 31, 'shown'],
  ]);
  expect((await inClass(id, cem)).map(({ excerpt }) => excerpt!.id)).toEqual([whole.id]);
  await portal.store({ identifier: 'film', fn_titel: 'Der Vulkan', fn_typ: '49', duration: 61 });
});

test('includes the excerpts tab only if excerpts are enabled', async () => {
  expect((await ada.call(library.tabs)).items).toContain('excerpts');
  const closed = await testPortal({ DisableSequences: true });
  const someone = await closed.as(teacher());
  expect((await someone.call(library.tabs)).items).not.toContain('excerpts');
  await closed.close();
});
