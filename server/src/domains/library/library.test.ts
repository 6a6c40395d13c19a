import { Readable } from 'node:stream';
import type { MediaRecordInput } from '@fundus/contract/catalogue/catalogue';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { shiftDay, today, DAY } from '@fundus/contract/days';
import { library, MAX_SEARCHES } from '@fundus/contract/library/library';
import { beforeAll, describe, expect, test } from 'vitest';
import { pupil, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { forgetOldHistory } from './service.ts';

const day = (shift: number) => shiftDay(today(new Date()), shift);
const film = (identifier: string, more: Partial<MediaRecordInput> = {}): MediaRecordInput => ({
  identifier,
  fn_titel: `Medium ${identifier}`,
  fn_typ: '49',
  url: 'https://medien.example/1',
  ...more,
});

const portal = usePortal();
beforeAll(async () => {
  await portal.store(...['a', 'b', 'c'].map((identifier) => film(identifier)));
});

const marked = async (who: Caller, sort: 'newest' | 'own' = 'newest') =>
  (await who.call(library.bookmarks, { query: { sort } })).items.map((item) => item.identifier);

describe('bookmarks', () => {
  test('are unique per medium and user', async () => {
    const browser = await portal.as(teacher());
    const other = await portal.as(pupil());
    for (const mediaId of ['a', 'b', 'a'])
      expect(await browser.call(library.setBookmark, { params: { mediaId } })).toEqual({ bookmarked: true });
    const { total, items } = await browser.call(library.bookmarks, { query: {} });
    expect([total, items.map((item) => item.identifier)]).toEqual([2, ['b', 'a']]);
    expect(items.every((item) => item.medium?.bookmarked)).toBe(true);
    expect((await other.call(library.bookmarks, { query: {} })).total).toBe(0);
    await browser.call(library.removeBookmark, { params: { mediaId: 'b' } });
    await browser.call(library.removeBookmark, { params: { mediaId: 'b' } });
    expect((await browser.call(library.bookmarks, { query: {} })).total).toBe(1);
  });

  test('can be sorted manually', async () => {
    const browser = await portal.as(teacher());
    for (const mediaId of ['a', 'b', 'c']) await browser.call(library.setBookmark, { params: { mediaId } });
    await browser.call(library.orderBookmarks, { body: { identifiers: ['b', 'unknown', 'a', 'b'] } });
    expect(await marked(browser, 'own')).toEqual(['b', 'a', 'c']);
    expect(await marked(browser)).toEqual(['c', 'b', 'a']);
  });

  test('are found by words in notes and titles', async () => {
    const browser = await portal.as(teacher());
    for (const mediaId of ['a', 'b', 'c']) await browser.call(library.setBookmark, { params: { mediaId } });
    await browser.call(library.noteBookmark, { params: { mediaId: 'a' }, body: { note: '  Stunde 3  ' } });
    const { items } = await browser.call(library.bookmarks, { query: {} });
    expect(items.find((item) => item.identifier === 'a')?.note).toBe('Stunde 3');
    const found = async (q: string) => (await browser.call(library.bookmarks, { query: { q } })).items.map(({ identifier }) => identifier);
    expect(await found('stunde')).toEqual(['a']);
    expect(await found(items[0]!.title.toUpperCase())).toContain(items[0]!.identifier);
    expect(await browser.call(library.bookmarks, { query: { q: '%' } })).toMatchObject({ total: 0, items: [] });
  });

  test('reject notes above 300 characters', async () => {
    const browser = await portal.as(teacher());
    await browser.call(library.setBookmark, { params: { mediaId: 'a' } });
    await expect(browser.call(library.noteBookmark, { params: { mediaId: 'a' }, body: { note: 'x'.repeat(301) } })).rejects.toMatchObject({
      status: 400,
      field: 'note',
    });
    const other = await portal.as(teacher());
    await expect(other.call(library.noteBookmark, { params: { mediaId: 'a' }, body: { note: 'fremd' } })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('are reordered without changing the order of the others', async () => {
    const browser = await portal.as(teacher());
    for (const mediaId of ['a', 'b', 'c']) await browser.call(library.setBookmark, { params: { mediaId } });
    const order = (...identifiers: string[]) => browser.call(library.orderBookmarks, { body: { identifiers } });
    await order('b', 'c', 'a');
    await order('a');
    expect(await marked(browser, 'own')).toEqual(['a', 'b', 'c']);
    await order('c', 'a');
    expect(await marked(browser, 'own')).toEqual(['c', 'a', 'b']);
  });

  test('are restored with their note, date and position', async () => {
    const browser = await portal.as(teacher());
    for (const mediaId of ['a', 'b', 'c']) await browser.call(library.setBookmark, { params: { mediaId } });
    await browser.call(library.orderBookmarks, { body: { identifiers: ['a', 'b', 'c'] } });
    await browser.call(library.noteBookmark, { params: { mediaId: 'b' }, body: { note: 'wichtig' } });
    const read = async () => (await browser.call(library.bookmarks, { query: { sort: 'own' } })).items;
    const before = await read();
    const { note, added_at, rank } = before[1]!;
    const params = { mediaId: 'b' };
    await browser.call(library.removeBookmark, { params });
    await browser.call(library.restoreBookmark, { params, body: { note, added_at, rank } });
    expect(await read()).toEqual(before);
    // A repeated restore does not change the position. A day in the future is replaced by today.
    await browser.call(library.restoreBookmark, { params, body: { note: 'anders', added_at, rank: null } });
    expect(await read()).toEqual(before);
    await browser.call(library.removeBookmark, { params });
    await browser.call(library.restoreBookmark, { params, body: { note, added_at: '2999-01-01T00:00:00Z', rank } });
    expect(Date.parse((await read()).find(({ identifier }) => identifier === 'b')!.added_at)).toBeLessThanOrEqual(Date.now());
  });

  test('are imported from a guest once', async () => {
    const browser = await portal.as(teacher());
    await browser.call(library.setBookmark, { params: { mediaId: 'a' } });
    const take = () => browser.call(library.takeBookmarks, { body: { identifiers: ['a', 'b', 'nowhere', 'b'] } });
    expect(await take()).toEqual({ taken: 1 });
    expect(await take()).toEqual({ taken: 0 });
    expect((await marked(browser)).sort()).toEqual(['a', 'b']);
  });

  test('keep the title of a removed medium', async () => {
    const browser = await portal.as(teacher());
    await portal.store(film('gone', { fn_titel: 'Verschwundenes' }));
    await browser.call(library.setBookmark, { params: { mediaId: 'gone' } });
    await portal.portal.db.deleteFrom('media_item').where('identifier', '=', 'gone').execute();
    await portal.portal.db.insertInto('media_change').values({ identifier: 'gone' }).execute();
    await portal.follower.catchUp();
    expect((await browser.call(library.bookmarks, { query: {} })).items).toMatchObject([{ title: 'Verschwundenes', medium: null }]);
  });
});

describe('history', () => {
  const opened = async (who: Caller) => {
    const { items } = await who.call(library.history, { query: {} });
    return items.map(({ medium, position }) => [medium.identifier, position]);
  };
  const play = (who: Caller, mediaId: string, position: number) =>
    who.call(library.savePosition, { params: { mediaId }, body: { position } });

  test('stores the position in each medium', async () => {
    const browser = await portal.as(teacher());
    await play(browser, 'a', 12.5);
    await play(browser, 'c', 3);
    await play(browser, 'a', 20);
    expect(await opened(browser)).toEqual([
      ['a', 20],
      ['c', 3],
    ]);
    await browser.call(library.forgetMedium, { params: { mediaId: 'a' } });
    expect(await opened(browser)).toEqual([['c', 3]]);
    await browser.call(library.forgetAll);
    expect(await opened(browser)).toEqual([]);
  });

  test('is disabled for learners by default', async () => {
    const learner = await portal.as(pupil());
    await play(learner, 'a', 5);
    expect(await learner.call(library.history, { query: {} })).toMatchObject({ kept: false, items: [] });
    await learner.call(library.keepHistory, { body: { kept: true } });
    await play(learner, 'a', 5);
    expect(await opened(learner)).toEqual([['a', 5]]);
    expect(await learner.call(library.keepHistory, { body: { kept: false } })).toEqual({ kept: false });
    expect(await opened(learner)).toEqual([]);
  });

  test('contains only media in the catalogue', async () => {
    const browser = await portal.as(teacher());
    await portal.store(film('leaves'));
    for (const mediaId of ['a', 'leaves']) await play(browser, mediaId, 3);
    await portal.portal.db.updateTable('media_item').set({ retired_at: new Date() }).where('identifier', '=', 'leaves').execute();
    expect([(await browser.call(library.history, { query: {} })).total, await opened(browser)]).toEqual([1, [['a', 3]]]);
  });

  test('is kept for 180 days', async () => {
    const browser = await portal.as(teacher());
    portal.setNow(new Date(Date.now() - 181 * DAY));
    await play(browser, 'b', 9);
    portal.setNow(null);
    expect(await opened(browser)).toEqual([]);
    const count = async () =>
      (await portal.portal.db.selectFrom('history').select('identifier').where('position', '=', 9).execute()).length;
    expect(await count()).toBe(1);
    await forgetOldHistory(portal.portal.db, new Date());
    expect(await count()).toBe(0);
  });

  test('rejects guests, unknown media and invalid positions', async () => {
    const browser = await portal.as(teacher());
    await expect(portal.guest().call(library.setBookmark, { params: { mediaId: 'a' } })).rejects.toMatchObject({
      status: 401,
      code: 'login_required',
    });
    await expect(browser.call(library.setBookmark, { params: { mediaId: 'x' } })).rejects.toMatchObject({ status: 404, field: 'mediaId' });
    await expect(play(browser, 'a', -1)).rejects.toMatchObject({ status: 400, field: 'position' });
  });
});

describe('licences', () => {
  test('are sorted by last day', async () => {
    const school = (target: string, more = {}) => ({ scope: 'school' as const, target, ...more });
    await portal.store(
      film('l-open', { licences: [{ scope: 'district', target: 'district-a' }] }),
      film('l-soon', { licences: [school('school-a', { valid_to: day(5), seats: 3 })] }),
      film('l-staff', { licences: [school('school-a', { valid_to: day(9), audience: 'teacher' })] }),
      film('l-over', { licences: [school('school-a', { valid_to: day(-60) })] }),
      film('l-later', { licences: [school('school-a', { valid_from: day(3) })] }),
      film('l-other', { licences: [school('school-b')] }),
    );
    const list = async (who: Caller, ended = false) =>
      (await who.call(library.licences, { query: { ended: String(ended) as 'true' } })).items.map(({ medium }) => medium.identifier);
    const staff = await portal.as(teacher());
    expect(await list(staff)).toEqual(['l-soon', 'l-staff', 'l-open']);
    expect(await list(staff, true)).toEqual(['l-over', 'l-soon', 'l-staff', 'l-open']);
    expect(await list(await portal.as(pupil()))).toEqual(['l-soon', 'l-open']);
    expect(await list(await portal.as(teacher({ school_id: 'school-b' })))).toEqual(['l-open', 'l-other']);
  });

  test('are searched by words in the title', async () => {
    const licences = [{ scope: 'school' as const, target: 'school-a' }];
    await portal.store(
      film('l-moor', { fn_titel: 'Das Licht im Hochmoor', licences }),
      film('l-heath', { fn_titel: 'Die Heide', licences }),
    );
    const browser = await portal.as(teacher());
    const found = await browser.call(library.licences, { query: { q: 'hochmoor' } });
    expect([found.total, found.items.map(({ medium }) => medium.identifier)]).toEqual([1, ['l-moor']]);
    expect((await browser.call(library.licences, { query: { q: '%' } })).total).toBe(0);
  });
});

describe('saved searches', () => {
  const keep = (who: Caller, body: Partial<{ name: string; query: string; alert: 'off' | 'daily' }> = {}) =>
    who.call(library.saveSearch, { body: { name: 'Moore', scope: 'search', query: 'q=Torfmoor', ...body } });

  test('count new results since the last visit', async () => {
    const browser = await portal.as(teacher());
    portal.setNow(new Date(Date.now() - 10 * DAY));
    const { id, new_count } = await keep(browser, { query: 'q=Torfmoor&filter_fn_typ=49' });
    portal.setNow(null);
    expect(new_count).toBe(0);
    await portal.store(
      film('t-old', { fn_titel: 'Torfmoor früher', published: day(-20) }),
      film('t-new', { fn_titel: 'Torfmoor heute', published: day(-2) }),
      film('t-type', { fn_titel: 'Torfmoor als Bild', fn_typ: '29', published: day(-2) }),
    );
    expect((await browser.call(library.searches)).items).toMatchObject([{ id, name: 'Moore', new_count: 1 }]);
    expect(await browser.call(library.changeSearch, { params: { id }, body: { seen: true, name: 'Torf', alert: 'weekly' } })).toMatchObject(
      {
        name: 'Torf',
        alert: 'weekly',
        new_count: 0,
      },
    );
  });

  test('are limited to fifty per user', async () => {
    const browser = await portal.as(teacher());
    const { id } = await keep(browser);
    const other = await portal.as(teacher());
    await expect(other.call(library.changeSearch, { params: { id }, body: { name: 'meins' } })).rejects.toMatchObject({ status: 404 });
    await expect(other.call(library.removeSearch, { params: { id } })).rejects.toMatchObject({ status: 404 });
    await expect(keep(browser, { query: 'c=unknown' })).rejects.toMatchObject({ status: 400, field: 'query' });
    await expect(keep(browser, { name: ' ' })).rejects.toMatchObject({ status: 400, field: 'name' });
    await expect(keep(browser, { name: 'Noch einmal' })).rejects.toMatchObject({ status: 409, code: 'already_exists' });
    for (let i = 1; i < MAX_SEARCHES; i++) await keep(browser, { name: `Suche ${i}`, query: `q=Moor${i}` });
    await expect(keep(browser, { query: 'q=Torf' })).rejects.toMatchObject({ status: 400, field: 'searches' });
    await browser.call(library.removeSearch, { params: { id } });
    expect((await browser.call(library.searches)).items).toHaveLength(MAX_SEARCHES - 1);
  });
});

describe('downloads', () => {
  test('are listed for the user as long as the medium exists', async () => {
    await portal.portal.storage.write('d/film.mp4', Readable.from([Buffer.from('film')]));
    const rights = { stream: true, download: true, home_use: true, lms_embed: true, edit: false };
    await portal.store(
      film('dl', {
        files: [{ role: 'main', mime: 'video/mp4', path: 'd/film.mp4', bytes: 4, label: 'Film' }],
        licences: [{ scope: 'school', target: 'school-a', valid_to: day(4), rights }],
      }),
    );
    const browser = await portal.as(teacher());
    const detail = await browser.call(catalogue.detail, { params: { identifier: 'dl' } });
    expect((await browser.inject({ url: detail.files[0]!.download_href! })).statusCode).toBe(200);
    const { items } = await browser.call(library.downloads, { query: {} });
    expect(items).toMatchObject([{ name: 'Film', bytes: 4, allowed_until: day(4), medium: { identifier: 'dl' } }]);
    expect((await browser.inject({ url: items[0]!.href! })).body).toBe('film');
    expect((await (await portal.as(teacher())).call(library.downloads, { query: {} })).total).toBe(0);
  });
});
