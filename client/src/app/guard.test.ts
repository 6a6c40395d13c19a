import { describe, expect, it } from 'vitest';
import { frontendConfig, person } from '../testing/people.ts';
import { decideNavigation, isSignInPath, isEmbedded, isProviderSignIn } from './guard.ts';
import { isKept } from './frame/KeepAlive.tsx';

const teacher = person();
const basic = person({ school_admin: '2' });
const config = frontendConfig();

describe('decideNavigation', () => {
  it.each(['/', '/search', '/login', '/imprint', '/nirgends', '/error/blocked'])(
    'redirects %s to the setup while there is no district',
    (path) => {
      const empty = { ...config, first_start: true };
      for (const visitor of [null, teacher]) expect(decideNavigation(path, visitor, empty)).toEqual({ kind: 'first_start' });
      expect(decideNavigation('/setup', null, empty)).toMatchObject({ kind: 'screen', name: 'first-start' });
    },
  );

  it.each([
    ['/', teacher, { kind: 'screen', name: 'homepage' }],
    ['/', null, { kind: 'login' }],
    ['/search', null, { kind: 'login' }],
    ['/search', teacher, { kind: 'screen', name: 'search' }],
    ['/search/', teacher, { kind: 'screen', name: 'search' }],
    ['/search/FU-1', teacher, { kind: 'screen', name: 'search-media-detail', params: { mediaId: 'FU-1' } }],
    ['/search/ai', teacher, { kind: 'error', type: 'blocked' }],
    ['/catalogue/search', null, { kind: 'screen', name: 'csearch' }],
    ['/media/FU-1/L-2', teacher, { kind: 'screen', name: 'media', params: { id: 'FU-1', list: 'L-2' } }],
    ['/media', teacher, { kind: 'error', type: 'missing_parameter' }],
    ['/theme', teacher, { kind: 'error', type: 'blocked' }],
    ['/theme', null, { kind: 'login' }],
    ['/classes', basic, { kind: 'home' }],
    ['/classes', teacher, { kind: 'screen', name: 'classes' }],
    ['/purchase/confirmed', teacher, { kind: 'screen', name: 'purchase-confirmed' }],
    ['/library/film/1', teacher, { kind: 'error', type: 'invalid_media_type' }],
    ['/library/nirgends', teacher, { kind: 'error', type: 'invalid_path' }],
    ['/account/nirgends', teacher, { kind: 'error', type: 'invalid_path' }],
    ['/account/security', teacher, { kind: 'screen', name: 'account', params: { section: 'security' } }],
    ['/gibt/es/nicht', teacher, { kind: 'error', type: 'invalid_path' }],
    ['/login', null, { kind: 'screen', name: 'login' }],
    ['/login', teacher, { kind: 'home' }],
    ['/%E0%A4%A', teacher, { kind: 'error', type: 'invalid_path' }],
  ])('%s', (path, who, expected) => expect(decideNavigation(path, who, config)).toMatchObject(expected));

  it('rejects repeated query parameters', () =>
    expect(decideNavigation('/search', teacher, config, '?q=a&q=b')).toEqual({ kind: 'error', type: 'array_parameter' }));

  it('allows guests to search if SearchNotLoggedIn is set', () =>
    expect(decideNavigation('/search', null, frontendConfig({ SearchNotLoggedIn: true }))).toMatchObject({
      kind: 'screen',
      name: 'search',
    }));

  it('opens the home page to guests in media-centre mode', () => {
    expect(decideNavigation('/', null, frontendConfig({ Type: 'bawue' }))).toMatchObject({ kind: 'screen', name: 'homepage' });
    expect(decideNavigation('/', null, frontendConfig({ Type: 'hueber' }))).toMatchObject({ kind: 'screen', name: 'homepage' });
  });

  it('blocks the search for all users if it is disabled', () => {
    const none = frontendConfig({ DisableSearch: true, SearchNotLoggedIn: true });
    for (const path of ['/search', '/search/FU-1', '/catalogue/search', '/catalogue/search/FU-1'])
      for (const who of [null, teacher]) expect(decideNavigation(path, who, none), path).toEqual({ kind: 'error', type: 'blocked' });
    expect(decideNavigation('/media/FU-1', teacher, none)).toMatchObject({ kind: 'screen', name: 'media' });
  });
});

describe('route predicates', () => {
  it('recognizes the sign-in pages', () => {
    expect(['/login', '/login/password-reset/new', '/register'].map(isSignInPath)).toEqual([true, true, true]);
    expect(['/', '/search', '/nirgends'].map(isSignInPath)).toEqual([false, false, false]);
  });

  it('recognizes pages inside a frame', () => {
    expect(isEmbedded('/lti/search', '')).toBe(true);
    expect(isEmbedded('/search', '?embed=1')).toBe(true);
    expect(isEmbedded('/search', '?q=embed')).toBe(false);
  });

  it('keeps every search screen alive', () =>
    expect((['search', 'csearch', 'ai-search', 'homepage'] as const).map(isKept)).toEqual([true, true, true, false]));
});

describe('detection of browsers sent by an identity provider', () => {
  it.each([
    ['/login', '?iss=https://land.example', '', true],
    ['/login', '', '#answer=code%3Dx', true],
    ['/login', '?issue=1', '#code=x', false],
    ['/login/password-reset', '?iss=https://land.example', '', false],
    ['/', '?iss=https://land.example', '', false],
  ])('%s%s%s', (path, search, hash, sent) => expect(isProviderSignIn(path, search, hash)).toBe(sent));
});
