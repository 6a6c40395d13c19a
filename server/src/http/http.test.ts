import { connect, type AddressInfo } from 'node:net';
import { accounts } from '@fundus/contract/accounts/accounts';
import { ownAccount } from '@fundus/contract/accounts/own';
import { fillPath, type Endpoint } from '@fundus/contract/endpoint';
import { endpoints } from '@fundus/contract/endpoints';
import type { ErrorBody, FieldProblem } from '@fundus/contract/errors';
import { news } from '@fundus/contract/news/news';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { ValueOf } from '../db/tables.ts';
import { schoolAdmin, teacher, type TestPortal } from '../testing/index.ts';
import { usePortal } from '../testing/use-portal.ts';

const LONG_AGO = new Date('2026-01-01T00:00:00Z');
const portal = usePortal();

const tokenOf = async (browser: ReturnType<TestPortal['guest']>) =>
  String((await browser.inject({ method: 'GET', url: '/api/v1/config/frontend' })).headers['x-csrf-token']);

test('logs failed guesses without names and addresses', async () => {
  const { log } = portal.portal;
  const [info, warn] = [vi.spyOn(log, 'info'), vi.spyOn(log, 'warn')];
  const guest = portal.guest();
  const guess = () => guest.call(accounts.login, { body: { login: 'wer@a.example', password: 'geraten' } }).catch(() => undefined);
  for (let i = 0; i < 11; i += 1) await guess();
  const about = { call: accounts.login.path, from: expect.stringMatching(/^[\w-]{12}$/) };
  expect(info.mock.calls).toEqual(Array.from({ length: 10 }, () => [{ ...about, code: 'wrong_credentials' }, 'refused']));
  expect(warn.mock.calls).toEqual([[{ ...about, code: 'too_many_attempts' }, 'refused']]);
  expect(new Set([...info.mock.calls, ...warn.mock.calls].map(([what]) => (what as { from: string }).from)).size).toBe(1);
  vi.restoreAllMocks();
});

describe('X-CSRF-Token', () => {
  const post = (
    browser: ReturnType<TestPortal['guest']>,
    headers: Record<string, string>,
    payload: unknown = { login: 'a', password: 'b' },
  ) => browser.inject({ method: 'POST', url: '/api/v1/user/login', headers, payload: payload as object });

  test('is constant per session in every GET response under /api/', async () => {
    const guest = portal.guest();
    for (const url of ['/api/v1/config/frontend', '/api/v1/openapi.json', '/api/v1/nowhere', '/api/v1/media/search'])
      expect((await guest.inject({ method: 'GET', url })).headers['x-csrf-token'], url).toBeTruthy();
    expect(await tokenOf(guest)).toBe(await tokenOf(guest));
    const browser = await portal.as(teacher());
    expect(await tokenOf(browser)).toBe(await tokenOf(browser));
    expect(await tokenOf(browser)).not.toBe(await tokenOf(guest));
  });

  test('is required from the same session and site', async () => {
    const browser = await portal.as(teacher());
    const other = await portal.as(teacher());
    const token = await tokenOf(browser);
    const attempts: Record<string, string>[] = [
      {},
      { 'x-csrf-token': 'x' },
      { 'x-csrf-token': await tokenOf(other) },
      { 'x-csrf-token': await tokenOf(portal.guest()) },
      { 'x-csrf-token': token, 'sec-fetch-site': 'cross-site' },
      { 'x-csrf-token': token, origin: 'https://evil.example' },
      { 'x-csrf-token': token, origin: 'null' },
    ];
    for (const headers of attempts) {
      const reply = await browser.inject({ method: 'POST', url: '/api/v1/user/logout', headers });
      expect(reply.statusCode, JSON.stringify(headers)).toBe(403);
      expect(reply.json()).toEqual({ error: { code: 'csrf_invalid', message_key: 'error.csrf_invalid' } });
    }
    expect(await browser.call(accounts.userinfo)).toBeTruthy();
  });

  test('expires for guests after some time and at sign-in', async () => {
    const guest = portal.guest();
    const token = await tokenOf(guest);
    expect((await post(guest, { 'x-csrf-token': token })).statusCode).toBe(401);
    portal.setNow(new Date(Date.now() + 14 * 3_600_000));
    expect((await post(guest, { 'x-csrf-token': token })).statusCode).toBe(403);
    portal.setNow(null);
    const browser = await portal.as(teacher());
    expect((await post(browser, { 'x-csrf-token': token })).statusCode).toBe(403);
  });

  test('does not permit a JSON body sent as text/plain', async () => {
    const guest = portal.guest();
    const reply = await guest.inject({
      method: 'POST',
      url: '/api/v1/user/login',
      headers: { 'x-csrf-token': await tokenOf(guest), 'content-type': 'text/plain' },
      payload: '{"login":"a","password":"b"}',
    });
    expect(reply.statusCode).toBe(415);
    expect(reply.json().error.code).toBe('unsupported_type');
  });
});

