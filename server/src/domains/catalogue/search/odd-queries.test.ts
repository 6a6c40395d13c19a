/** Tests that unusual queries never cause a 500. An invalid request is a 400, and a query without matches has an empty result. */
import { measureCpuTime } from '@fundus/contract/testing/processor-time';
import { FACETS } from '@fundus/contract/catalogue/catalogue';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const portal = usePortal({ VectorSearch: true });
let browser: Caller;
beforeAll(async () => {
  await portal.store(
    ...Array.from({ length: 60 }, (_, i) => ({
      identifier: `M-${i}`,
      fn_titel: `Vulkane ${i}`,
      fn_typ: '49',
      fn_geb: ['22003'],
      fn_adressat: ['A(7)'],
      fn_kurztext: 'Lava, Magma und "Asche"',
    })),
  );
  browser = await portal.as(teacher());
});

const BASE = '/api/v1/media';
const ask = async (path: string, query: Record<string, string>) => {
  const reply = await browser.inject({ method: 'GET', url: `${BASE}${path}?${new URLSearchParams(query).toString()}` });
  const body = reply.json<{ total?: number; error?: { code: string; field?: string } }>();
  return { status: reply.statusCode, body };
};

describe('invalid parameters', () => {
  test.each<[string, Record<string, string>, string]>([
    ['/search', { offset: '-1' }, 'offset'],
    ['/search', { offset: '10001' }, 'offset'],
    ['/search', { offset: '1.5' }, 'offset'],
    ['/search', { offset: 'NaN' }, 'offset'],
    ['/search', { offset: '9'.repeat(40) }, 'offset'],
    ['/search', { limit: '0' }, 'limit'],
    ['/search', { limit: '101' }, 'limit'],
    ['/search', { limit: 'all' }, 'limit'],
    ['/search', { sort: 'best' }, 'sort'],
    ['/search', { c: 'films' }, 'c'],
    ['/search', { q: 'x'.repeat(10_000) }, 'q'],
    ['/search', { q: 'Vulkan '.repeat(1500) }, 'q'],
    ['/search', { filter_fn_geb: 'x'.repeat(5_000) }, 'filter_fn_geb'],
    ['/search', { filter_fn_typ: Array.from({ length: 201 }, (_, i) => i).join('|') }, 'filter_fn_typ'],
    ['/search/distinct', { f: 'fn_unknown' }, 'f'],
    ['/search/distinct', { f: '__proto__' }, 'f'],
    ['/search/distinct', { f: 'fn_titel' }, 'f'],
    ['/search/distinct', {}, 'f'],
    ['/search/suggest', { q: 'x'.repeat(201) }, 'q'],
    ['/search/suggest', { q: 'v', limit: '21' }, 'limit'],
    ['/search/vector', { q: 'x'.repeat(10_000) }, 'q'],
    ['/search/vector/distinct', { q: 'Vulkan', f: 'nothing' }, 'f'],
    ['/catalogue/search', { offset: '-5' }, 'offset'],
    ['/catalogue/search/distinct', { f: 'x' }, 'f'],
  ])('are rejected in the request %s %j with the field %s', async (path, query, field) => {
    const { status, body } = await ask(path, query);
    expect([status, body.error?.code, body.error?.field]).toEqual([400, 'validation_failed', field]);
  });
});

describe('search without matches', () => {
  test.each<Record<string, string>>([
    { filter_fn_geb: 'gibt es nicht' },
    { filter_fn_geb: '999*' },
    { filter_fn_adressat: '*A(7)' },
    { filter_fn_sprache: '"' },
    { filter_lizenzen: '__proto__' },
    { q: 'qqqqqqqqqq' },
    { q: '?!' },
    { q: '""' },
    { q: '-Vulkane Vulkane' },
    { q: 'fn_geb:nichts' },
  ])('returns no media for %j', async (query) => {
    const { status, body } = await ask('/search', query);
    expect([status, body.total]).toEqual([200, 0]);
    for (const f of FACETS)
      if (!(`filter_${f}` in query))
        expect(await ask('/search/distinct', { ...query, f })).toMatchObject({ status: 200, body: { values: [] } });
  });

  test('ignores control characters', async () => {
    const plain = await ask('/search', { filter_fn_typ: '49' });
    expect(await ask('/search', { filter_fn_typ: '4\u00009\u007f' })).toEqual(plain);
    expect(await ask('/search', { filter_fn_typ: '\u0000', q: 'qqqqqqqqqq' })).toMatchObject({ status: 200, body: { total: 0 } });
  });

  test('returns an empty page for an offset beyond the last medium', async () => {
    expect(await ask('/search', { q: 'Vulkane', offset: '10000' })).toMatchObject({ status: 200, body: { total: 60, items: [] } });
  });
});

test.each([
  '"',
  '"Vulkane',
  'Vulkane"',
  '"Vulkane" "',
  '-',
  '--',
  '-"',
  '*',
  '**',
  ':',
  'fn_titel:',
  'fn_titel:"',
  '((',
  '\\',
  '%_',
  '🙂',
  '\ud800',
  'a\u0000b',
  '\u202e',
  '<script>',
])('accepts the stray characters %j', async (q) => {
  for (const path of ['/search', '/search/suggest', '/search/vector', '/catalogue/search'])
    expect((await ask(path, { q })).status, path).toBe(200);
});

test('ignores an unclosed quotation mark', async () => {
  expect(await ask('/search', { q: '"Vulkane 7' })).toMatchObject({ status: 200, body: { total: 1 } });
});

test('replies with 200 or 400 within two CPU seconds to any text and filter', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc
      .array(fc.constantFrom('Vulkane', '"', '-', '*', ':', '|', 'fn_titel:', 'fn_geb:', '22003', '\u0000', '😀', ' ', 'A(7)'), {
        maxLength: 30,
      })
      .map((parts) => parts.join('')),
  );
  const name = fc.constantFrom(
    'q',
    'c',
    'offset',
    'limit',
    'sort',
    'f',
    'grade',
    'filter_fn_geb',
    'filter_fn_typ',
    'filter_lizenzen',
    'filter_fn_schlag',
    'unknown',
  );
  const path = fc.constantFrom(
    '/search',
    '/search/distinct',
    '/search/suggest',
    '/search/vector',
    '/search/vector/distinct',
    '/catalogue/search',
    '/M-1/similar',
  );
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(path, fc.dictionary(name, text, { maxKeys: 4, noNullPrototype: true }), async (to, query) => {
      let answer: Awaited<ReturnType<typeof ask>> | undefined;
      expect(await measureCpuTime(async () => (answer = await ask(to, query)))).toBeLessThan(2_000);
      const { status, body } = answer!;
      statuses.add(status);
      expect([200, 400]).toContain(status);
      if (status === 400) expect(body.error).toMatchObject({ code: 'validation_failed', field: expect.any(String) as string });
    }),
    { numRuns: 400 },
  );
  expect([...statuses].sort()).toEqual([200, 400]);
});
