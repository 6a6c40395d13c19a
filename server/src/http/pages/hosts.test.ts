/** Effects of the portal's host name on cookies, script policy, content hosts and well-known files. */
import { Readable } from 'node:stream';
import { accounts } from '@fundus/contract/accounts/accounts';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { afterEach, expect, test } from 'vitest';
import { PASSWORD, teacher, testPortal, type TestPortal } from '../../testing/index.ts';

let portal: TestPortal;
afterEach(() => portal.close());

const policyOf = (headers: Record<string, unknown>): Record<string, string[]> =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name, ...values]) => [name!, values]),
  );

test('rejects session cookies set by another subdomain over HTTPS', async () => {
  portal = await testPortal({}, { publicUrl: 'https://medien.example' });
  await portal.as(teacher({ email: 'lehrkraft@a.example' }));
  const guest = portal.guest();
  const { 'x-csrf-token': token } = (await guest.inject({ url: '/api/v1/user/userinfo' })).headers;
  const signedIn = await guest.inject({
    method: 'POST',
    url: accounts.login.path,
    headers: { 'x-csrf-token': String(token) },
    payload: { login: 'lehrkraft@a.example', password: PASSWORD },
  });
  const cookies = [signedIn.headers['set-cookie'] ?? []].flat();
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) expect(cookie).toMatch(/^__Host-portal_\w+=.*Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const sid = /__Host-portal_sid=([\w-]+)/.exec(cookies.join())![1]!;
  const who = async (name: string) => (await portal.app.inject({ url: '/api/v1/user/userinfo', cookies: { [name]: sid } })).json<unknown>();
  expect(await who('__Host-portal_sid')).toMatchObject({ email: 'lehrkraft@a.example' });
  expect(await who('portal_sid')).toEqual(false);
});

test('allows scripts only from script folders on the host of PUBLIC_URL', async () => {
  portal = await testPortal({}, { publicUrl: 'https://medien.example' });
  const sources = async (host: string) => policyOf((await portal.app.inject({ url: '/login', headers: { host } })).headers)['script-src'];
  const own = ['medien.example/assets/', 'medien.example/pdfjs/'];
  expect(await sources('medien.example')).toEqual(own);
  expect(await sources('10.0.0.1:8080')).toEqual(own);
  expect(await sources('evil.example')).toEqual(own);
  expect(await sources("x *; script-src 'unsafe-inline'")).toEqual(own);
  const policy = policyOf((await portal.app.inject({ url: '/login' })).headers);
  expect([policy['require-trusted-types-for'], policy['trusted-types']]).toEqual([
    ["'script'"],
    ['default', 'fundus', 'dompurify', 'ProseMirrorClipboard'],
  ]);
});

test('allows scripts only from script folders on the requested host without PUBLIC_URL', async () => {
  portal = await testPortal();
  const sources = async (host: string) => policyOf((await portal.app.inject({ url: '/login', headers: { host } })).headers)['script-src'];
  expect(await sources('10.0.0.1:8080')).toEqual(['10.0.0.1:8080/assets/', '10.0.0.1:8080/pdfjs/']);
  // A policy cannot contain an IPv6 address, and a Host header must not inject a directive.
  expect(await sources('[::1]:8080')).toEqual(["'self'"]);
  expect(await sources("x *; script-src 'unsafe-inline'")).toEqual(["'self'"]);
});

test('serves content only on the content host', async () => {
  portal = await testPortal({}, { publicUrl: 'https://medien.example', contentUrl: 'https://inhalte.example' });
  await portal.portal.storage.write('a/film.mp4', Readable.from(['film']));
  await portal.store({ identifier: 'F-1', fn_titel: 'Film', fn_typ: '49', files: [{ path: 'a/film.mp4', mime: 'video/mp4' }] });
  const { files } = await (await portal.as(teacher())).call(catalogue.detail, { params: { identifier: 'F-1' } });
  for (const address of [files[0]!.href, files[0]!.download_href!]) {
    expect(address).toMatch(/^https:\/\/inhalte\.example\/content\//);
    const { pathname } = new URL(address);
    const at = async (host: string) => (await portal.app.inject({ url: pathname, headers: { host } })).statusCode;
    expect([await at('inhalte.example'), await at('medien.example')]).toEqual([200, 404]);
  }
  for (const url of ['/', '/login', '/api/v1/user/userinfo', '/api/v1/config/frontend', '/health/live', '/metrics', '/assets/a.js'])
    expect((await portal.app.inject({ url, headers: { host: 'inhalte.example' } })).statusCode, url).toBe(404);
  const policy = policyOf((await portal.app.inject({ url: '/login', headers: { host: 'medien.example' } })).headers);
  for (const name of ['frame-src', 'media-src', 'img-src', 'connect-src']) expect(policy[name], name).toContain('https://inhalte.example');
  expect(policy['script-src']!.join()).not.toContain('inhalte');
});

test('rejects writes from other origins despite forged proxy headers', async () => {
  portal = await testPortal({}, { publicUrl: 'https://medien.example' });
  const { 'x-csrf-token': token } = (await portal.guest().inject({ url: '/api/v1/user/userinfo' })).headers;
  const from = async (origin: string, headers: Record<string, string> = {}) =>
    (
      await portal.guest().inject({
        method: 'POST',
        url: accounts.login.path,
        headers: { 'x-csrf-token': String(token), origin, ...headers },
        payload: { login: 'niemand@a.example', password: 'falsch' },
      })
    ).json<{ error: { code: string } }>().error.code;
  expect(await from('https://medien.example')).toBe('wrong_credentials');
  expect(
    await from('https://evil.example', { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }),
  ).toBe('csrf_invalid');
});

test('serves security.txt, change-password and robots.txt', async () => {
  portal = await testPortal({}, { publicUrl: 'https://medien.example' });
  const at = (url: string) => portal.app.inject({ url });
  const { body, headers } = await at('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = Object.fromEntries(
    body
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  );
  expect(fields).toMatchObject({ Contact: 'https://medien.example/contact', 'Preferred-Languages': 'de, en' });
  const days = (Date.parse(fields.Expires!) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
  expect((await at('/.well-known/change-password')).headers.location).toBe('/account/security');
  expect((await at('/robots.txt')).body).toContain('Disallow: /api/');
});
