/** Bookmark folders (docs/behaviour/library.md#folders). */
import { library } from '@fundus/contract/library/library';
import { MAX_FOLDERS, NO_FOLDER } from '@fundus/contract/library/folders';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal();
beforeAll(async () => {
  await portal.store(...['a', 'b', 'c'].map((identifier) => ({ identifier, fn_titel: `Medium ${identifier}`, fn_typ: '49' })));
});

const marking = async (...identifiers: string[]): Promise<Caller> => {
  const browser = await portal.as(teacher());
  for (const mediaId of identifiers) await browser.call(library.setBookmark, { params: { mediaId } });
  return browser;
};
const make = (who: Caller, name: string, identifiers: string[] = []) => who.call(library.createFolder, { body: { name, identifiers } });
const inside = async (who: Caller, folder?: string) =>
  (await who.call(library.bookmarks, { query: folder === undefined ? {} : { folder } })).items.map(({ identifier }) => identifier).sort();
const file = (who: Caller, identifier: string, folder_id: string | null) =>
  who.call(library.fileBookmarks, { body: { items: [{ identifier, folder_id }] } });

test('moves a bookmark instead of adding it to a second folder', async () => {
  const browser = await marking('a', 'b', 'c');
  const water = await make(browser, '  Wasser  ', ['a', 'b', 'unknown']);
  expect(water).toMatchObject({ name: 'Wasser', count: 2 });
  const fire = await make(browser, 'Feuer');
  await file(browser, 'b', fire.id);
  expect(await browser.call(library.folders)).toEqual({
    items: [
      { id: fire.id, name: 'Feuer', count: 1 },
      { id: water.id, name: 'Wasser', count: 1 },
    ],
    unfiled: 1,
    total: 3,
  });
  expect([
    await inside(browser, water.id),
    await inside(browser, fire.id),
    await inside(browser, NO_FOLDER),
    await inside(browser),
  ]).toEqual([['a'], ['b'], ['c'], ['a', 'b', 'c']]);
  const { items, total } = await browser.call(library.bookmarks, { query: { folder: water.id, q: 'medium' } });
  expect([total, items[0]?.folder_id]).toEqual([1, water.id]);
  // Moves several bookmarks at once, each into its own folder.
  await browser.call(library.fileBookmarks, {
    body: {
      items: [
        { identifier: 'a', folder_id: null },
        { identifier: 'c', folder_id: water.id },
      ],
    },
  });
  expect([await inside(browser, water.id), await inside(browser, NO_FOLDER)]).toEqual([['c'], ['a']]);
});

test('rejects a folder name that exists in another letter case', async () => {
  const browser = await marking('a');
  const { id } = await make(browser, 'Klasse 7');
  const other = await make(browser, 'Klasse 8');
  await expect(make(browser, 'klasse 7')).rejects.toMatchObject({ status: 409, code: 'already_exists', field: 'name' });
  await expect(browser.call(library.renameFolder, { params: { id: other.id }, body: { name: 'KLASSE 7' } })).rejects.toMatchObject({
    status: 409,
    field: 'name',
  });
  expect(await browser.call(library.renameFolder, { params: { id }, body: { name: 'KLASSE 7' } })).toEqual({
    id,
    name: 'KLASSE 7',
    count: 0,
  });
  for (const name of ['', '   ', 'x'.repeat(81)])
    await expect(make(browser, name), JSON.stringify(name)).rejects.toMatchObject({ status: 400, field: 'name' });
  // Names are only unique among the folders of one user.
  await make(await marking(), 'Klasse 7');
});

test('keeps folder names unique under concurrent requests', async () => {
  const browser = await marking();
  const renaming = (id: string, name: string) => browser.call(library.renameFolder, { params: { id }, body: { name } });
  const taken = expect.objectContaining({ status: 409, code: 'already_exists', field: 'name' });
  for (let round = 1; round <= 5; round++) {
    const own = [];
    for (const letter of ['a', 'b', 'c', 'd']) own.push((await make(browser, `${letter} ${round}`)).id);
    const name = `Wasser ${round}`;
    const calls = [...own.map((id, i) => renaming(id, i % 2 ? name : name.toUpperCase())), make(browser, name)];
    const ends = await Promise.allSettled(calls);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toEqual(taken);
    const { items } = await browser.call(library.folders);
    expect(items.filter((folder) => folder.name.toLowerCase() === name.toLowerCase())).toHaveLength(1);
  }
});

