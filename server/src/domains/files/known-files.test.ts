import { beforeAll, expect, test } from 'vitest';
import { usePortal } from '../../testing/use-portal.ts';
import { clearFileCache, findKnownFile } from './known-files.ts';

const portal = usePortal();
let id: string;
beforeAll(async () => {
  await portal.store({ identifier: 'K-1', fn_titel: 'Film', fn_typ: '49', files: [{ path: 'a/film.mp4', mime: 'video/mp4' }] });
  id = (await portal.portal.db.selectFrom('media_file').select('media_file.id').executeTakeFirstOrThrow()).id;
});

const remove = () => portal.portal.db.deleteFrom('media_file').where('media_file.id', '=', id).execute();
const bringBack = () =>
  portal.portal.db
    .insertInto('media_file')
    .values({ id, identifier: 'K-1', role: 'main', mime: 'video/mp4', path: 'a/film.mp4', rank: 0 })
    .execute();

test('caches the row of a file for ten seconds or until the file changes', async () => {
  const start = new Date('2026-11-20T10:00:00Z');
  portal.setNow(start);
  expect((await findKnownFile(portal.portal, id))?.path).toBe('a/film.mp4');
  await remove();
  expect((await findKnownFile(portal.portal, id))?.path).toBe('a/film.mp4');
  clearFileCache(portal.portal.storage);
  expect(await findKnownFile(portal.portal, id)).toBeUndefined();
  await bringBack();
  expect((await findKnownFile(portal.portal, id))?.path).toBe('a/film.mp4');
  await remove();
  portal.setNow(new Date(start.getTime() + 10_000));
  expect(await findKnownFile(portal.portal, id)).toBeUndefined();
  await bringBack();
});

test('does not cache a row that was read during a change', async () => {
  const asked = findKnownFile(portal.portal, id);
  clearFileCache(portal.portal.storage);
  expect((await asked)?.path).toBe('a/film.mp4');
  await remove();
  expect(await findKnownFile(portal.portal, id)).toBeUndefined();
  await bringBack();
});
