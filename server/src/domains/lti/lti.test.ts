/**
 * Learning platforms: messages as Moodle sends them are accepted and all others rejected, and a visit has access only to its target
 * (docs/behaviour/lti.md).
 */
import { medialists as lists } from '@fundus/contract/medialists/medialists';
import { ltiPlatforms as platforms } from '@fundus/contract/lti/platforms';
import { ltiVisit, type LtiProblem } from '@fundus/contract/lti/lti';
import type { Endpoint } from '@fundus/contract/endpoint';
import { Readable } from 'node:stream';
import { generateKeyPair, type JWK } from 'jose';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { csrfToken } from '../../http/sessions/csrf.ts';
import { districtAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { claim, dlClaim, LEARNER, ltiPlatform, TEACHER, type Forged, type LtiPlatform } from '../../testing/systems/lti-platform.ts';
import { rotateKeys } from './keys.ts';

const NOW = new Date('2026-11-23T09:00:00Z');
const ORIGIN = 'https://portal.example';
const PAGE = `${ORIGIN}/lti/search`;
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);
const refused = (code: string, more: object = {}) => expect.objectContaining({ code, ...more });
const portal = usePortal({ Katalog: true }, { publicUrl: ORIGIN });
let moodle: LtiPlatform;
let admin: Caller;
let platformId: string;
let listId: string;

beforeAll(async () => {
  portal.setNow(NOW);
  moodle = await ltiPlatform({ tool: ORIGIN });
  portal.portal.remote = moodle.ask;
  await portal.portal.storage.write('a/film.mp4', Readable.from(Buffer.alloc(2_000)));
  const files = [{ role: 'main' as const, mime: 'video/mp4', path: 'a/film.mp4', bytes: 2_000 }];
  await portal.store(
    { identifier: 'zelle', fn_titel: 'Die Zel\u00adle', fn_kurztext: 'Aufbau', fn_typ: '49', duration: 60, files },
    { identifier: 'wasser', fn_titel: 'Wasser', fn_typ: '49', files },
    {
      identifier: 'nie',
      fn_titel: 'Zelle nie in Moodle',
      fn_typ: '49',
      licences: [{ scope: 'district', target: 'district-a', rights: { lms_embed: false } }],
      files,
    },
  );
  admin = await portal.as(districtAdmin());
  platformId = (await admin.call(platforms.addPlatform, { body: { ...moodle.fields, school_id: 'school-a' } })).id;
  const anna = await portal.as(teacher({ email: 'anna@x.example' }));
  const items = [
    { kind: 'medium' as const, identifier: 'wasser' },
    { kind: 'sequence' as const, identifier: 'zelle', title: 'Kern', start_s: 10, end_s: 20 },
  ];
  listId = (await anna.call(lists.create, { body: { title: 'Biologie', visibility: 'school', items } })).id;
});
beforeEach(() => portal.setNow(NOW));

const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  portal.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site', 'accept-language': 'de', ...headers },
    payload: new URLSearchParams(form).toString(),
  });

/** Sends the login request and returns the address that it redirects to. */
async function begin(more: Record<string, string> = {}): Promise<URL> {
  const { headers, statusCode, body } = await post('/lti/login', moodle.initiation(more));
  expect(statusCode, body).toBe(302);
  return new URL(String(headers.location));
}

type Said = Record<string, unknown> & { forged?: Forged; state?: string; at?: Date };
/** Performs the login and the launch of a visit. */
async function come({ forged, state, at = NOW, ...claims }: Said = {}) {
  const login = await begin();
  const nonce = login.searchParams.get('nonce')!;
  const id_token = await moodle.idToken({ nonce, now: at, ...claims }, forged);
  return post('/lti/launch', { id_token, state: state ?? login.searchParams.get('state')! });
}
const codeOf = (location: unknown): string => new URL(String(location), ORIGIN).hash.slice('#c='.length);

