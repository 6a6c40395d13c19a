import { catalogue, SearchWords, type Fallback } from '@fundus/contract/catalogue/catalogue';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pupil, testPortal, type Caller, type TestPortal } from '../../../testing/index.ts';
import { fallbacksFor, stripOperators } from './zero-results.ts';

describe('fallbacks of an empty result', () => {
  const kinds = (query: object, corrected?: string) =>
    fallbacksFor(SearchWords.parse(query), corrected).map(({ fallback }) => fallback.kind);

  test.each<[object, string | undefined, Fallback['kind'][]]>([
    [{ q: '' }, undefined, []],
    [{ q: 'Xylophonkonzert' }, undefined, []],
    [{ q: 'Fotosyntese', filter_fn_typ: '49' }, 'Fotosynthese', ['spelling', 'withoutOne']],
    [{ q: 'Zelle', filter_fn_geb: '080*', filter_fn_typ: '49' }, undefined, ['withoutOne', 'withoutOne', 'withoutFilters']],
    [{ q: 'Zelle', c: 'books' }, undefined, ['allTypes']],
    [{ q: '"Zelle Kern"' }, undefined, ['words', 'oneWord', 'oneWord']],
    [{ q: 'eins zwei drei vier fünf sechs' }, undefined, ['oneWord', 'oneWord', 'oneWord', 'oneWord']],
    [{ q: 'Physik' }, undefined, ['subject']],
  ])('are computed for the query %j', (query, corrected, expected) => expect(kinds(query, corrected)).toEqual(expected));

  test('omit one filter field at a time with all of its values', () => {
    const [first, second] = fallbacksFor(SearchWords.parse({ q: 'a', filter_fn_geb: '080*|100*', filter_fn_typ: '49|29' }), undefined);
    expect(first!.fallback.without).toEqual({ field: 'filter_fn_geb', values: ['080*', '100*'] });
    expect([first!.words.filter_fn_geb, first!.words.filter_fn_typ]).toEqual([[], ['49', '29']]);
    expect(second!.fallback.without).toEqual({ field: 'filter_fn_typ', values: ['49', '29'] });
  });

  test.each([
    ['"der Zweite Weltkrieg"', 'der Zweite Weltkrieg'],
    ['Vulkan -Film', 'Vulkan'],
    ['Vulkan -"das Buch" Eifel', 'Vulkan Eifel'],
    ['fn_titel:Vulkan', 'Vulkan'],
    ['vulk*', 'vulk'],
    ['"', ''],
    ['Ost-West', 'Ost-West'],
  ])('reduce %s to the words %s', (q, expected) => expect(stripOperators(q)).toBe(expected));
});

describe('search without results over HTTP', () => {
  let portal: TestPortal;
  let browser: Caller;
  beforeAll(async () => {
    portal = await testPortal();
    await portal.store(
      { identifier: 'P', fn_titel: 'Photosynthese im Blatt', fn_typ: '49', fn_geb: ['080'] },
      { identifier: 'Q', fn_titel: 'Photosynthese als Versuch', fn_typ: '29', fn_geb: ['080'] },
      { identifier: 'R', fn_titel: 'Kräfte messen', fn_typ: 'UC_BOOK', fn_geb: ['460'] },
    );
    browser = await portal.as(pupil({ school_id: null }));
  });
  afterAll(() => portal.close());
  const ask = (query: object) => browser.call(catalogue.search, { query });

  test('returns fallbacks only for an empty result', async () => {
    expect((await ask({ q: 'Photosynthese' })).fallbacks).toBeUndefined();
    const { fallbacks, corrected, total } = await ask({ q: 'Photosyntesse', filter_fn_typ: 'UC_BOOK' });
    expect(total).toBe(0);
    // The corrected spelling has no hits as long as the filter is set.
    expect(corrected).toBeUndefined();
    expect(fallbacks).toEqual([{ kind: 'withoutOne', without: { field: 'filter_fn_typ', values: ['UC_BOOK'] }, count: 2 }]);
    for (const fallback of fallbacks!) expect((await ask({ q: 'Photosyntesse' })).total).toBe(fallback.count);
  });

  test('suggests a phrase without quotes, its single words and its subject', async () => {
    const { fallbacks } = await ask({ q: '"Blatt Photosynthese" Physik' });
    expect(fallbacks!.map((fallback) => [fallback.kind, fallback.q, fallback.count])).toEqual([
      ['words', 'Blatt Photosynthese Physik', 3],
      ['oneWord', 'Blatt', 1],
      ['oneWord', 'Photosynthese', 2],
      ['oneWord', 'Physik', 1],
      ['subject', '', 1],
    ]);
    expect(fallbacks!.at(-1)!.subject).toEqual({ code: '460', label: 'Physik' });
  });

  test('suggests removing filters that exclude media with all words', async () => {
    const { total, partialTotal, fallbacks } = await ask({ q: 'Photosynthese Blatt', filter_fn_typ: '29', filter_fn_geb: '080*' });
    expect([total, partialTotal]).toEqual([0, 1]);
    expect(fallbacks).toEqual([
      { kind: 'withoutOne', without: { field: 'filter_fn_typ', values: ['29'] }, count: 1 },
      { kind: 'withoutFilters', count: 1 },
    ]);
    expect((await ask({ q: 'Photosynthese Blatt', filter_fn_typ: '29', offset: 24 })).fallbacks).toBeUndefined();
    expect((await ask({ q: 'Photosynthese Mond', filter_fn_typ: '29' })).fallbacks).toBeUndefined();
  });

  test('suggests all media types if the selected type has no hits', async () => {
    expect((await ask({ q: 'Kräfte', c: 'apps' })).fallbacks).toEqual([{ kind: 'allTypes', count: 1 }]);
    expect((await ask({ q: 'qqqqqqqq' })).fallbacks).toEqual([]);
  });
});
