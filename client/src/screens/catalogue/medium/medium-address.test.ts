import { describe, expect, test } from 'vitest';
import { frontendConfig } from '../../../testing/people.ts';
import { backLinkOf, readTimes, shareAddress, sharedContext } from './medium-address.ts';

test.each([
  ['', null, null],
  ['t=72', 72, null],
  ['t=1:12&e=2:30', 72, { start: 72, end: 150 }],
  ['e=30', null, { start: 0, end: 30 }],
  ['t=90&e=60', 90, null],
  ['t=abc&e=x', null, null],
])('parses ?%s as start %s and excerpt %j', (search, start, excerpt) => expect(readTimes(search)).toEqual({ start, excerpt }));

describe('shareAddress', () => {
  test.each([
    ['media', 0, null, 'https://portal.example/media/film%201'],
    ['search', 252.9, null, 'https://portal.example/search/film%201?t=252'],
    ['catalogue', 0, null, 'https://portal.example/catalogue/search/film%201'],
    ['media', 100, { start: 72.4, end: 150.2 }, 'https://portal.example/media/film%201?t=72&e=151'],
  ] as const)('returns the address of a medium in %s at %s with excerpt %j: %s', (context, seconds, excerpt, address) =>
    expect(shareAddress('https://portal.example', 'film 1', context, seconds, excerpt)).toBe(address),
  );
});

test.each([
  ['in a portal that requires sign-in', {}, 'search', 'media'],
  ['in a portal with a public search', { SearchNotLoggedIn: true }, 'search', 'search'],
  ['in a portal with a public search', { SearchNotLoggedIn: true }, 'media', 'search'],
  ['in a media centre', { Type: 'bawue', SearchNotLoggedIn: true }, 'search', 'media'],
  ['in the catalogue', {}, 'catalogue', 'catalogue'],
] as const)('shares a medium %s (%j) from %s as %s', (_, config, context, shared) =>
  expect(sharedContext(context, frontendConfig(config))).toBe(shared),
);

describe('link back', () => {
  const results = { href: '/search?q=Vulkane', title: '128 Medien zu „Vulkane“' };
  test('leads to the search results', () => expect(backLinkOf(results, 'search')).toBe(results));
  test('leads to an empty search from another page', () =>
    expect(backLinkOf({ href: '/search/abc', title: 'Film' }, 'catalogue')).toEqual({ href: '/catalogue/search', title: null }));
  test('is null if the user may not search', () => expect(backLinkOf(null, null)).toBeNull());
});