/** Performs a launch and returns a function for calls with the token of the visit, without a cookie. */
async function visit(claims: Said = {}) {
  const { headers, statusCode, body } = await come(claims);
  expect(statusCode, body).toBe(303);
  const guest = portal.guest();
  const begun = await guest.call(ltiVisit.begin, { body: { code: codeOf(headers.location) } });
  const ask = async (
    endpoint: Endpoint,
    { params = {}, query = {}, payload }: { params?: Record<string, string>; query?: Record<string, string>; payload?: object } = {},
  ) => {
    const reply = await portal.app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!),
      query,
      headers: {
        authorization: `Bearer ${begun.token}`,
        ...(payload && { 'x-csrf-token': csrfToken(portal.portal.secret, undefined, portal.portal.now()) }),
      },
      ...(payload && { payload }),
    });
    return { status: reply.statusCode, body: reply.json() as never as Record<string, never> };
  };
  return { ...begun, ask, location: String(headers.location) };
}
const toMedium = (id: string, more = ''): Said => ({ [claim('target_link_uri')]: `${PAGE}?medium=${id}${more}` });

const expectProblem = (reply: { statusCode: number; body: string; headers: Record<string, unknown> }, problem: LtiProblem): void => {
  expect(reply.body).toContain(`<code>${problem}</code>`);
  expect(reply.statusCode).toBeGreaterThanOrEqual(400);
  expect(String(reply.headers['content-security-policy'])).toContain("default-src 'none'");
};

describe('launch', () => {
  test('redirects with the parameters that Moodle requires', async () => {
    const url = await begin();
    expect(url.origin + url.pathname).toBe(moodle.fields.auth_url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ scope: 'openid', response_type: 'id_token', response_mode: 'form_post', prompt: 'none', client_id: moodle.client_id },
      ...{ redirect_uri: `${ORIGIN}/lti/launch`, login_hint: '4', lti_message_hint: '{"cmid":2,"launchid":"ltilaunch2_1234567"}' },
    });
    const byGet = await portal.app.inject({ url: `/lti/login?${new URLSearchParams(moodle.initiation())}` });
    expect(byGet.statusCode).toBe(302);
  });

  test('opens the target medium for a learner without a cookie', async () => {
    const { visit: about, ask, location } = await visit(toMedium('zelle', '&start=10&end=20'));
    expect(location).toMatch(new RegExp(`^/lti/search\\?platform=${platformId}#c=[\\w-]{43}$`));
    expect(about).toEqual({
      ...{ platform: 'Moodle der Schule', school: 'Schule a', teaches: false, pick: null },
      target: { kind: 'medium', id: 'zelle', start: 10, end: 20 },
      ...{ course: null, connects: false },
    });
    const medium = await ask(ltiVisit.medium, { params: { identifier: 'zelle' } });
    expect(medium.status).toBe(200);
    const [file] = medium.body.files as unknown as { href: string; download_href: null }[];
    expect(file!.download_href).toBeNull();
    expect((await portal.app.inject({ url: file!.href })).statusCode).toBe(200);
    expect((await ask(ltiVisit.medium, { params: { identifier: 'wasser' } })).status).toBe(404);
    expect((await ask(ltiVisit.search)).status).toBe(403);
    portal.setNow(later(2 * 3_600 + 1));
    expect((await ask(ltiVisit.medium, { params: { identifier: 'zelle' } })).status).toBe(401);
    expect((await portal.app.inject({ url: file!.href })).statusCode).toBe(403);
  });

  test('treats a user without a role as a learner', async () => {
    const { visit: about } = await visit({ forged: { claims: { [claim('roles')]: undefined } } });
    expect(about.teaches).toBe(false);
  });

  test('accepts a code only once and within a minute', async () => {
    const { headers } = await come({ [claim('custom')]: { medium: 'wasser' } });
    const code = codeOf(headers.location);
    const begun = await portal.guest().call(ltiVisit.begin, { body: { code } });
    expect(begun.visit.target).toMatchObject({ kind: 'medium', id: 'wasser' });
    await expect(portal.guest().call(ltiVisit.begin, { body: { code } })).rejects.toEqual(refused('wrong_credentials'));
    const late = codeOf((await come()).headers.location);
    portal.setNow(later(61));
    await expect(portal.guest().call(ltiVisit.begin, { body: { code: late } })).rejects.toEqual(refused('wrong_credentials'));
  });

  test('returns licence_missing if the licence excludes use in platforms', async () => {
    const closed = await visit(toMedium('nie'));
    expect((await closed.ask(ltiVisit.medium, { params: { identifier: 'nie' } })).body).toMatchObject({
      error: { code: 'licence_missing' },
    });
    const gone = await visit(toMedium('anderswo'));
    expect((await gone.ask(ltiVisit.medium, { params: { identifier: 'anderswo' } })).body).toMatchObject({
      error: { code: 'licence_missing' },
    });
  });

  test('opens the remaining medium if the target was merged', async () => {
    await portal.store({ identifier: 'zelle-alt', fn_titel: 'Nukleus', fn_typ: '49' });
    const retired = { merged_into: 'zelle', retired_at: NOW };
    await portal.portal.db.updateTable('media_item').set(retired).where('identifier', '=', 'zelle-alt').execute();
    const { visit: about, ask } = await visit(toMedium('zelle-alt', '&start=10&end=20'));
    expect(about.target).toEqual({ kind: 'medium', id: 'zelle', start: 10, end: 20 });
    expect((await ask(ltiVisit.medium, { params: { identifier: 'zelle' } })).status).toBe(200);
  });

  test('limits access to the media of the opened list', async () => {
    const { ask } = await visit({ [claim('target_link_uri')]: `${PAGE}?list=${listId}` });
    const { body } = await ask(ltiVisit.list);
    expect(body).toMatchObject({
      title: 'Biologie',
      contents: [
        { identifier: 'wasser', available: true },
        { title: 'Kern', start_s: 10 },
      ],
    });
    expect((await ask(ltiVisit.medium, { params: { identifier: 'wasser' } })).status).toBe(200);
    expect((await ask(ltiVisit.medium, { params: { identifier: 'nie' } })).status).toBe(404);
  });
});

