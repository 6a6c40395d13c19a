import { library } from '@fundus/contract/library';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pupil, teacher, testPortal, type TestPortal } from '../../testing/index.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
  await portal.store(...['a', 'b', 'c'].map((identifier) => ({ identifier, fn_titel: `Medium ${identifier}`, fn_typ: '49' })));
});
afterAll(() => portal.close());

test('bookmarks are one per medium and person, newest first', async () => {
  const browser = await portal.as(teacher());
  const other = await portal.as(pupil());
  for (const mediaId of ['a', 'b', 'a'])
    expect(await browser.call(library.setBookmark, { params: { mediaId } })).toEqual({ bookmarked: true });
  const { total, items } = await browser.call(library.bookmarks, { query: {} });
  expect([total, items.map((item) => item.identifier)]).toEqual([2, ['b', 'a']]);
  expect(items.every((item) => item.bookmarked)).toBe(true);
  expect((await other.call(library.bookmarks, { query: {} })).total).toBe(0);
  await browser.call(library.removeBookmark, { params: { mediaId: 'b' } });
  await browser.call(library.removeBookmark, { params: { mediaId: 'b' } });
  expect((await browser.call(library.bookmarks, { query: {} })).total).toBe(1);
});

test('the place in a medium is kept and the last one stands first', async () => {
  const browser = await portal.as(teacher());
  await browser.call(library.savePosition, { params: { mediaId: 'a' }, body: { position: 12.5 } });
  await browser.call(library.savePosition, { params: { mediaId: 'c' }, body: { position: 3 } });
  await browser.call(library.savePosition, { params: { mediaId: 'a' }, body: { position: 20 } });
  const { items } = await browser.call(library.history, { query: {} });
  expect(items.map(({ medium, position }) => [medium.identifier, position])).toEqual([
    ['a', 20],
    ['c', 3],
  ]);
});

test('guests are asked to sign in, unknown media and wrong positions are refused', async () => {
  const browser = await portal.as(teacher());
  await expect(portal.guest().call(library.setBookmark, { params: { mediaId: 'a' } })).rejects.toMatchObject({
    status: 401,
    code: 'login_required',
  });
  await expect(browser.call(library.setBookmark, { params: { mediaId: 'x' } })).rejects.toMatchObject({ status: 404, field: 'mediaId' });
  await expect(browser.call(library.savePosition, { params: { mediaId: 'a' }, body: { position: -1 } })).rejects.toMatchObject({
    status: 400,
    field: 'position',
  });
});
