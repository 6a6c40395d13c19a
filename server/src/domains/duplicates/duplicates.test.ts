import { duplicates } from '@fundus/contract/duplicates/duplicates';
import { catalogue, MediaRecord } from '@fundus/contract/catalogue/catalogue';
import { library } from '@fundus/contract/library/library';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { districtAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { storeBatch } from '../imports/index.ts';
import { findPairs } from './find-pairs.ts';
import { newReport } from '@fundus/importer/report';

const portal = usePortal({ Katalog: true }, { publicUrl: 'https://medien.example' });
let admin: Caller;
let anna: Caller;
beforeAll(async () => {
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

/** Runs the hourly search for pairs. */
const look = () => findPairs(portal.portal);
const pairs = async (): Promise<string[]> =>
  (await admin.call(duplicates.list)).pairs.map(({ reason, sides }) => `${sides[0].identifier} ${sides[1].identifier} ${reason}`);
const bookmarks = async (): Promise<string[]> =>
  (await portal.portal.db.selectFrom('bookmark').select('bookmark.identifier').execute()).map(({ identifier }) => identifier).sort();

test('moves the data of a duplicate to the remaining medium until the merge is undone', async () => {
  expect(await pairs()).toEqual([]);
  await look();
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
  expect(await anna.call(catalogue.detail, { params: { identifier: 'b-1' } })).toMatchObject({ identifier: 'a-1', fn_titel: 'Das Moor' });

  // The record remains merged if its source delivers it again.
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

test('updates the pairs when a number is added or removed', async () => {
  const of = (identifier: string, more: object = {}) => ({
    identifier,
    fn_titel: `Der Berg ${identifier}`,
    fn_typ: '46',
    ean: '4006381333931',
    ...more,
  });
  await portal.store(of('f-1'), of('f-2'), of('f-3'), of('f-4', { ean: undefined }));
  await look();
  const found = async () => (await pairs()).filter((pair) => pair.startsWith('f-'));
  expect(await found()).toEqual(['f-1 f-2 ean', 'f-1 f-3 ean', 'f-2 f-3 ean']);
  await portal.store(of('f-3', { ean: undefined }));
  await look();
  expect(await found()).toEqual(['f-1 f-2 ean']);
  // Pairs of the removed record become pairs of the remaining record.
  await portal.store(of('f-4'));
  await look();
  await admin.call(duplicates.merge, { body: { kept: 'f-2', gone: 'f-1' } });
  expect(await found()).toEqual(['f-2 f-4 ean']);
  const [merge] = (await admin.call(duplicates.list)).merges;
  await admin.call(duplicates.undo, { params: { id: merge!.id } });
  expect(await found()).toEqual(['f-1 f-2 ean', 'f-1 f-4 ean', 'f-2 f-4 ean']);
  for (const other of ['f-2', 'f-4']) await admin.call(duplicates.apart, { body: { one: 'f-1', other } });
  expect(await found()).toEqual(['f-2 f-4 ean']);
  await admin.call(duplicates.apart, { body: { one: 'f-4', other: 'f-2' } });
  expect(await found()).toEqual([]);
});

test('finds changed records even if the clock was set back', async () => {
  await portal.store({ identifier: 'i-1', fn_titel: 'Der Fluss', fn_typ: '46', ean: '4006381333948' });
  // The change has the time of a database server whose clock was an hour ahead.
  await portal.portal.db
    .updateTable('exported_medium')
    .set({ changed_at: new Date(Date.now() + 3_600_000) })
    .where('identifier', '=', 'i-1')
    .execute();
  await look();
  await portal.store({ identifier: 'i-2', fn_titel: 'Ein Strom', fn_typ: '46', ean: '4006381333948' });
  await look();
  expect(await pairs()).toContain('i-1 i-2 ean');
  await admin.call(duplicates.apart, { body: { one: 'i-1', other: 'i-2' } });
});

test('restores a record as retired if its source has removed it since the merge', async () => {
  await portal.store(...['k-1', 'k-2'].map((identifier) => ({ identifier, fn_titel: `Der Teich ${identifier}`, fn_typ: '49' })));
  const record = MediaRecord.parse({ identifier: 'k-1', fn_titel: 'Der Teich k-1', fn_typ: '49' });
  const t = (lines: Parameters<typeof storeBatch>[1], gone: string[]) =>
    storeBatch(portal.portal, lines, { dryRun: false }, newReport(), { gone });
  const mergeAndBack = async (meanwhile: () => Promise<unknown>) => {
    await admin.call(duplicates.merge, { body: { kept: 'k-2', gone: 'k-1' } });
    await meanwhile();
    await admin.call(duplicates.undo, { params: { id: (await admin.call(duplicates.list)).merges[0]!.id } });
    const detail = await anna.call(catalogue.detail, { params: { identifier: 'k-1' } }).catch((error: { code: string }) => error);
    return 'code' in detail ? detail.code : detail.identifier;
  };
  expect(
    await mergeAndBack(async () => {
      expect(await t([], ['k-1'])).toMatchObject({ gone: 0 });
      await t([{ line: 1, record }], []);
    }),
  ).toBe('k-1');
  expect(await mergeAndBack(() => t([], ['k-1']))).toBe('not_found');
  expect(await t([{ line: 1, record }], [])).toMatchObject({ same: 0 });
  expect(await anna.call(catalogue.detail, { params: { identifier: 'k-1' } })).toMatchObject({ identifier: 'k-1' });
});

test('moves versions, recommendations and shares to the remaining medium until the merge is undone', async () => {
  const film = (identifier: string, set_of: string | null = null) => ({
    identifier,
    fn_titel: `Das Tal ${identifier}`,
    fn_typ: '49',
    set_of,
  });
  await portal.store(film('g-1'), film('g-2'), film('g-1-en', 'g-1'), film('g-2-fr', 'g-2'));
  const versions = async (identifier: string) =>
    (await anna.call(catalogue.detail, { params: { identifier } })).versions.map((version) => version.identifier);
  await portal.portal.db.insertInto('recommendation').values({ identifier: 'g-1', text: 'Gut', at: new Date() }).execute();
  const recommended = async () =>
    (await portal.portal.db.selectFrom('recommendation').select('identifier').execute()).map((row) => row.identifier);
  const [giver] = await portal.portal.db.selectFrom('person').select('id').orderBy('id').limit(1).execute();
  const shared = { school_id: 'school-a', person_id: giver!.id, kind: 'media' as const, title: 'Das Tal', message: '' };
  const share = (identifier: string, to_school: boolean) => ({
    ...{ ...shared, id: newId(), identifier, to_school, visible_until: '2099-07-31', shared_at: new Date() },
  });
  await portal.portal.db
    .insertInto('shared_medium')
    .values([share('g-1', false), share('g-1', true), share('g-2', false), share('g-2', true)])
    .execute();
  const sharesOf = async (identifier: string) =>
    (await portal.portal.db.selectFrom('shared_medium').select('to_school').where('identifier', '=', identifier).execute()).length;
  await admin.call(duplicates.merge, { body: { kept: 'g-2', gone: 'g-1' } });
  // A share with a colleague is kept. Two shares with the whole school become one.
  expect([await sharesOf('g-1'), await sharesOf('g-2')]).toEqual([1, 3]);
  expect(await versions('g-2')).toEqual(['g-1-en', 'g-2-fr']);
  expect(await versions('g-1-en')).toEqual(['g-2', 'g-2-fr']);
  expect(await recommended()).toEqual(['g-2']);
  const [merge] = (await admin.call(duplicates.list)).merges;
  await admin.call(duplicates.undo, { params: { id: merge!.id } });
  expect([await versions('g-2'), await versions('g-1-en'), await recommended()]).toEqual([['g-2-fr'], ['g-1'], ['g-1']]);
  expect([await sharesOf('g-1'), await sharesOf('g-2')]).toEqual([2, 2]);
});

test('fills missing fields of the remaining record until the merge is undone', async () => {
  const bare = { fn_typ: '49', fn_prodname: '', year: null };
  await portal.store(
    { identifier: 'h-1', fn_titel: 'Der Bach', ...bare, fn_schlag: ['Bach'] },
    {
      ...{ identifier: 'h-2', fn_titel: 'Der Bach 2', fn_typ: '46', fn_text: 'Wie er fließt.', fn_geb: ['220'], fn_schlag: ['Wasser'] },
      ...{ year: 2001, isbn: '9780306406157', url: 'https://example.org/bach', rights_note: 'CC BY 4.0' },
    },
    { identifier: 'h-3', fn_titel: 'Der Bach 3', ...bare },
  );
  const work = (identifier: string) =>
    portal.portal.db
      .selectFrom('media_item')
      .select(['fn_titel', 'fn_typ', 'fn_text', 'fn_geb', 'fn_schlag', 'year', 'isbn', 'url', 'rights_note'])
      .where('identifier', '=', identifier)
      .executeTakeFirstOrThrow();
  const [one, third] = [await work('h-1'), await work('h-3')];
  const from = { fn_text: 'Wie er fließt.', fn_geb: ['220'], year: 2001, isbn: '9780306406157' };
  await admin.call(duplicates.merge, { body: { kept: 'h-1', gone: 'h-2' } });
  expect(await work('h-1')).toEqual({ ...one, ...from });
  // The source still lacks these fields and changes the title.
  await portal.store({ identifier: 'h-1', fn_titel: 'Der Bach, neu', ...bare, fn_schlag: ['Bach'] });
  expect(await work('h-1')).toEqual({ ...one, ...from, fn_titel: 'Der Bach, neu' });
  await admin.call(duplicates.merge, { body: { kept: 'h-3', gone: 'h-1' } });
  expect(await work('h-3')).toEqual({ ...third, ...from, fn_schlag: ['Bach'] });
  await portal.portal.db.updateTable('media_item').set({ year: 1999 }).where('identifier', '=', 'h-3').execute();
  const merges = new Map((await admin.call(duplicates.list)).merges.map(({ id, gone }) => [gone.identifier, id]));
  await admin.call(duplicates.undo, { params: { id: merges.get('h-2')! } });
  expect(await work('h-3')).toEqual({ ...third, fn_schlag: ['Bach'], year: 1999 });
  expect(await work('h-1')).toEqual({ ...one, fn_titel: 'Der Bach, neu' });
  await admin.call(duplicates.undo, { params: { id: merges.get('h-1')! } });
  expect(await work('h-3')).toEqual({ ...third, year: 1999 });
});

test('redirects addresses of merged media until the merges are undone', async () => {
  await portal.store(...['e-1', 'e-2', 'e-3'].map((identifier) => ({ identifier, fn_titel: `Die Düne ${identifier}`, fn_typ: '49' })));
  const get = (url: string) => portal.app.inject({ url, headers: { host: 'medien.example' } });
  const leadsTo = async (url: string) => {
    const { statusCode, headers } = await get(url);
    return statusCode === 302 ? headers.location : statusCode;
  };
  const detail = async (identifier: string) => (await anna.call(catalogue.detail, { params: { identifier } })).identifier;
  const mergeOf = async (gone: string) => (await admin.call(duplicates.list)).merges.find((merge) => merge.gone.identifier === gone)!.id;
  // The bookmark of the merged record is moved. The bookmark of the last record is not changed.
  for (const mediaId of ['e-1', 'e-3']) await anna.call(library.setBookmark, { params: { mediaId } });
  expect(await leadsTo('/media/e-1')).toBe(200);
  await admin.call(duplicates.merge, { body: { kept: 'e-2', gone: 'e-1' } });
  await admin.call(duplicates.merge, { body: { kept: 'e-3', gone: 'e-2' } });
  expect(await leadsTo('/media/e-1?t=72&e=150')).toBe('/media/e-3?t=72&e=150');
  expect(await leadsTo('/search/e-2')).toBe('/search/e-3');
  expect(await leadsTo('/catalogue/search/e-1')).toBe('/catalogue/search/e-3');
  expect(await leadsTo('/class/01890000-0000-7000-8000-000000000001/media/e-1')).toBe(
    '/class/01890000-0000-7000-8000-000000000001/media/e-3',
  );
  expect(await leadsTo('/media/e-3')).toBe(200);
  expect(await leadsTo('/marketplace/e-1')).toBe(200);
  expect([await detail('e-1'), await detail('e-2'), await detail('e-3')]).toEqual(['e-3', 'e-3', 'e-3']);
  // External programs receive a card of the remaining medium. Harvesters see the old medium as deleted.
  const card = await get(`/oembed?url=${encodeURIComponent('https://medien.example/search/e-1')}`);
  expect(card.json<{ html: string }>().html).toContain('/e-3"');
  expect((await get('/unapi?id=e-1&format=ris')).body).toContain('ID  - e-3');
  const record = await get('/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:medien.example:e-1');
  expect(record.body).toContain('status="deleted"');

  // Merges can be undone in any order, and data that was moved twice is restored as well.
  await admin.call(duplicates.undo, { params: { id: await mergeOf('e-1') } });
  expect([await detail('e-1'), await detail('e-2'), await bookmarks()]).toEqual(['e-1', 'e-3', ['b-1', 'e-1', 'e-3']]);
  await admin.call(duplicates.undo, { params: { id: await mergeOf('e-2') } });
  expect([await detail('e-2'), await leadsTo('/media/e-2'), await bookmarks()]).toEqual(['e-2', 200, ['b-1', 'e-1', 'e-3']]);
});

test('excludes a rejected pair from suggestions and automatic merges', async () => {
  await admin.call(duplicates.apart, { body: { one: 'd-1', other: 'c-1' } });
  expect(await pairs()).toEqual(['a-1 b-1 title', 'a-2 b-2 isbn']);
  await expect(admin.call(duplicates.merge, { body: { kept: 'b-2', gone: 'a-2' } })).rejects.toMatchObject({ code: 'state_conflict' });
  await expect(admin.call(duplicates.merge, { body: { kept: 'a-2', gone: 'a-2' } })).rejects.toMatchObject({ code: 'not_found' });
});

test('merges pairs with equal numbers automatically', async () => {
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
