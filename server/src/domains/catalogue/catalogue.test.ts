import { catalogue, type MediaRecordInput } from '@fundus/contract/catalogue/catalogue';
import { shiftDay, today, DAY } from '@fundus/contract/days';
import { library } from '@fundus/contract/library/library';
import QRCode from 'qrcode';
import { beforeAll, describe, expect, test } from 'vitest';
import { districtAdmin, pupil, teacher, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { fillBreaks } from './ingest/breaks.ts';
import { findFirstPicture } from './detail.ts';

const day = (shift: number) => shiftDay(today(new Date()), shift);

const film = (identifier: string, fn_titel: string, more: Partial<MediaRecordInput> = {}): MediaRecordInput => ({
  identifier,
  fn_titel,
  fn_typ: '49',
  fn_sprache: ['de'],
  ...more,
});

const RECORDS: MediaRecordInput[] = [
  film('V-1', 'Vulkane der Erde', {
    fn_geb: ['22003'],
    fn_adressat: ['A(7)', 'A(8)'],
    fn_schlag: ['Lava', 'Magma'],
    fn_prodname: 'Sonnwald',
    year: 2024,
  }),
  film('V-2', 'Wie Vulkane entstehen', { fn_geb: ['22003', '460'], fn_adressat: ['A(5)'], fn_sprache: ['en'], fn_typ: '29' }),
  film('V-3', 'Vulkane: das Schulbuch', { fn_typ: 'UC_BOOK', fn_geb: ['220'] }),
  film('V-4', 'Vulkane zum Anfassen', { fn_typ: 'UC_APP', fn_geb: ['220'], published: '2020-01-01' }),
  film('S-1', 'Vulkane nur für Schule a', { licences: [{ scope: 'school', target: 'school-a', valid_to: day(30), seats: 5 }] }),
  film('S-2', 'Vulkane nur für Lehrkräfte', { licences: [{ scope: 'district', target: 'district-a', audience: 'teacher' }] }),
  film('S-3', 'Vulkane abgelaufen', { licences: [{ scope: 'school', target: 'school-a', valid_to: day(-2) }] }),
  film('S-4', 'Vulkane noch nicht', { licences: [{ scope: 'school', target: 'school-a', valid_from: day(2) }] }),
  film('N-1', 'Vulkane nur im Katalog', { licences: [{ scope: 'none' }] }),
  film('P-1', 'Fotosynthese im Blatt', { fn_geb: ['080'], fn_schlag: ['Pflanze'], fn_text: 'Licht wird Zucker.' }),
];

const portal = usePortal();
beforeAll(async () => {
  await portal.store(...RECORDS);
});

const ids = (items: { identifier: string }[]) => items.map((item) => item.identifier).sort();

describe('search', () => {
  test('returns the fields of the specification', async () => {
    const browser = await portal.as(teacher());
    const { items, ...page } = await browser.call(catalogue.search, { query: { q: 'Vulkane der Erde' } });
    expect(page).toMatchObject({ total: 1, offset: 0, limit: 20 });
    expect(items[0]).toMatchObject({
      identifier: 'V-1',
      fn_titel: 'Vulkane der Erde',
      fn_geb: ['22003'],
      fn_adressat: ['A(7)', 'A(8)'],
      fn_prodname: 'Sonnwald',
      valid_to: false,
      remaining: false,
      returns: false,
      active: true,
      bookmarked: false,
      cover: '/api/v1/covers/V-1',
      can: { play: false, download: false, bookmark: true, wish: false, borrow: false },
    });
    expect(items[0]!.marked?.fn_titel?.some((piece) => piece.mark)).toBe(true);
  });

  test('requires anonymous visitors to sign in unless the search is public', async () => {
    await expect(portal.guest().call(catalogue.search, { query: { q: 'Vulkane' } })).rejects.toMatchObject({
      status: 401,
      code: 'login_required',
    });
    const open = await testPortal({ SearchNotLoggedIn: true });
    await open.store(...RECORDS);
    expect(ids((await open.guest().call(catalogue.search, { query: { q: 'Vulkane' } })).items)).toEqual(['V-1', 'V-2', 'V-3', 'V-4']);
    await open.close();
  });

  test('limits the results to books, apps or other media', async () => {
    const browser = await portal.as(pupil({ school_id: null }));
    const of = async (c: 'all' | 'media' | 'books' | 'apps') =>
      ids((await browser.call(catalogue.search, { query: { q: 'Vulkane', c } })).items);
    expect(await of('all')).toEqual(['V-1', 'V-2', 'V-3', 'V-4']);
    expect(await of('books')).toEqual(['V-3']);
    expect(await of('apps')).toEqual(['V-4']);
    expect(await of('media')).toEqual(['V-1', 'V-2']);
  });

  test('combines values of a field with OR and different fields with AND', async () => {
    const browser = await portal.as(pupil({ school_id: null }));
    const of = async (filters: object) => ids((await browser.call(catalogue.search, { query: { q: 'Vulkane', ...filters } })).items);
    expect(await of({ filter_fn_geb: '22003*' })).toEqual(['V-1', 'V-2']);
    expect(await of({ filter_fn_geb: '220*' })).toEqual(['V-1', 'V-2', 'V-3', 'V-4']);
    expect(await of({ filter_fn_geb: '220' })).toEqual(['V-1', 'V-2', 'V-3', 'V-4']);
    expect(await of({ filter_fn_typ: '49|29', filter_fn_sprache: 'en*' })).toEqual(['V-2']);
    expect(await of({ filter_fn_adressat: 'A(5)*|A(8)*' })).toEqual(['V-1', 'V-2']);
    expect(await of({ filter_fn_schlag: 'Lava' })).toEqual(['V-1']);
    expect(await of({ filter_fn_prodname: 'Sonnwald' })).toEqual(['V-1']);
    expect(await of({ filter_lizenzen: 'school' })).toEqual([]);
    expect(await of({ filter_fn_geb: 'gibt es nicht' })).toEqual([]);
  });

  test('names the invalid field in the error', async () => {
    const browser = await portal.as(teacher());
    const ask = (query: object) => browser.call(catalogue.search, { query: query as { q: string } });
    await expect(ask({ offset: -1 })).rejects.toMatchObject({ status: 400, field: 'offset' });
    await expect(ask({ limit: 1000 })).rejects.toMatchObject({ status: 400, field: 'limit' });
    await expect(ask({ c: 'films' })).rejects.toMatchObject({ status: 400, field: 'c' });
    await expect(ask({ q: 'x'.repeat(10_000) })).rejects.toMatchObject({ status: 400, field: 'q' });
    expect((await ask({ q: 'Vulkane', offset: 500 })).items).toEqual([]);
    for (const q of ['"', '-', '((', 'a\u0000b', '*', 'fn_titel:', '🙂', '%_\\']) expect((await ask({ q })).total, q).toBe(0);
  });

  test('sorts by title and by date', async () => {
    const browser = await portal.as(pupil({ school_id: null }));
    const titles = (await browser.call(catalogue.search, { query: { q: 'Vulkane', sort: 'title' } })).items.map((item) => item.fn_titel);
    expect(titles).toEqual(['Vulkane: das Schulbuch', 'Vulkane der Erde', 'Vulkane zum Anfassen', 'Wie Vulkane entstehen']);
    const newest = (await browser.call(catalogue.search, { query: { q: 'Vulkane', sort: 'newest' } })).items.map((item) => item.identifier);
    expect(newest.at(-1)).toBe('V-4');
  });
});

describe('licensed media', () => {
  const seen = async (person: Parameters<TestPortal['as']>[0]) => {
    const browser = await portal.as(person);
    const { items, total } = await browser.call(catalogue.search, { query: { q: 'Vulkane', limit: 100 } });
    expect(total).toBe(items.length);
    return ids(items).filter((id) => !id.startsWith('V-'));
  };

  test("are limited to the user's school, district and role", async () => {
    expect(await seen(teacher())).toEqual(['S-1', 'S-2']);
    expect(await seen(pupil())).toEqual(['S-1']);
    expect(await seen(teacher({ school_id: 'school-b' }))).toEqual(['S-2']);
    expect(await seen(pupil({ school_id: 'school-b' }))).toEqual([]);
    expect(await seen(districtAdmin())).toEqual(['S-2']);
  });

  test('contain the number of remaining seats and the end of the licence', async () => {
    const browser = await portal.as(teacher());
    const { items } = await browser.call(catalogue.search, { query: { q: '"nur für Schule a"' } });
    expect(items[0]).toMatchObject({ identifier: 'S-1', valid_to: day(30), remaining: 5, returns: false, active: true });
  });

  test('are not counted if they are hidden from the user', async () => {
    const browser = await portal.as(pupil({ school_id: 'school-b' }));
    const { values } = await browser.call(catalogue.distinct, { query: { q: 'Vulkane', f: 'fn_typ' } });
    expect(Object.fromEntries(values.map(({ value, count }) => [value, count]))).toEqual({ 49: 1, 29: 1, UC_BOOK: 1, UC_APP: 1 });
  });

  test('are visible from the first to the last day of their licence', async () => {
    const own = await testPortal();
    await own.store(...RECORDS);
    const browser = await own.as(teacher());
    const licensed = async () =>
      ids((await browser.call(catalogue.search, { query: { q: 'Vulkane' } })).items).filter((id) => id.startsWith('S-'));
    expect(await licensed()).toEqual(['S-1', 'S-2']);
    own.setNow(new Date(Date.now() + 3 * DAY));
    const later = await own.as(teacher());
    const found = async () =>
      ids((await later.call(catalogue.search, { query: { q: 'Vulkane' } })).items).filter((id) => id.startsWith('S-'));
    await expect.poll(found).toEqual(['S-1', 'S-2', 'S-4']);
    await own.close();
  });
});

describe('filter values', () => {
  test('are counted without the filter on the same field', async () => {
    const browser = await portal.as(pupil({ school_id: null }));
    const geb = await browser.call(catalogue.distinct, {
      query: { q: 'Vulkane', f: 'fn_geb', filter_fn_geb: '460*', filter_fn_typ: '29' },
    });
    const counts = Object.fromEntries(geb.values.map(({ value, count }) => [value, count]));
    expect(counts).toMatchObject({ '220': 1, '22003': 1, '460': 1 });
    expect(geb.values.find(({ value }) => value === '460')?.label).toBe('Physik');
    const sprache = await browser.call(catalogue.distinct, { query: { q: 'Vulkane', f: 'fn_sprache' } });
    expect(sprache.values).toEqual([
      { value: 'de', label: 'Deutsch', count: 3 },
      { value: 'en', label: 'Englisch', count: 1 },
    ]);
  });

  test('have the same counts as a search with the filter', async () => {
    const browser = await portal.as(teacher());
    for (const [f, tree] of [
      ['fn_geb', true],
      ['fn_sprache', true],
      ['fn_typ', false],
      ['fn_adressat', true],
    ] as const) {
      const { values } = await browser.call(catalogue.distinct, { query: { q: 'Vulkane', f } });
      for (const { value, count } of values) {
        const { total } = await browser.call(catalogue.search, { query: { q: 'Vulkane', [`filter_${f}`]: tree ? `${value}*` : value } });
        expect(total, `${f} ${value}`).toBe(count);
      }
    }
  });

  test('are rejected for an unknown field', async () => {
    const browser = await portal.as(teacher());
    await expect(browser.call(catalogue.distinct, { query: { f: 'password' as 'fn_geb' } })).rejects.toMatchObject({
      status: 400,
      field: 'f',
    });
  });
});

describe('whole catalogue', () => {
  test('returns the first picture on the page of a medium', async () => {
    expect(await findFirstPicture(portal.portal, 'catalogue', 'N-1')).toEqual({ href: '/api/v1/covers/N-1?size=2', film: false });
    // The search requires a sign-in, and an unknown medium has no picture.
    expect(await findFirstPicture(portal.portal, 'search', 'V-1')).toBeNull();
    expect(await findFirstPicture(portal.portal, 'catalogue', 'nowhere')).toBeNull();
  });

  test('includes unlicensed media for anonymous visitors', async () => {
    const { items } = await portal.guest().call(catalogue.catalogueSearch, { query: { q: 'Vulkane', limit: 100 } });
    expect(items).toHaveLength(9);
    const detail = await portal.guest().call(catalogue.catalogueDetail, { params: { identifier: 'N-1' } });
    expect(detail).toMatchObject({ active: false, remaining: 0, files: [], url: null, can: { play: false, bookmark: false } });
  });

  test('lets only teachers and administrators wish for unlicensed online media', async () => {
    await portal.store(film('D-1', 'Geysire auf DVD', { fn_typ: '46', licences: [{ scope: 'none' }] }));
    const wishable = async (who: Caller) => {
      const { items } = await who.call(catalogue.catalogueSearch, { query: { q: 'Vulkane', limit: 100 } });
      return ids(items.filter((item) => item.can.wish));
    };
    const others = ['N-1', 'S-3', 'S-4'];
    expect(await wishable(await portal.as(teacher()))).toEqual(others);
    expect(await wishable(await portal.as(teacher({ school_id: 'school-b' })))).toEqual(['N-1', 'S-1', 'S-3', 'S-4']);
    expect(await wishable(await portal.as(pupil()))).toEqual([]);
    expect(await wishable(portal.guest())).toEqual([]);
    const dvd = await (await portal.as(teacher())).call(catalogue.catalogueSearch, { query: { q: 'Geysire' } });
    expect(dvd.items[0]).toMatchObject({ identifier: 'D-1', active: false, can: { wish: false } });
  });

  test('rejects searches if DisableSearch is set', async () => {
    const closed = await testPortal({ DisableSearch: true, SearchNotLoggedIn: true });
    await closed.store(film('V-1', 'Vulkane der Erde'));
    const browser = await closed.as(teacher());
    const refused = { status: 403, code: 'feature_disabled' };
    for (const who of [closed.guest(), browser])
      for (const call of [catalogue.search, catalogue.suggest, catalogue.catalogueSearch, catalogue.catalogueSuggest])
        await expect(who.call(call, { query: {} }), call.path).rejects.toMatchObject(refused);
    await expect(browser.call(catalogue.distinct, { query: { f: 'fn_typ' } })).rejects.toMatchObject(refused);
    expect(await browser.call(catalogue.detail, { params: { identifier: 'V-1' } })).toMatchObject({ identifier: 'V-1' });
    await closed.close();
  });

  test('rejects requests if the catalogue is disabled', async () => {
    const closed = await testPortal({ Katalog: false });
    await expect(closed.guest().call(catalogue.catalogueSearch, { query: {} })).rejects.toMatchObject({
      status: 403,
      code: 'feature_disabled',
    });
    await closed.close();
  });
});

describe('page of a medium', () => {
  test('returns labels, versions and rights', async () => {
    const url = 'https://vulkane.example/';
    await portal.store(film('V-1-leicht', 'Vulkane der Erde in Leichter Sprache', { fn_sprache: ['s1'], set_of: 'V-1', url }));
    const browser = await portal.as(teacher());
    const detail = await browser.call(catalogue.detail, { params: { identifier: 'V-1' } });
    expect(detail.labels).toMatchObject({ '220': 'Geographie', '49': 'Online-Film', de: 'Deutsch' });
    expect(detail.versions).toEqual([{ identifier: 'V-1-leicht', fn_titel: 'Vulkane der Erde in Leichter Sprache', fn_sprache: ['s1'] }]);
    const easy = await browser.call(catalogue.detail, { params: { identifier: 'V-1-leicht' } });
    expect(easy.may[0]).toEqual({ question: 'show_in_class', answer: 'yes', why: null, note: '' });
    // The medium has neither a file nor an address.
    expect(detail.may[0]).toEqual({ question: 'show_in_class', answer: 'limited', why: 'no_file_yet', note: '' });
  });

  test('returns licence_missing for a medium without a licence', async () => {
    const stranger = await portal.as(teacher({ school_id: 'school-b' }));
    const ask = (identifier: string) => stranger.call(catalogue.detail, { params: { identifier } });
    for (const identifier of ['S-1', 'N-1']) await expect(ask(identifier)).rejects.toMatchObject({ status: 403, code: 'licence_missing' });
    await expect(ask('gibt-es-nicht')).rejects.toMatchObject({ status: 404, code: 'not_found' });
    const shut = await testPortal({ Katalog: false });
    await shut.store(film('N-1', 'Vulkane nur im Katalog', { licences: [{ scope: 'none' }] }));
    const other = await shut.as(teacher());
    await expect(other.call(catalogue.detail, { params: { identifier: 'N-1' } })).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await shut.close();
    await expect(portal.guest().call(catalogue.detail, { params: { identifier: 'V-1' } })).rejects.toMatchObject({ status: 401 });
  });

  test('sanitizes the markup of texts', async () => {
    await portal.store(
      film('H-1', 'Mit Markup', { fn_text: '<p onclick="x()">Gut <script>alert(1)</script><a href="javascript:alert(1)">a</a></p>' }),
    );
    const browser = await portal.as(teacher());
    const { text_html } = await browser.call(catalogue.detail, { params: { identifier: 'H-1' } });
    expect(text_html).toContain('<p>Gut');
    expect(text_html).not.toMatch(/script|onclick|javascript/);
  });
});

describe('import of records', () => {
  test('finds a changed record immediately', async () => {
    const browser = await portal.as(teacher());
    const total = async (q: string) => (await browser.call(catalogue.search, { query: { q: `"${q}"` } })).total;
    const log = async () => (await portal.portal.db.selectFrom('media_change').select('seq').execute()).length;
    await portal.store(film('C-1', 'Kieselalgen unter dem Mikroskop'));
    expect(await total('Kieselalgen')).toBe(1);
    await portal.store(film('C-1', 'Zieralgen unter dem Mikroskop'));
    expect([await total('Kieselalgen'), await total('Zieralgen')]).toEqual([0, 1]);
    const before = await log();
    await portal.store(film('C-1', 'Zieralgen unter dem Mikroskop'));
    expect(await log()).toBe(before);
  });

  test('updates the card of a changed or bookmarked medium immediately', async () => {
    const browser = await portal.as(teacher());
    const first = async (who = browser) => (await who.call(catalogue.search, { query: { q: 'Kartenprobe' } })).items[0];
    await portal.store(
      film('K-1', 'Kartenprobe', { fn_kurztext: 'vorher', licences: [{ scope: 'school', target: 'school-a', seats: 3 }] }),
    );
    expect(await first()).toMatchObject({ fn_kurztext: 'vorher', remaining: 3, bookmarked: false });
    await browser.call(library.setBookmark, { params: { mediaId: 'K-1' } });
    expect(await first()).toMatchObject({ bookmarked: true });
    expect(await first(await portal.as(teacher()))).toMatchObject({ bookmarked: false });
    await portal.store(film('K-1', 'Kartenprobe', { fn_kurztext: 'nachher' }));
    expect(await first()).toMatchObject({ fn_kurztext: 'nachher', remaining: false, bookmarked: true });
  });

  test('hyphenates the texts of a card when it is stored', async () => {
    const stored = async () =>
      (await portal.portal.db.selectFrom('media_item').select('breaks').where('identifier', '=', 'B-1').executeTakeFirstOrThrow()).breaks;
    const browser = await portal.as(teacher());
    const shown = async () => (await browser.call(catalogue.detail, { params: { identifier: 'B-1' } })).display;
    await portal.store(film('B-1', 'Die Kieselalgenforschung', { fn_kurztext: 'kurz' }));
    const breaks = { fn_titel: 'Die Kie\u00adsel\u00adal\u00adgen\u00adfor\u00adschung' };
    expect(await stored()).toEqual(breaks);
    await portal.portal.db.updateTable('media_item').set({ breaks: null }).where('identifier', '=', 'B-1').execute();
    expect(await shown()).toEqual({ title: breaks.fn_titel, subtitle: 'kurz' });
    await fillBreaks(portal.portal);
    expect([await stored(), await shown()]).toEqual([breaks, { title: breaks.fn_titel, subtitle: 'kurz' }]);
    await portal.store(film('B-1', 'Internationalisierung', { fn_sprache: ['en'], fn_kurztext: 'kurz' }));
    expect([await stored(), await shown()]).toEqual([{}, { title: 'Internationalisierung', subtitle: 'kurz' }]);
  });

  test('suggests completions of words in the search box', async () => {
    const browser = await portal.as(teacher());
    const { suggestions } = await browser.call(catalogue.suggest, { query: { q: 'fotos' } });
    expect(suggestions).toContainEqual({
      text: 'Fotosynthese im Blatt',
      kind: 'title',
      count: 1,
      identifier: expect.any(String) as string,
    });
    expect((await browser.call(catalogue.suggest, { query: { q: ' ' } })).suggestions).toEqual([]);
  });
});

test('returns a QR code with the address of a medium that the visitor may see', async () => {
  const shut = await testPortal({ Katalog: false }, { publicUrl: 'https://medien.example' });
  await shut.store(film('N-1', 'Vulkane nur im Katalog', { licences: [{ scope: 'none' }] }), film('V-1', 'Vulkane der Erde'));
  const ask = async (who: Caller, identifier: string) => who.inject({ method: 'GET', url: `/api/v1/media/${identifier}/qr` });
  const learner = await shut.as(pupil());
  const reply = await ask(learner, 'V-1');
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(reply.body).toBe(await QRCode.toString('https://medien.example/media/V-1', { type: 'svg', errorCorrectionLevel: 'M', margin: 0 }));
  expect((await ask(learner, 'N-1')).statusCode).toBe(404);
  expect((await ask(shut.guest(), 'N-1')).statusCode).toBe(401);
  await shut.close();
  expect((await ask(portal.guest(), 'N-1')).statusCode).toBe(200);
  expect((await ask(portal.guest(), 'nowhere')).statusCode).toBe(404);
});