describe('validation of a launch', () => {
  test.each<[string, LtiProblem, Said | (() => Promise<Said>)]>([
    ['another issuer', 'bad_message', { forged: { claims: { iss: 'https://boese.example' } } }],
    ['an issuer with an extra slash', 'bad_message', { forged: { claims: { iss: 'https://moodle.example/' } } }],
    ['another audience', 'bad_message', { aud: 'andere' }],
    ['several audiences without an authorised party', 'bad_message', { aud: ['andere', 'yQbXhUZ5q9cUlqO'] }],
    ['the right audience, but another authorised party', 'bad_message', { azp: 'andere' }],
    ['several audiences and another authorised party', 'bad_message', { aud: ['andere', 'yQbXhUZ5q9cUlqO'], azp: 'andere' }],
    ['an expired message', 'clock_skew', { at: later(-121) }],
    ['a message that is too old', 'clock_skew', { iat: NOW.getTime() / 1_000 - 661, exp: NOW.getTime() / 1_000 + 60 }],
    ['a message from the future', 'clock_skew', { iat: NOW.getTime() / 1_000 + 61, exp: NOW.getTime() / 1_000 + 120 }],
    ['a message without an expiry', 'clock_skew', { forged: { claims: { exp: undefined } } }],
    ['another nonce', 'nonce_used', { nonce: 'anders' }],
    ['another version', 'bad_message', { [claim('version')]: '1.3.1' }],
    ['another kind of message', 'bad_message', { [claim('message_type')]: 'LtiSubmissionReviewRequest' }],
    ['no deployment', 'bad_message', { forged: { claims: { [claim('deployment_id')]: undefined } } }],
    ['an unknown deployment', 'unknown_deployment', { [claim('deployment_id')]: '77' }],
    ['a link to another host', 'target_invalid', { [claim('target_link_uri')]: 'https://evil.example/lti/search' }],
    ['a script as a link', 'target_invalid', { [claim('target_link_uri')]: 'javascript:alert(1)' }],
    ['a link without a scheme', 'target_invalid', { [claim('target_link_uri')]: '//evil.example/lti/search' }],
    ['a link that logs out', 'target_invalid', { [claim('target_link_uri')]: `${ORIGIN}/logout` }],
    [
      'a link with a name before the host',
      'target_invalid',
      { [claim('target_link_uri')]: 'https://portal.example@evil.example/lti/search' },
    ],
    ['an unknown key', 'bad_signature', { forged: { header: { kid: 'anderer' } } }],
    ['another key with the same id', 'bad_signature', async () => ({ forged: { key: (await generateKeyPair('RS256')).privateKey } })],
    ['the public key as a secret', 'bad_signature', () => withSecret()],
    ['a state that the portal did not sign', 'state_invalid', { state: 'eyJhbGciOiJub25lIn0.eyJwIjoiIn0.' }],
    ['a learner who chooses', 'not_allowed', () => Promise.resolve({ ...moodle.choosing(), [claim('roles')]: [LEARNER] })],
    ['a choice sent elsewhere', 'bad_message', () => Promise.resolve(moodle.choosing({ deep_link_return_url: 'https://evil.example/x' }))],
    ['a choice of something else', 'bad_message', () => Promise.resolve(moodle.choosing({ accept_types: ['file'] }))],
  ])('rejects a launch (%s) with %s', async (_, problem, said) => {
    expectProblem(await come(typeof said === 'function' ? await said() : said), problem);
  });
  const withSecret = async (): Promise<Said> => ({
    forged: { header: { alg: 'HS256' }, key: new TextEncoder().encode(JSON.stringify(moodle.jwk)) },
  });

  test('rejects an unsigned message', async () => {
    const login = await begin();
    const signed = await moodle.idToken({ nonce: login.searchParams.get('nonce')!, now: NOW });
    const id_token = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${signed.split('.')[1]}.`;
    expectProblem(await post('/lti/launch', { id_token, state: login.searchParams.get('state')! }), 'bad_signature');
  });

  test('rejects a reused message, a reused nonce and an expired state', async () => {
    const login = await begin();
    const [nonce, state] = [login.searchParams.get('nonce')!, login.searchParams.get('state')!];
    const form = { id_token: await moodle.idToken({ nonce, now: NOW }), state };
    const both = await Promise.all([post('/lti/launch', form), post('/lti/launch', form)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([303, 400]);
    expectProblem(await post('/lti/launch', form), 'link_used');
    const other = await begin();
    expectProblem(await post('/lti/launch', { ...form, state: other.searchParams.get('state')! }), 'nonce_used');
    expectProblem(await post('/lti/launch', { error: 'login_required', state: other.searchParams.get('state')! }), 'platform_refused');
    portal.setNow(later(601));
    expectProblem(await post('/lti/launch', { ...form, state: other.searchParams.get('state')! }), 'state_invalid');
  });

  test('rejects a launch unless exactly one active platform matches', async () => {
    expectProblem(await post('/lti/login', moodle.initiation({ iss: `${moodle.issuer}/` })), 'unknown_platform');
    expectProblem(await post('/lti/login', moodle.initiation({ client_id: 'andere' })), 'unknown_platform');
    expectProblem(await post('/lti/login', moodle.initiation({ target_link_uri: 'https://evil.example/lti/search' })), 'target_invalid');
    expectProblem(await portal.app.inject({ url: `/lti/login?${new URLSearchParams(moodle.initiation())}&iss=x` }), 'bad_message');
    const bare = moodle.initiation();
    delete bare.client_id;
    expect((await post('/lti/login', bare)).statusCode).toBe(302);
    const second = { ...moodle.fields, client_id: 'zweite', school_id: 'school-b' };
    const { id, version } = await admin.call(platforms.addPlatform, { body: second });
    // This state belongs to the other platform.
    const other = await begin({ client_id: 'zweite' });
    const id_token = await moodle.idToken({ nonce: other.searchParams.get('nonce')!, now: NOW });
    expectProblem(await post('/lti/launch', { id_token, state: other.searchParams.get('state')! }), 'bad_message');
    expectProblem(await post('/lti/login', bare), 'unknown_platform');
    await expect(admin.call(platforms.addPlatform, { body: second })).rejects.toEqual(refused('already_exists'));
    const change = { params: { id }, body: { version, state: 'disabled' as const } };
    await admin.call(platforms.changePlatform, change);
    expectProblem(await post('/lti/login', moodle.initiation({ client_id: 'zweite' })), 'unknown_platform');
    await admin.call(platforms.removePlatform, { params: { id } });
  });

  test('requests platform keys at most once per minute', async () => {
    const other = await ltiPlatform({ host: 'anderes.example', tool: ORIGIN });
    const find = (kid: string, at: Date) =>
      portal.portal.platformKeys.find(other.fields.jwks_url, kid, at).then(
        () => 'found',
        (error: { problem: string }) => error.problem,
      );
    portal.portal.remote = async (asked) => other.ask(asked);
    expect([await find('x', NOW), await find('y', NOW), await find('b1946ac9', NOW)]).toEqual(['bad_signature', 'bad_signature', 'found']);
    expect(other.asked).toHaveLength(1);
    await find('x', later(61));
    expect(other.asked).toHaveLength(2);
    portal.portal.remote = async () => Promise.reject(new Error('answered with more than 65536 bytes'));
    expect(await find('b1946ac9', later(4_000))).toBe('platform_unreachable');
    portal.portal.remote = moodle.ask;
  });
});

const jwtOf = (body: Record<string, unknown>): string => (body.fields as { JWT: string }).JWT;

describe('selection of media', () => {
  const shownKeys = async (): Promise<{ keys: JWK[] }> => (await portal.app.inject({ url: '/lti/jwks.json' })).json();
  const contents = (payload: Record<string, unknown>) => payload[dlClaim('content_items')] as Record<string, unknown>[];

  test('returns the selected media in a signed response', async () => {
    const { ask, visit: about } = await visit(moodle.choosing({ data: 'zurück' }));
    expect(about).toMatchObject({ teaches: true, pick: { many: true }, target: null });
    const { body: found } = await ask(ltiVisit.search, { query: { q: 'Zelle' } });
    expect(found).toMatchObject({ total: 2, closed: ['nie'] });
    const { body: known } = await ask(ltiVisit.lists);
    expect(known).toMatchObject({ items: [{ id: listId, title: 'Biologie', items: 2 }] });
    const items = [
      { kind: 'medium', id: 'zelle' },
      { kind: 'list', id: listId },
      { kind: 'list', id: listId, as: 'each' },
    ];
    expect((await ask(ltiVisit.deepLink, { payload: { items: [{ kind: 'medium', id: 'nie' }] } })).status).toBe(403);
    const { body: answer } = await ask(ltiVisit.deepLink, { payload: { items } });
    expect(answer.return_url).toBe(`${moodle.issuer}/mod/lti/contentitem_return.php?course=2&id=1&sesskey=abc`);
    const payload = await moodle.readAnswer(jwtOf(answer), await shownKeys(), NOW);
    expect(payload).toMatchObject({
      ...{ [claim('deployment_id')]: '1', [claim('version')]: '1.3.0', [claim('message_type')]: 'LtiDeepLinkingResponse' },
      [dlClaim('data')]: 'zurück',
    });
    expect(contents(payload).map(({ title, url }) => [title, url])).toEqual([
      ['Die Zelle', `${PAGE}?medium=zelle`],
      ['Biologie', `${PAGE}?list=${listId}`],
      ['Wasser', `${PAGE}?medium=wasser`],
      ['Kern', `${PAGE}?medium=zelle&start=10&end=20`],
    ]);
    expect(contents(payload)[0]).toMatchObject({
      type: 'ltiResourceLink',
      text: 'Aufbau',
      custom: { medium: 'zelle' },
      icon: { width: 400 },
    });
    const { url } = contents(payload)[0]!.icon as { url: string };
    // Pages of the platform may embed the picture.
    expect((await portal.app.inject({ url: new URL(url).pathname })).headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect((await ask(ltiVisit.deepLink, { payload: { items: [] } })).status).toBe(401);
  });

  test('limits the number of selected items', async () => {
    const one = await visit(moodle.choosing({ accept_multiple: false }));
    const two = [
      { kind: 'medium', id: 'zelle' },
      { kind: 'medium', id: 'wasser' },
    ];
    expect((await one.ask(ltiVisit.deepLink, { payload: { items: two } })).status).toBe(400);
    const many = await visit(moodle.choosing());
    expect((await many.ask(ltiVisit.deepLink, { payload: { items: Array.from({ length: 21 }, () => two[0]) } })).status).toBe(400);
    const { body } = await one.ask(ltiVisit.deepLink, { payload: { items: [] } });
    const payload = await moodle.readAnswer(jwtOf(body), await shownKeys(), NOW);
    expect(contents(payload)).toEqual([]);
    expect(payload[dlClaim('data')]).toBeUndefined();
  });

  test('signs with the old key for 24 hours after a rotation', async () => {
    const chosen = async (at: Date) => {
      portal.setNow(at);
      const { ask } = await visit({ ...moodle.choosing(), at });
      const { body } = await ask(ltiVisit.deepLink, { payload: { items: [] } });
      return jwtOf(body);
    };
    const kidOf = (jwt: string): string => (JSON.parse(Buffer.from(jwt.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid;
    const before = await chosen(NOW);
    const next = await rotateKeys({ ...portal.portal, now: NOW });
    expect(await rotateKeys({ ...portal.portal, now: NOW })).toEqual(next);
    expect(kidOf(await chosen(later(60)))).toBe(kidOf(before));
    expect((await shownKeys()).keys).toHaveLength(2);
    const day = later(24 * 3_600 + 1);
    const after = await chosen(day);
    expect(kidOf(after)).toBe(next.kid);
    await moodle.readAnswer(before, await shownKeys(), NOW);
    await moodle.readAnswer(after, await shownKeys(), day);
    portal.setNow(later(3 * 24 * 3_600 + 1));
    expect((await shownKeys()).keys.map(({ kid }) => kid)).toEqual([next.kid]);
  });
});

describe('pages for platforms', () => {
  test('allow frames on the origins set by an administrator', async () => {
    const one = async () => (await admin.call(platforms.platforms)).platforms.find(({ id }) => id === platformId)!;
    const framers = async () =>
      String((await portal.app.inject({ url: `/lti/search?platform=${platformId}` })).headers['content-security-policy']);
    const { version, origins } = await one();
    const more = { version, origins: [...origins, 'https://kurse.example/pfad?x=1'] };
    await admin.call(platforms.changePlatform, { params: { id: platformId }, body: more });
    expect(await framers()).toContain("frame-ancestors 'self' https://moodle.example https://kurse.example;");
    await expect(
      admin.call(platforms.changePlatform, {
        params: { id: platformId },
        body: { version: version + 1, origins: ['javascript:alert(1)'] },
      }),
    ).rejects.toEqual(refused('validation_failed'));
    await admin.call(platforms.changePlatform, { params: { id: platformId }, body: { version: version + 1, origins } });
  });

  test('include the tool configuration as JSON', async () => {
    const config = (await portal.app.inject({ url: '/lti/config.json' })).json<Record<string, unknown>>();
    expect(config).toMatchObject({
      ...{ oidc_initiation_url: `${ORIGIN}/lti/login`, redirect_uris: [`${ORIGIN}/lti/launch`], public_jwk_url: `${ORIGIN}/lti/jwks.json` },
      extensions: [{ domain: 'portal.example', privacy_level: 'anonymous' }],
    });
  });

  test('allow frames only for active platforms', async () => {
    const policy = async (url: string, headers = {}) =>
      String((await portal.app.inject({ url, headers })).headers['content-security-policy']);
    const framed = await portal.app.inject({ url: `/lti/search?platform=${platformId}` });
    expect(framed.headers['x-frame-options']).toBeUndefined();
    expect(String(framed.headers['content-security-policy'])).toContain("frame-ancestors 'self' https://moodle.example");
    expect(String(framed.headers['content-security-policy'])).toContain("form-action 'self' https://moodle.example");
    expect(await policy('/error/blocked')).not.toContain('moodle.example');
    expect(await policy('/error/blocked', { referer: 'https://moodle.example/' })).toContain(
      "frame-ancestors 'self' https://moodle.example",
    );
    for (const url of ['/lti/search', `/lti/search?platform=${newId()}`, `/search?platform=${platformId}`])
      expect(await policy(url)).toContain("frame-ancestors 'none'");
  });
});

describe('platforms', () => {
  test('require a school for each new deployment', async () => {
    expectProblem(await come({ [claim('deployment_id')]: 'neu' }), 'unknown_deployment');
    const { platforms: all } = await admin.call(platforms.platforms);
    const one = all.find(({ id }) => id === platformId)!;
    const pending = one.deployments.find(({ deployment }) => deployment === 'neu')!;
    expect(pending).toMatchObject({ state: 'pending', school: null });
    const params = { id: platformId, deploymentId: pending.id };
    await admin.call(platforms.setDeployment, { params, body: { school_id: 'school-b' } });
    const { visit: about, ask } = await visit({ ...toMedium('zelle'), [claim('deployment_id')]: 'neu', [claim('roles')]: [TEACHER] });
    expect(about).toMatchObject({ school: 'Schule b', teaches: true });
    await admin.call(platforms.setDeployment, { params, body: { school_id: null } });
    expect((await ask(ltiVisit.medium, { params: { identifier: 'zelle' } })).status).toBe(401);
  });

  test('sort deployments by name in numeric order', async () => {
    for (const deployment of ['10', '2']) expectProblem(await come({ [claim('deployment_id')]: deployment }), 'unknown_deployment');
    const { platforms: all } = await admin.call(platforms.platforms);
    const names = all.find(({ id }) => id === platformId)!.deployments.map(({ deployment }) => deployment);
    expect(names.filter((name) => ['1', '2', '10'].includes(name))).toEqual(['1', '2', '10']);
  });

  test('register themselves once with a link', async () => {
    const { url } = await admin.call(platforms.invitePlatform, { body: { school_id: 'school-b', services: ['roster'] } });
    const invitation = new URL(url).searchParams.get('invitation')!;
    const form = { invitation, openid_configuration: `${moodle.issuer}/mod/lti/openid-configuration.php`, registration_token: 'eyJ"<b>' };
    const shown = await portal.app.inject({ url: `/lti/register?${new URLSearchParams(form)}`, headers: { 'accept-language': 'de' } });
    expect(shown.body).toContain('Schule b');
    expect(shown.body).toContain('value="eyJ&quot;&lt;b&gt;"');
    expect(moodle.registered).toEqual([]);
    const foreign = { ...form, openid_configuration: 'https://evil.example/openid-configuration.php' };
    expectProblem(await post('/lti/register', foreign), 'platform_unreachable');
    const offer = moodle.answers['/mod/lti/openid-configuration.php']!;
    for (const [right, wrong] of [
      // The first offer has a wrong issuer, and the second an unencrypted login address.
      [`"issuer":"${moodle.issuer}"`, '"issuer":"https://anderes.example"'],
      [`"authorization_endpoint":"https:`, '"authorization_endpoint":"http:'],
    ] as const) {
      moodle.answers['/mod/lti/openid-configuration.php'] = (body) => offer(body).replace(right, wrong);
      expectProblem(await post('/lti/register', form), 'bad_message');
    }
    moodle.answers['/mod/lti/openid-configuration.php'] = offer;
    expect(moodle.registered).toEqual([]);
    const done = await post('/lti/register', form);
    expect(done.body).toContain('org.imsglobal.lti.close');
    expect(moodle.registered).toEqual([
      expect.objectContaining({
        ...{
          initiate_login_uri: `${ORIGIN}/lti/login`,
          redirect_uris: [`${ORIGIN}/lti/launch`],
          scope: 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly',
        },
        'https://purl.imsglobal.org/spec/lti-tool-configuration': expect.objectContaining({
          domain: 'portal.example',
          claims: ['iss', 'sub'],
        }),
      }),
    ]);
    expectProblem(await post('/lti/register', form), 'link_used');
    const { platforms: all } = await admin.call(platforms.platforms);
    expect(all.find(({ client_id }) => client_id === 'selbst')).toMatchObject({
      services: ['roster'],
      ...{ dynamic: true, product: 'moodle', name: 'moodle.example', issuer: moodle.issuer, origins: [moodle.issuer] },
      deployments: [{ deployment: '3', school: { id: 'school-b' } }],
    });
  });
});
