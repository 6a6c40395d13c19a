import { describe, expect, it } from 'vitest';
import { safeRedirect, storeRedirect, consumeRedirect } from './redirect.ts';

describe('safeRedirect', () => {
  it.each(['/search?q=Wasser&filter_fn_geb=080*%7C100*', '/', '/media/FU-1', '/catalogue/search', '/classes', '/search/%C3%84pfel'])(
    'returns a path of the route table: %s',
    (path) => expect(safeRedirect(path)).toBe(path),
  );

  // docs/behaviour/access.md#client-storage
  it.each([
    null,
    '',
    'search',
    '//evil.example',
    '///evil.example',
    '/\\evil',
    '\\\\evil',
    '/\t/evil.example',
    '/%2f%2fevil',
    '/%2F/evil.example',
    '/%5cevil',
    'https:evil',
    'https://evil.example/search',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '/login',
    '/login?redirectUrl=//evil.example',
    '/login/password-reset',
    '/redirect?u=https://evil.example',
    '/search\r\nSet-Cookie: a=b',
    '/search%0d%0aX',
    '/search\u0000',
    'user@evil.example',
    '/@evil.example',
    'https://portal@evil.example/',
    '/search/../../evil',
    '/%E0%A4%A',
    '/error/blocked',
    '/api/v1/user/logout',
    `/search?q=${'x'.repeat(2000)}`,
    ' /search',
  ])('returns "/" for the invalid target %j', (path) => expect(safeRedirect(path)).toBe('/'));
});

describe('stored target', () => {
  it('is returned only once', () => {
    storeRedirect('/search?q=Wasser');
    expect(consumeRedirect()).toBe('/search?q=Wasser');
    expect(consumeRedirect()).toBe('/');
  });

  it('is validated on reading', () => {
    localStorage.setItem('redirectUrl', '//evil.example');
    expect(consumeRedirect()).toBe('/');
    expect(localStorage.getItem('redirectUrl')).toBeNull();
  });
});

describe('target stored for one user', () => {
  it('is returned only to that user', () => {
    storeRedirect('/classes', 'anna');
    expect(consumeRedirect('ben')).toBe('/');
    expect(consumeRedirect('anna')).toBe('/');
    storeRedirect('/classes', 'anna');
    expect(consumeRedirect('anna')).toBe('/classes');
    expect(localStorage.getItem('redirectPerson')).toBeNull();
  });

  it('is replaced by a target for any user', () => {
    storeRedirect('/classes', 'anna');
    storeRedirect('/search', '');
    expect(consumeRedirect('ben')).toBe('/search');
  });
});
