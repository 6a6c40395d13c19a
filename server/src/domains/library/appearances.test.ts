import { excerpts } from '@fundus/contract/catalogue/excerpts';
import { library } from '@fundus/contract/library/library';
import { wishes } from '@fundus/contract/library/wishes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { teacher, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
  await portal.store(
    { identifier: 'film', fn_titel: 'Film', fn_typ: '49', duration: 600 },
    { identifier: 'book', fn_titel: 'Buch', fn_typ: 'UC_BOOK', licences: [{ scope: 'none' }] },
  );
});
afterAll(() => portal.close());

const places = async (who: Caller, mediaId: string) =>
  (await who.call(library.places, { params: { mediaId } })).items.map(({ kind, count, note }) => [kind, count, note]);

test('a medium says where its person has it, and nobody else', async () => {
  const [who, other] = [await portal.as(teacher()), await portal.as(teacher())];
  expect(await places(who, 'film')).toEqual([]);
  const params = { mediaId: 'film' };
  await who.call(library.savePosition, { params, body: { position: 12 } });
  await who.call(library.setBookmark, { params });
  await who.call(library.noteBookmark, { params, body: { note: 'Für die 7a' } });
  for (const start_s of [0, 30])
    await who.call(excerpts.addExcerpt, { params: { identifier: 'film' }, body: { start_s, end_s: start_s + 20, title: `Ab ${start_s}` } });
  await who.call(wishes.setWish, { params: { mediaId: 'book' }, body: { note: 'Klassensatz' } });
  expect(await places(who, 'film')).toEqual([
    ['bookmarks', 1, 'Für die 7a'],
    ['excerpts', 2, ''],
    ['history', 1, ''],
  ]);
  expect(await places(who, 'book')).toEqual([['wishes', 1, 'Klassensatz']]);
  expect(await places(other, 'film')).toEqual([]);
  await who.call(library.removeBookmark, { params });
  expect((await places(who, 'film')).map(([kind]) => kind)).toEqual(['excerpts', 'history']);
  await expect(portal.guest().call(library.places, { params })).rejects.toMatchObject({ status: 401 });
});
