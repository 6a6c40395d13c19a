import { classes } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { classMembers } from '@fundus/contract/classes/members';
import { excerpts } from '@fundus/contract/catalogue/excerpts';
import { library } from '@fundus/contract/library/library';
import { wishes } from '@fundus/contract/library/wishes';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { beforeAll, expect, test } from 'vitest';
import { people } from '../../testing/classes.ts';
import { pupil, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal();
beforeAll(async () => {
  await portal.store(
    { identifier: 'film', fn_titel: 'Film', fn_typ: '49', duration: 600, url: 'https://medien.example/1' },
    { identifier: 'book', fn_titel: 'Buch', fn_typ: 'UC_BOOK', licences: [{ scope: 'none' }] },
  );
});

const appearances = async (who: Caller, mediaId: string) =>
  (await who.call(library.appearances, { params: { mediaId } })).items.map(({ kind, count, note }) => [kind, count, note]);

test("lists the user's bookmarks, excerpts, history entries and wishes of a medium", async () => {
  const [who, other] = [await portal.as(teacher()), await portal.as(teacher())];
  expect(await appearances(who, 'film')).toEqual([]);
  const params = { mediaId: 'film' };
  await who.call(library.savePosition, { params, body: { position: 12 } });
  await who.call(library.setBookmark, { params });
  await who.call(library.noteBookmark, { params, body: { note: 'Für die 7a' } });
  for (const start_s of [0, 30])
    await who.call(excerpts.addExcerpt, { params: { identifier: 'film' }, body: { start_s, end_s: start_s + 20, title: `Ab ${start_s}` } });
  await who.call(wishes.setWish, { params: { mediaId: 'book' }, body: { note: 'Klassensatz' } });
  expect(await appearances(who, 'film')).toEqual([
    ['bookmarks', 1, 'Für die 7a'],
    ['excerpts', 2, ''],
    ['history', 1, ''],
  ]);
  expect(await appearances(who, 'book')).toEqual([['wishes', 1, 'Klassensatz']]);
  expect(await appearances(other, 'film')).toEqual([]);
  await who.call(library.removeBookmark, { params });
  expect((await appearances(who, 'film')).map(([kind]) => kind)).toEqual(['excerpts', 'history']);
  await expect(portal.guest().call(library.appearances, { params })).rejects.toMatchObject({ status: 401 });
});

test('lists classes and shares that contain the medium', async () => {
  const [ada, ben, cem] = [
    await portal.as(teacher()),
    await portal.as(teacher({ email: 'ben@a.example' })),
    await portal.as(pupil({ email: 'cem@a.example' })),
  ];
  const create = async (name: string) => (await ada.call(classes.create, { body: { name } })).id;
  const [first, second] = [await create('10a'), await create('9b')];
  const learners = await people(portal, 'cem@a.example');
  await ada.call(classMembers.addMembers, { params: { id: first }, body: { role: 'student', people: learners } });
  await ada.call(classMedia.share, { body: { classes: [first], media: ['film'], visible_from: '2999-01-01' } });
  await ada.call(classMedia.share, { body: { classes: [second], media: ['film'] } });
  await ada.call(sharedMedia.share, { body: { media: ['film'], people: await people(portal, 'ben@a.example') } });
  const items = async (who: Caller) =>
    (await who.call(library.appearances, { params: { mediaId: 'film' } })).items.map(({ kind, count, classes: of }) => [
      kind,
      count,
      of.map(({ name }) => name),
    ]);
  expect(await items(ada)).toEqual([
    ['classes', 2, ['9b', '10a']],
    ['shared', 1, []],
  ]);
  expect(await items(ben)).toEqual([['shared', 1, []]]);
  // The medium is hidden until its first visible day.
  expect(await items(cem)).toEqual([]);
  await ada.call(classMedia.share, { body: { classes: [first], media: ['film'], visible_from: null } });
  expect(await items(cem)).toEqual([['classes', 1, ['10a']]]);
});