describe('malformed requests', () => {
  test.each([
    ['GET', '/api/v1/media/%E0%A4%A', 400],
    ['GET', '/api/v1/user/userinfo/x.css', 404],
    ['DELETE', '/api/v1/user/userinfo', 403],
    ['GET', '/content/x/y', 404],
    ['GET', '/content/a.1.o.b/%2e%2e%2fetc%2fpasswd', 404],
  ] as const)('are answered as JSON: %s %s returns %i', async (method, url, status) => {
    const reply = await portal.guest().inject({ method, url });
    expect(reply.statusCode).toBe(status);
    expect(reply.json().error.code).toBeTruthy();
  });

  test('return 404 for the URL //', async () => {
    expect((await portal.guest().inject({ method: 'GET', url: '//' })).statusCode).toBe(404);
  });

  test('are rejected for invalid JSON and oversized bodies', async () => {
    const guest = portal.guest();
    const headers = { 'x-csrf-token': await tokenOf(guest), 'content-type': 'application/json' };
    const send = (payload: string) => guest.inject({ method: 'POST', url: '/api/v1/user/login', headers, payload });
    expect((await send('{"login":')).statusCode).toBe(400);
    expect((await send(`{"login":"${'x'.repeat(2_000_000)}"}`)).statusCode).toBe(413);
    expect((await send('{"login":"a","password":"b","__proto__":{"stay":true}}')).statusCode).toBe(401);
  });
});

