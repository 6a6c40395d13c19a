import { describe, expect, test } from 'vitest';
import { admission, type Gate, type Person } from './access.ts';
import { frontendConfig, type FrontendConfigInput } from './config.ts';
import { PORTAL_TYPES } from './portal-types.ts';
import { href, isNewsId, matchPath, repeatedParameter, screens, type Screen, type ScreenName } from './screens.ts';

const NOBODY: Person = { role: '', school_admin: '0', district_admin: '0' };
const PEOPLE: Record<string, Person | null> = {
  guest: null,
  pupil: NOBODY,
  teacher: { ...NOBODY, role: 'L' },
  'school admin': { ...NOBODY, role: 'L', school_admin: '1' },
  'basic view': { ...NOBODY, role: 'L', school_admin: '2' },
  district: { ...NOBODY, district_admin: '1' },
  code: { ...NOBODY, role: 'S', by_code: {} },
};

/** Settings under which each row of the route table is tested. */
const SETTINGS: Record<string, FrontendConfigInput> = {
  'as delivered': {},
  'SearchNotLoggedIn, VectorSearch, GeraeteVerleih, LinkToMP': {
    SearchNotLoggedIn: true,
    VectorSearch: true,
    GeraeteVerleih: true,
    LinkToMP: true,
  },
  'no Katalog, LegalPages none': { Katalog: false, LegalPages: 'none' },
  'LegalPages generic': { LegalPages: 'generic' },
  DisableSearch: { DisableSearch: true, SearchNotLoggedIn: true, VectorSearch: true },
};

describe('the route table', () => {
  for (const Type of PORTAL_TYPES)
    for (const [name, settings] of Object.entries(SETTINGS))
      test(`Type '${Type}', ${name}`, () => {
        const config = frontendConfig({ Type, ...settings });
        const rows = Object.entries(screens).map(([screen, gate]) => {
          const cells = Object.values(PEOPLE).map((person) => admission(gate as Gate, person, config).padEnd(9));
          return `${screen.padEnd(24)} ${cells.join(' ')}`.trimEnd();
        });
        const head = `${''.padEnd(24)} ${Object.keys(PEOPLE)
          .map((person) => person.padEnd(9))
          .join(' ')}`;
        expect(`\n${[head, ...rows].join('\n')}\n`).toMatchSnapshot();
      });

  test('contains every route of the specification', () => {
    // 41 screens are in the route table of the specification; docs/specification.md lists the other twenty.
    expect(Object.keys(screens)).toHaveLength(61);
    expect(screens['class-media-detail'].path).toBe('/class/{id}/{mediaType}/{mediaId}/{codeId?}');
  });
});

describe('matchPath', () => {
  test.each<[string, ScreenName, Record<string, string>]>([
    ['/', 'homepage', {}],
    ['/search', 'search', {}],
    ['/search/', 'search', {}],
    ['/search/ai', 'ai-search', {}],
    ['/search/FU-1', 'search-media-detail', { mediaId: 'FU-1' }],
    ['/catalogue/search', 'csearch', {}],
    ['/catalogue/search/x', 'csearch-media-detail', { mediaId: 'x' }],
    ['/library', 'library', {}],
    ['/library/bookmarks', 'library', { tab: 'bookmarks' }],
    ['/library/book/12', 'library-media-detail', { mediaType: 'book', mediaId: '12' }],
    ['/library/app/12/C-9', 'library-media-detail', { mediaType: 'app', mediaId: '12', codeId: 'C-9' }],
    ['/news', 'news-list', {}],
    ['/news/schule', 'news-list', { c: 'schule' }],
    ['/news/12', 'news', { id: '12' }],
    ['/news/0190a1b2-0000-7000-8000-000000000000', 'news', { id: '0190a1b2-0000-7000-8000-000000000000' }],
    ['/login/password-reset/new', 'password-reset-new', {}],
    ['/error/not-found', 'error', { type: 'not-found' }],
    ['/media/a%2Fb', 'media', { id: 'a/b' }],
    ['/medialists/1/2', 'medialist-media-detail', { id: '1', mediaId: '2' }],
  ])('matches %s', (path, name, params) => {
    expect(matchPath(path)).toEqual({ name, params });
  });

  test.each([
    ['/nowhere', 'invalid_path'],
    ['/theme/x', 'invalid_path'],
    ['//', 'invalid_path'],
    ['/%', 'invalid_path'],
    ['/class/1/film/2', 'invalid_media_type'],
    ['/class', 'missing_parameter'],
    ['/school/1', 'missing_parameter'],
  ])('rejects %s with %s', (path, problem) => {
    expect(matchPath(path)).toMatchObject({ problem });
  });

  test.each([
    ['?q=a&q=b', 'q'],
    ['?filter_fn_geb=080*&c=media&filter_fn_geb=100*', 'filter_fn_geb'],
  ])('rejects the repeated query parameter in %s', (search, detail) => {
    expect(repeatedParameter(search)).toEqual({ problem: 'array_parameter', detail });
  });

  test.each(['', '?q=a', '?filter_fn_geb=080*%7C100*&q=a'])('accepts the query %j without repeated parameters', (search) => {
    expect(repeatedParameter(search)).toBeNull();
  });

  test('matches the address of every screen', () => {
    for (const [name, { path, values = {} }] of Object.entries<Screen>(screens)) {
      const example = path.replace(/\{mediaType\}/, 'book').replace(/\{(\w+)\??\}/g, (_, param: string) => values[param]?.[0] ?? '7');
      const again = matchPath(name === 'news-list' ? '/news/schule' : example);
      expect(again, path).toMatchObject({ name });
    }
  });
});

describe('href', () => {
  test('fills in parameters and omits optional ones without a value', () => {
    expect(href('media', { id: 'a/b' })).toBe('/media/a%2Fb');
    expect(href('media', { id: 'x', list: '3' })).toBe('/media/x/3');
    expect(href('library')).toBe('/library');
    expect(href('homepage')).toBe('/');
  });
  test('joins several values of a query parameter', () => {
    expect(href('search', {}, { q: 'Vulkane', filter_fn_geb: ['080*', '100*'], c: '' })).toBe(
      '/search?q=Vulkane&filter_fn_geb=080*%7C100*',
    );
  });
  test('accepts digits and UUIDs as news ids', () => {
    expect(isNewsId('42')).toBe(true);
    expect(isNewsId('schule-42')).toBe(false);
  });
});
