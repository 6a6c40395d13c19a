import { duplicates } from '@fundus/contract/duplicates/duplicates';
import { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import { library } from '@fundus/contract/library/library';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { districtAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';
import { storeBatch } from '../imports/index.ts';
import { newReport } from '@fundus/importer/report';

let portal: TestPortal;
let admin: Caller;
let anna: Caller;
beforeAll(async () => {
  portal = await testPortal();
  [admin, anna] = [await portal.as(districtAdmin()), await portal.as(teacher())];
  const film = { fn_typ: '49', fn_prodname: 'Beispielfilm', year: 2020 };
  await portal.store(
    { identifier: 'a-1', fn_titel: 'Das Moor', ...film },
    { identifier: 'b-1', fn_titel: 'das moor', ...film },
    { identifier: 'a-2', fn_titel: 'Der Wald', fn_typ: '46', isbn: '9783161484100' },
    { identifier: 'b-2', fn_titel: 'Wald und Forst', fn_typ: '46', isbn: '978-3-16-148410-0', licences: [{ scope: 'none' }] },
    { identifier: 'c-1', fn_titel: 'Die Heide', ...film },
    { identifier: 'd-1', fn_titel: 'Die Heide', ...film },
  );
});
afterAll(() => portal.close());

const pairs = async (): Promise<string[]> =>
  (await admin.call(duplicates.list)).pairs.map(({ reason, sides }) => `${sides[0].identifier} ${sides[1].identifier} ${reason}`);
const bookmarks = async (): Promise<string[]> =>
  (await portal.portal.db.selectFrom('bookmark').select('bookmark.identifier').execute()).map(({ identifier }) => identifier).sort();

test('pairs are seen, merged with what hangs on them, and taken back', async () => {
  expect(await pairs()).toEqual(['a-1 b-1 title', 'a-2 b-2 isbn', 'c-1 d-1 title']);
  await anna.call(library.setBookmark, { params: { mediaId: 'b-1' } });
  const licence = newId();
  await portal.portal.db
    .insertInto('licence')
    .values({ id: licence, identifier: 'b-1', scope: 'district', district_id: 'district-a', seats: 0, rights: '{}' })
    .execute();
  await portal.portal.db
    .insertInto('media_file')
    .values({ identifier: 'b-1', rank: 0, role: 'main', mime: 'video/mp4', path: 'media/b.mp4', uploaded_at: new Date() })
    .execute();
  await admin.call(duplicates.merge, { body: { kept: 'a-1', gone: 'b-1' } });
  expect(await pairs()).toEqual(['a-2 b-2 isbn', 'c-1 d-1 title']);
  expect(await bookmarks()).toEqual(['a-1']);
  const hanging = () =>
    portal.portal.db
      .selectFrom('licence')
      .innerJoin('media_file', 'media_file.identifier', 'licence.identifier')
      .select(['licence.identifier', 'licence.origin', 'media_file.path'])
      .where('licence.id', '=', licence)
      .execute();
  expect(await hanging()).toEqual([{ identifier: 'a-1', origin: 'hand', path: 'media/b.mp4' }]);
  expect((await anna.inject({ method: 'GET', url: '/api/v1/media/b-1' })).statusCode).toBe(404);

  // Should its source send it again, it stays one with the other.
  const report = newReport();
  const record = MediaRecord.parse({ identifier: 'b-1', fn_titel: 'Das Moor, neu', fn_typ: '49' });
  expect(await storeBatch(portal.portal, [{ line: 1, record }], { dryRun: false }, report)).toMatchObject({ same: 1 });
  expect(report).toMatchObject({ stored: 0, changed: 0 });

  const [merge] = (await admin.call(duplicates.list)).merges;
  expect(merge).toMatchObject({ kept: { identifier: 'a-1' }, gone: { identifier: 'b-1' } });
  await admin.call(duplicates.undo, { params: { id: merge!.id } });
  expect(await bookmarks()).toEqual(['b-1']);
  expect(await hanging()).toEqual([{ identifier: 'b-1', origin: 'record', path: 'media/b.mp4' }]);
  expect(await pairs()).toContain('a-1 b-1 title');
  await expect(admin.call(duplicates.undo, { params: { id: merge!.id } })).rejects.toMatchObject({ code: 'not_found' });
});

test('what is not the same is no pair again; numbers are merged by rule; nobody loses what is free', async () => {
  await admin.call(duplicates.apart, { body: { one: 'd-1', other: 'c-1' } });
  expect(await pairs()).toEqual(['a-1 b-1 title', 'a-2 b-2 isbn']);
  await expect(admin.call(duplicates.merge, { body: { kept: 'b-2', gone: 'a-2' } })).rejects.toMatchObject({ code: 'state_conflict' });
  await expect(admin.call(duplicates.merge, { body: { kept: 'a-2', gone: 'a-2' } })).rejects.toMatchObject({ code: 'not_found' });
  expect(await admin.call(duplicates.mergeSure)).toEqual({ merged: 1 });
  expect(await pairs()).toEqual(['a-1 b-1 title']);
  const [merge] = (await admin.call(duplicates.list)).merges;
  expect(merge).toMatchObject({ kept: { identifier: 'a-2' }, gone: { identifier: 'b-2' } });
  portal.setNow(new Date(Date.now() + 31 * 86_400_000));
  const later = await portal.as(districtAdmin({ email: 'spaeter@x.example' }));
  expect((await later.call(duplicates.list)).merges).toEqual([]);
  await expect(later.call(duplicates.undo, { params: { id: merge!.id } })).rejects.toMatchObject({ code: 'expired' });
  portal.setNow(null);
});