describe('public endpoints', () => {
  test('send a strict content security policy', async () => {
    const { headers } = await portal.guest().inject({ method: 'GET', url: '/api/v1/config/frontend' });
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none';script-src localhost:80\/assets\/ localhost:80\/pdfjs\/;style-src 'self';/,
    );
    expect(headers['content-security-policy']).not.toContain('unsafe-inline');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['permissions-policy']).toContain('camera=()');
    const desk = await portal.guest().inject({ method: 'GET', url: '/tech-rental?tab=desk' });
    expect(desk.headers['permissions-policy']).toContain('camera=(self)');
  });

  test('return 304 for the ETag of the OpenAPI document', async () => {
    const get = (headers: Record<string, string> = {}) => portal.guest().inject({ method: 'GET', url: '/api/v1/openapi.json', headers });
    const first = await get();
    const stringify = vi.spyOn(JSON, 'stringify');
    const second = await get({ 'accept-encoding': 'br' });
    const large = stringify.mock.results.filter(({ value }) => typeof value === 'string' && value.length > 100_000);
    stringify.mockRestore();
    expect(large).toEqual([]);
    expect([second.headers.etag, second.headers['content-encoding']]).toEqual([first.headers.etag, 'br']);
    const again = await get({ 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('include an OpenAPI document with every call', async () => {
    const document = (await portal.guest().inject({ method: 'GET', url: '/api/v1/openapi.json' })).json();
    expect(document.openapi).toBe('3.1.0');
    for (const domain of Object.values(endpoints))
      for (const endpoint of Object.values(domain))
        expect(document.paths[endpoint.path], endpoint.path).toHaveProperty(endpoint.method.toLowerCase());
    const search = document.paths['/api/v1/media/search'].get;
    expect(search.parameters.map((parameter: { name: string }) => parameter.name)).toEqual(
      expect.arrayContaining(['q', 'c', 'filter_fn_geb', 'filter_lizenzen', 'offset', 'limit']),
    );
  });

  test('report health and metrics', async () => {
    const guest = portal.guest();
    expect((await guest.inject({ method: 'GET', url: '/api/v1/health/live' })).json()).toEqual({ status: 'live' });
    expect((await guest.inject({ method: 'GET', url: '/api/v1/health/ready' })).json()).toMatchObject({ status: 'ready' });
    const put = (state: ValueOf<'job', 'state'>, id: string, dueInSeconds = -90) =>
      portal.portal.db
        .insertInto('job')
        .values({ id, kind: 'none', payload: '{}', state, due_at: new Date(Date.now() + dueInSeconds * 1_000), created_at: LONG_AGO })
        .execute();
    await put('waiting', '00000000-0000-7000-8000-000000000001');
    // This job is scheduled for later, so it does not count as waiting.
    await put('waiting', '00000000-0000-7000-8000-000000000002', 3_600);
    await put('given_up', '00000000-0000-7000-8000-000000000003');
    const metrics = (await guest.inject({ method: 'GET', url: '/metrics' })).body;
    expect(metrics).toContain('portal_search_records');
    expect(metrics).toContain('portal_jobs_waiting 2\n');
    expect(metrics).toContain('portal_jobs_given_up 1\n');
    expect(Number(/^portal_jobs_oldest_seconds (\S+)$/m.exec(metrics)?.[1])).toBeCloseTo(90, -1);
    await portal.portal.db.deleteFrom('job').execute();
    const far = await guest.inject({ method: 'GET', url: '/metrics', remoteAddress: '192.0.2.1' });
    expect(far.statusCode).toBe(404);
  });
});

describe('spelling of URLs', () => {
  /** Spellings of the same URL, with which every endpoint of the contract is called. */
  const SPELLINGS: [string, (path: string) => string][] = [
    ['a letter as its number', (path) => path.replace('/api/', '/%61pi/')],
    ['another letter as its number', (path) => path.replace('/v1/', '/%761/')],
    ['with two slashes', (path) => `/${path}`],
    ['with a parameter behind the first part', (path) => path.replace('/api/', '/api;x/')],
  ];
  // Event streams are excluded, because they do not end.
  const calls = Object.values(endpoints)
    .flatMap((domain) => Object.values(domain) as Endpoint[])
    .filter(({ path }) => !path.endsWith('/events'));

  test.each(SPELLINGS)('does not bypass the CSRF check: %s', async (_, spell) => {
    const browser = await portal.as(teacher());
    for (const { method, path, reply: kind, etag } of calls) {
      const url = spell(fillPath(path, Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, 'x']))));
      const reply = await browser.inject({ method, url, ...(method !== 'GET' && { payload: {} }) });
      const saysItself = method === 'GET' && (kind === 'stream' || etag);
      if (!saysItself) expect([method, url, reply.headers['cache-control']]).toEqual([method, url, 'no-store']);
      if (method === 'GET') expect(reply.statusCode).toBeLessThan(500);
      else
        expect([method, url, reply.json().error.code]).toEqual([
          method,
          url,
          expect.stringMatching(/^(csrf_invalid|validation_failed|not_found|method_not_allowed)$/),
        ]);
    }
    expect(await browser.call(accounts.userinfo)).toBeTruthy();
  });

  test('replies to an unsupported method with 405 and Allow', async () => {
    const browser = await portal.as(teacher());
    const reply = await browser.inject({ method: 'PUT', url: accounts.userinfo.path, headers: { 'x-csrf-token': await tokenOf(browser) } });
    expect([reply.statusCode, reply.headers.allow, reply.json().error.code]).toEqual([405, 'GET', 'method_not_allowed']);
  });
});