test('keeps the bookmarks of a deleted folder', async () => {
  const browser = await marking('a', 'b');
  const { id } = await make(browser, 'Wasser', ['a', 'b']);
  const removed = await browser.call(library.removeFolder, { params: { id } });
  expect(removed).toEqual({ identifiers: ['a', 'b'] });
  expect([await inside(browser, NO_FOLDER), (await browser.call(library.folders)).items]).toEqual([['a', 'b'], []]);
  expect(await make(browser, 'Wasser', removed.identifiers)).toMatchObject({ count: 2 });
});

test('restores a bookmark into its folder if the folder still exists', async () => {
  const browser = await marking('a');
  const { id } = await make(browser, 'Wasser', ['a']);
  const [had] = (await browser.call(library.bookmarks, { query: {} })).items;
  const restore = async () => {
    await browser.call(library.removeBookmark, { params: { mediaId: 'a' } });
    const { note, added_at, rank, folder_id } = had!;
    await browser.call(library.restoreBookmark, { params: { mediaId: 'a' }, body: { note, added_at, rank, folder_id } });
  };
  await restore();
  expect(await inside(browser, id)).toEqual(['a']);
  await browser.call(library.removeFolder, { params: { id } });
  await restore();
  expect(await inside(browser, NO_FOLDER)).toEqual(['a']);
});

test('hides folders from other users', async () => {
  const owner = await marking('a');
  const { id } = await make(owner, 'Wasser', ['a']);
  const other = await marking('a');
  const gone = { status: 404, code: 'not_found' };
  await expect(other.call(library.renameFolder, { params: { id }, body: { name: 'Meins' } })).rejects.toMatchObject(gone);
  await expect(other.call(library.removeFolder, { params: { id } })).rejects.toMatchObject(gone);
  await expect(other.call(library.bookmarks, { query: { folder: id } })).rejects.toMatchObject({ ...gone, field: 'folder' });
  await expect(file(other, 'a', id)).rejects.toMatchObject({ ...gone, field: 'folder_id' });
  await expect(file(other, 'a', newId())).rejects.toMatchObject(gone);
  expect([await inside(owner, id), await inside(other, NO_FOLDER)]).toEqual([['a'], ['a']]);
});

test('limits each user to 100 folders', async () => {
  const browser = await marking();
  for (let i = 1; i <= MAX_FOLDERS; i++) await make(browser, `Ordner ${i}`);
  await expect(make(browser, 'noch einer')).rejects.toMatchObject({
    status: 400,
    field: 'folders',
    details: { problems: [{ field: 'folders', rule: 'max' }] },
  });
  expect((await browser.call(library.folders)).items).toHaveLength(MAX_FOLDERS);
});

test('reorders the bookmarks of a folder without affecting other bookmarks', async () => {
  const browser = await marking('a', 'b', 'c');
  await browser.call(library.orderBookmarks, { body: { identifiers: ['a', 'b', 'c'] } });
  const folder = await make(browser, 'Wasser', ['a', 'c']);
  const own = async () => (await browser.call(library.bookmarks, { query: { sort: 'own' } })).items.map(({ identifier }) => identifier);
  const order = (identifiers: string[], of: string) => browser.call(library.orderBookmarks, { body: { identifiers, folder: of } });
  await order(['c', 'a'], folder.id);
  expect(await own()).toEqual(['c', 'b', 'a']);
  // Bookmarks outside the folder are ignored.
  await order(['b', 'a'], folder.id);
  expect(await own()).toEqual(['a', 'b', 'c']);
  await order(['c', 'b'], NO_FOLDER);
  expect(await own()).toEqual(['a', 'b', 'c']);
  const other = await marking('a');
  await expect(other.call(library.orderBookmarks, { body: { identifiers: ['a'], folder: folder.id } })).rejects.toMatchObject({
    status: 404,
    field: 'folder',
  });
});
