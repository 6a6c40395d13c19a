/** Preloads in the head of a page, and the ETag of the page. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastifyCookie from '@fastify/cookie';
import { frontendConfig } from '@fundus/contract/config';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { readableAddress } from '../address.ts';
import { serveClient } from './client-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'client-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'assets'));
for (const name of ['search.js', 'search.css', 'hash-worker-1.js', 'sign.svg']) writeFileSync(join(folder, 'assets', name), '');
writeFileSync(
  join(folder, 'index.html'),
  '<html><head><title>Fundus</title><script type="module" src="/assets/index.js"></script></head><body><div id="root"></div></body></html>',
);
writeFileSync(
  join(folder, 'screen-files.json'),
  '{"search":["assets/search.js","assets/search.css"],"homepage":[],"login":[],"error":["assets/error.js"]}',
);

const app = Fastify({ rewriteUrl: readableAddress });
await app.register(fastifyCookie);
await serveClient(app, {
  ...{
    folder,
    methodsAt: () => [],
    config: frontendConfig({ Locales: ['de-DE', 'en'], Katalog: true }),
    illustration: async () => '/art?v=1',
    picture: async (scope, identifier) => (identifier === 'FU-2' ? null : { href: `/cover?of=${scope}`, film: identifier === 'FU-1' }),
  },
  otherHosts: () => Promise.resolve(''),
  frames: { everywhere: ['https://land.example'], ofPlatform: async () => [], ofPlatforms: async () => ['https://moodle.example'] },
});
app.addHook('onRequest', async (_, reply) => void reply.header('content-security-policy', "frame-ancestors 'none'; form-action 'self'"));
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { 'accept-language': 'de', ...headers } });
const linksIn = (html: string) => [...html.matchAll(/<link rel="(\w+)"[^>]* href="([^"]+)"/g)].map(([, rel, to]) => `${rel} ${to}`);

describe('client page', () => {
  test('preloads the files of the requested screen', async () => {
    const answer = await get('/search?q=Wasser');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(linksIn(answer.body)).toEqual([
      'preload /api/v1/config/frontend',
      'preload /api/v1/setup/theme',
      'preload /api/v1/user/userinfo',
      'preload /api/v1/setup/locale/de-DE?screen=search',
      'modulepreload /assets/search.js',
      'preload /assets/search.css',
    ]);
  });

  test.each(['/nowhere', '/library/nowhere', '/class//x', '//', '/%E0%A4%A', '/class/%E0%A4%A'])(
    'preloads the error screen for the unknown page %s',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(linksIn(answer.body)).toContain('modulepreload /assets/error.js');
    },
  );

  const SIGNED_IN = { cookie: 'portal_sid=x' };
  const results = (words: string) => `${words}&amp;offset=0&amp;limit=24`;
  test.each([
    [
      '/catalogue/search?q=Eis+%26+%C3%96l&filter_fn_geb=080*',
      {},
      `/catalogue/search?${results('q=Eis+%26+%C3%96l&amp;filter_fn_geb=080*')}`,
    ],
    ['/search?q=Eis', SIGNED_IN, `/search?${results('q=Eis&amp;usable=true')}`],
    ['/search?q=Eis', {}, null],
    ['/search?q=Eis&tab=external', SIGNED_IN, null],
    ['/media/FU-1', {}, '/FU-1'],
    ['/catalogue/search/FU%2F1', {}, '/catalogue/FU%2F1'],
    ['/', SIGNED_IN, null],
  ])('preloads the first API call of %s with %o: %s', async (url, headers, first) => {
    const calls = linksIn((await get(url, headers)).body).filter((link) => link.includes('/api/v1/media'));
    expect(calls).toEqual(first === null ? [] : [`preload /api/v1/media${first}`]);
  });

  test.each([
    ['/media/FU-1', {}, '/cover?of=search'],
    ['/catalogue/search/FU-1', {}, '/cover?of=catalogue'],
    ['/media/FU-2', {}, null],
    // Nothing is preloaded for a signed-in user, because the result depends on their rights.
    ['/media/FU-1', SIGNED_IN, null],
  ])('preloads the first image of %s with %o: %s', async (url, headers, picture) => {
    const pictures = [...(await get(url, headers)).body.matchAll(/as="image" href="([^"]+)" fetchpriority="high"/g)].map(([, to]) => to);
    expect(pictures).toEqual(picture === null ? [] : [picture]);
  });

  test.each([
    ['/media/FU-1', {}, true],
    ['/catalogue/search/FU-1', {}, true],
    // These pages have another image or none, and query parameters may change the page.
    ['/media/FU-3', {}, false],
    ['/media/FU-1?embed=1', {}, false],
    ['/media/FU-1', SIGNED_IN, false],
  ])('displays the poster of a film before scripts run for %s with %o: %s', async (url, headers, shown) => {
    const { body } = await get(url, headers);
    expect(body.includes('id="first-sight"')).toBe(shown);
    if (url !== '/media/FU-1' || !shown) return;
    expect(body).toMatch(/<img src="\/cover\?of=search" alt="" \/><\/div><\/div>\s*<div id="root">/);
    // The image is requested before the scripts.
    expect(body.indexOf('as="image"')).toBeLessThan(body.indexOf('<script type="module"'));
  });

  test('limits page headers to pages and workers', async () => {
    const policyOf = async (url: string) => (await get(url)).headers['content-security-policy'];
    expect(await policyOf('/assets/search.js')).toBeUndefined();
    expect(await policyOf('/assets/search.css')).toBeUndefined();
    expect(await policyOf('/assets/hash-worker-1.js')).toBeDefined();
    expect(await policyOf('/assets/sign.svg')).toBeDefined();
    expect(await policyOf('/assets/absent.js')).toBeDefined();
    expect((await get('/assets/search.js')).headers['cache-control']).toContain('immutable');
  });

  test.each([
    ['/', true],
    ['/login', true],
    ['/search', false],
  ])('preloads the illustration of the start page for %s: %s', async (url, named) =>
    expect((await get(url)).body.includes('as="image" href="/art?v=1"')).toBe(named),
  );

  test.each([
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['fr, de;q=0.5', 'de-DE'],
    ['xx', 'en'],
    ['__proto__', 'en'],
  ])('preloads the texts for Accept-Language %s: %s', async (languages, locale) => {
    const answer = await get('/', { 'accept-language': languages });
    expect(linksIn(answer.body)).toContain(`preload /api/v1/setup/locale/${locale}?screen=homepage`);
    expect(answer.headers.vary).toBe('accept-language');
  });

  test.each(['max-age=0', 'no-cache'])('does not preload calls that the client caches across a reload (%s)', async (control) =>
    expect(linksIn((await get('/search', { 'cache-control': control })).body)).toEqual([
      'preload /api/v1/user/userinfo',
      'modulepreload /assets/search.js',
      'preload /assets/search.css',
    ]),
  );

  test('replies with 304 if the browser sends the current ETag', async () => {
    const etag = String((await get('/search')).headers.etag);
    expect((await get('/search', { 'if-none-match': etag })).statusCode).toBe(304);
    expect((await get('/search', { 'if-none-match': etag, 'accept-language': 'en' })).statusCode).toBe(200);
  });

  test.each([
    ['/error/blocked', "frame-ancestors 'self' https://land.example; form-action 'self'"],
    ['/lti/search', "frame-ancestors 'self' https://land.example; form-action 'self'"],
    ['/search?embed=1', "frame-ancestors 'none'; form-action 'self'"],
  ])('restricts framing of %s to: %s', async (url, policy) => expect((await get(url)).headers['content-security-policy']).toBe(policy));

  test.each([
    [
      'https://moodle.example/course/view.php?id=1',
      "frame-ancestors 'self' https://land.example https://moodle.example; form-action 'self'",
    ],
    ['https://stranger.example/', "frame-ancestors 'self' https://land.example; form-action 'self'"],
    ['no address', "frame-ancestors 'self' https://land.example; form-action 'self'"],
  ])('allows framing of /error only for the registered learning platform in the Referer: %s', async (referer, policy) =>
    expect((await get('/error/blocked', { referer })).headers['content-security-policy']).toBe(policy),
  );
});