describe('request validation', () => {
  const login = (payload: string, headers: Record<string, string>) =>
    portal
      .guest()
      .inject({ method: 'POST', url: accounts.login.path, headers: { 'content-type': 'application/json', ...headers }, payload });

  test('rejects deeply nested bodies before parsing them', async () => {
    const token = await tokenOf(portal.guest());
    for (const payload of ['['.repeat(30_000), `${'[{"a":'.repeat(1_000)}1${'}]'.repeat(1_000)}`]) {
      const reply = await login(payload, { 'x-csrf-token': token });
      expect([reply.statusCode, reply.json().error]).toMatchObject([400, { code: 'validation_failed', details: { reason: 'depth' } }]);
    }
  });

  test('rejects unauthorised callers before reading a malformed large body', async () => {
    const payload = `{"kind":"picture","name":"a.jpg","content":"${'A'.repeat(900_000)}`;
    const headers = { 'x-csrf-token': await tokenOf(portal.guest()), 'content-type': 'application/json' };
    expect((await portal.guest().inject({ method: 'POST', url: news.addFile.path, headers, payload })).statusCode).toBe(401);
  });

  test('limits the bodies of guests', async () => {
    const token = await tokenOf(portal.guest());
    expect((await login(`{"login":"${'x'.repeat(70_000)}"}`, { 'x-csrf-token': token })).statusCode).toBe(413);
    expect((await login(`{"login":"${'x'.repeat(50_000)}"}`, { 'x-csrf-token': token })).statusCode).toBe(400);
  });

  test('reports all problems of path, query and body at once', async () => {
    const browser = await portal.as(schoolAdmin());
    const token = await tokenOf(browser);
    const reply = await browser.inject({
      method: 'PATCH',
      url: '/api/v1/licences/nobody',
      headers: { 'x-csrf-token': token },
      payload: { version: 'x', seats: -1, valid_from: 'morgen' },
    });
    expect(reply.statusCode).toBe(400);
    const { details, field } = reply.json<ErrorBody>().error;
    expect([field, ((details?.problems ?? []) as FieldProblem[]).map((problem) => `${problem.field} ${problem.rule}`)]).toEqual([
      'id',
      ['id format', 'version type', 'valid_from format', 'seats min'],
    ]);
    const broken = await browser.inject({
      method: 'PATCH',
      url: '/api/v1/licences/nobody',
      headers: { 'x-csrf-token': token, 'content-type': 'application/json' },
      payload: '{"version":',
    });
    expect([broken.statusCode, broken.json<ErrorBody>().error.details]).toEqual([
      400,
      { problems: [{ field: 'body', rule: 'format', message_key: 'error.rule.format' }] },
    ]);
  });

  test('rejects unknown query parameters of lists', async () => {
    const browser = await portal.as(teacher());
    const read = (url: string) => browser.inject({ method: 'GET', url });
    const refused = await read('/api/v1/library/bookmarks?page=2&per_page=50&limit=0');
    expect([refused.statusCode, refused.json<ErrorBody>().error.field]).toEqual([400, 'limit']);
    const { problems } = refused.json<ErrorBody>().error.details as { problems: FieldProblem[] };
    expect(problems.map(({ field, rule }) => `${field} ${rule}`)).toEqual(['limit min', 'page unknown', 'per_page unknown']);
    expect((await read('/api/v1/library/bookmarks?offset=0&limit=50&sort=own')).statusCode).toBe(200);
    expect((await read('/api/v1/user/userinfo?page=2')).statusCode).toBe(200);
  });

  test('rolls back a write if its reply does not match the schema', async () => {
    const browser = await portal.as(teacher({ email: 'before@a.example' }));
    const parse = vi.spyOn(ownAccount.changeAccount.reply, 'parse').mockImplementationOnce(() => {
      throw new Error('a reply that fits no schema');
    });
    const body = { version: 1, salutation: '', vorname: 'Neu', name: 'Muster', locale: null } as const;
    await expect(browser.call(ownAccount.changeAccount, { body })).rejects.toMatchObject({ status: 500 });
    parse.mockRestore();
    expect(await browser.call(accounts.userinfo)).toMatchObject({ vorname: 'Kim' });
  });
});

describe('requests over TCP', () => {
  let port: number;
  beforeAll(async () => {
    await portal.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = portal.app.server.address() as AddressInfo);
  });
  const send = (request: string): Promise<string> =>
    new Promise((done) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(`${request}\r\nhost: localhost\r\nconnection: close\r\n\r\n`));
      socket.on('data', (chunk) => (text += String(chunk))).on('close', () => done(text));
    });
  const errorOf = (reply: string) => (JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4)) as { error: { code: string } }).error.code;

  test.each(['http://evil.example', 'http://localhost', 'https://localhost:1'])(
    'are rejected with a URL in absolute form: %s',
    async (origin) => {
      for (const request of [`POST ${origin}${accounts.logout.path}`, `GET ${origin}${accounts.userinfo.path}`]) {
        const reply = await send(`${request} HTTP/1.1`);
        expect([reply.slice(0, 12), errorOf(reply)]).toEqual(['HTTP/1.1 400', 'validation_failed']);
        expect(reply.toLowerCase()).toContain('cache-control: no-store');
      }
    },
  );

  test('are rejected with a JSON error if the headers exceed the size limit', async () => {
    const reply = await send(`GET /?q=${'x'.repeat(40_000)} HTTP/1.1`);
    expect([reply.slice(0, 12), errorOf(reply)]).toEqual(['HTTP/1.1 431', 'too_large']);
  });
});
