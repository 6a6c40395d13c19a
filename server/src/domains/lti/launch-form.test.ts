/** LTI 1.1: forms signed with a shared key, accepted only if the operator enables them (docs/behaviour/lti.md#lti-11). */
import { createHmac } from 'node:crypto';
import { medialists as lists } from '@fundus/contract/medialists/medialists';
import { ltiPlatforms as platforms } from '@fundus/contract/lti/platforms';
import { ltiVisit } from '@fundus/contract/lti/lti';
import type { Endpoint } from '@fundus/contract/endpoint';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { csrfToken } from '../../http/sessions/csrf.ts';
import { districtAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const NOW = new Date('2026-11-23T09:00:00Z');
const ORIGIN = 'https://portal.example';
const LAUNCH = `${ORIGIN}/lti/1.1/launch`;
const RETURN = 'https://alt.example/mod/lti/contentitem_return.php?course=2&sesskey=a%20b';
const portal = usePortal({ Katalog: true, Lti11: true }, { publicUrl: ORIGIN });
let admin: Caller;
let key: string;
let secret: string;
let platformId: string;
let listId: string;
let count = 0;

beforeAll(async () => {
  portal.setNow(NOW);
  await portal.store(
    { identifier: 'zelle', fn_titel: 'Die Zelle', fn_kurztext: 'Aufbau & „Kern“', fn_typ: '49' },
    { identifier: 'wasser', fn_titel: 'Wasser', fn_typ: '49' },
  );
  admin = await portal.as(districtAdmin());
  const body = { name: 'Alte Plattform', origins: ['https://alt.example/pfad'], school_id: 'school-a' };
  const made = await admin.call(platforms.addKey, { body });
  ({ secret } = made);
  ({ id: platformId, client_id: key } = made.platform);
  const anna = await portal.as(teacher({ email: 'anna@x.example' }));
  const items = [{ kind: 'medium' as const, identifier: 'wasser' }];
  listId = (await anna.call(lists.create, { body: { title: 'Biologie', visibility: 'school', items } })).id;
});
beforeEach(() => portal.setNow(NOW));

type Fields = Record<string, string>;
/** Returns the form with a signature as in RFC 5849. This implementation is independent of the portal's. */
function signed(url: string, fields: Fields, by = secret, algorithm = 'sha1'): Fields {
  const { origin, pathname, searchParams } = new URL(url);
  const quote = (text: string) =>
    [...Buffer.from(text)]
      .map((byte) =>
        /[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
      )
      .join('');
  const pairs = [...searchParams, ...Object.entries(fields)].map(([name, value]) => `${quote(name)}=${quote(value)}`).sort();
  const base = ['POST', quote(origin + pathname), quote(pairs.join('&'))].join('&');
  return {
    ...fields,
    oauth_signature: createHmac(algorithm, `${quote(by)}&`)
      .update(base)
      .digest('base64'),
  };
}
const oauth = (): Fields => ({
  ...{ oauth_version: '1.0', oauth_consumer_key: key, oauth_signature_method: 'HMAC-SHA1', oauth_callback: 'about:blank' },
  ...{ oauth_nonce: `n-${++count}`, oauth_timestamp: String(NOW.getTime() / 1_000) },
});
/** Returns the form that Moodle sends for a link. */
const opening = (more: Fields = {}): Fields => ({
  ...{ lti_version: 'LTI-1p0', lti_message_type: 'basic-lti-launch-request', resource_link_id: '7', user_id: '4', roles: 'Learner' },
  ...{ context_title: "Biologie 7a – Ärger's (neu)*!", tool_consumer_info_product_family_code: 'moodle', ext_submit: 'Drücken' },
  ...oauth(),
  ...more,
});
const choosing = (more: Fields = {}): Fields => ({
  ...{ lti_version: 'LTI-1p0', lti_message_type: 'ContentItemSelectionRequest', roles: 'urn:lti:role:ims/lis/Instructor', user_id: '3' },
  ...{
    content_item_return_url: RETURN,
    accept_media_types: 'application/vnd.ims.lti.v1.ltilink,text/html',
    accept_multiple: 'true',
    data: 'x=1',
  },
  ...oauth(),
  ...more,
});
const post = (url: string, fields: Fields | string) =>
  portal.app.inject({
    ...{
      method: 'POST',
      url: url.replace(ORIGIN, ''),
      payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    },
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site', 'accept-language': 'de' },
  });
const problemOf = ({ body, statusCode }: { body: string; statusCode: number }): string =>
  statusCode === 303 ? 'came in' : (/<code>(\w+)<\/code>/.exec(body)?.[1] ?? String(statusCode));

async function visit(url: string, fields: Fields) {
  const reply = await post(url, signed(url, fields));
  expect(problemOf(reply)).toBe('came in');
  const location = String(reply.headers.location);
  const begun = await portal.guest().call(ltiVisit.begin, { body: { code: location.split('#c=')[1]! } });
  const ask = async (endpoint: Endpoint, { params = {}, payload }: { params?: Fields; payload?: object } = {}) => {
    const answer = await portal.app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!),
      headers: {
        authorization: `Bearer ${begun.token}`,
        ...(payload && { 'x-csrf-token': csrfToken(portal.portal.secret, undefined, portal.portal.now()) }),
      },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json<Record<string, never>>() };
  };
  return { ...begun, ask, location };
}

test('opens the medium or list named in the launch', async () => {
  const about = await visit(`${LAUNCH}?medium=zelle&start=10&end=20`, opening());
  expect(about.location).toMatch(new RegExp(`^/lti/search\\?platform=${platformId}#c=`));
  expect(about.visit).toEqual({
    ...{ platform: 'Alte Plattform', school: 'Schule a', teaches: false, pick: null, course: null, connects: false },
    target: { kind: 'medium', id: 'zelle', start: 10, end: 20 },
  });
  expect((await about.ask(ltiVisit.medium, { params: { identifier: 'zelle' } })).status).toBe(200);
  expect((await about.ask(ltiVisit.medium, { params: { identifier: 'wasser' } })).status).toBe(404);
  const list = await visit(LAUNCH, opening({ custom_list: listId, roles: 'Instructor,Learner' }));
  expect(list.visit).toMatchObject({ teaches: true, target: { kind: 'list', id: listId } });
  // Assignments require LTI 1.3.
  expect((await visit(LAUNCH, opening({ custom_task: listId }))).visit.target).toBeNull();
  // Moodle repeats the query in the form and includes it in the signature once.
  const url = `${LAUNCH}?medium=zelle`;
  const repeated = signed(LAUNCH, opening({ medium: 'zelle' }));
  expect(problemOf(await post(url, repeated))).toBe('came in');
  const [framed] = [await portal.app.inject({ url: `/lti/search?platform=${platformId}` })];
  expect(String(framed.headers['content-security-policy'])).toContain("frame-ancestors 'self' https://alt.example");
});

test('returns the chosen media in a response signed with the secret', async () => {
  const { ask, visit: about } = await visit(LAUNCH, choosing());
  expect(about).toMatchObject({ teaches: true, pick: { many: true }, connects: false });
  const items = [
    { kind: 'medium', id: 'zelle' },
    { kind: 'list', id: listId },
  ];
  const { body } = await ask(ltiVisit.deepLink, { payload: { items } });
  const { return_url, fields } = body as unknown as { return_url: string; fields: Fields };
  expect(return_url).toBe(RETURN);
  const { oauth_signature, ...rest } = fields;
  expect(signed(RETURN, rest).oauth_signature).toBe(oauth_signature);
  expect(rest).toMatchObject({ lti_message_type: 'ContentItemSelection', lti_version: 'LTI-1p0', data: 'x=1', oauth_consumer_key: key });
  expect(JSON.parse(rest.content_items!)).toMatchObject({
    '@context': 'http://purl.imsglobal.org/ctx/lti/v1/ContentItem',
    '@graph': [
      { '@type': 'LtiLinkItem', title: 'Die Zelle', url: `${LAUNCH}?medium=zelle`, custom: { medium: 'zelle' } },
      { '@type': 'LtiLinkItem', title: 'Biologie', url: `${LAUNCH}?list=${listId}` },
    ],
  });
  // The choice can be submitted only once.
  expect((await ask(ltiVisit.deepLink, { payload: { items } })).status).toBe(401);
});

test('rejects a launch with any incorrect field', async () => {
  const form = signed(LAUNCH, opening());
  expect(problemOf(await post(LAUNCH, form))).toBe('came in');
  const of = (fields: Fields, by = secret) => signed(LAUNCH, fields, by);
  const without = (fields: Fields, name: string): Fields => Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));
  const cases: Record<string, [string, Fields | string, string?]> = {
    'sent again': ['nonce_used', form],
    'another key': ['unknown_platform', of(opening({ oauth_consumer_key: 'andere' }))],
    'no key': ['unknown_platform', of(without(opening(), 'oauth_consumer_key'))],
    'another secret': ['bad_signature', of(opening(), 'geheim')],
    'no secret': ['bad_signature', of(opening(), '')],
    'no signature': ['bad_signature', opening()],
    'an empty signature': ['bad_signature', { ...opening(), oauth_signature: '' }],
    'a role changed': ['bad_signature', { ...of(opening()), roles: 'Instructor' }],
    'a field more': ['bad_signature', { ...of(opening()), custom_medium: 'zelle' }],
    'another medium in the address': ['bad_signature', of(opening()), `${LAUNCH}?medium=zelle`],
    'signed for another address': ['bad_signature', signed('https://anderes.example/lti/1.1/launch', opening())],
    'plain text for a signature': ['bad_signature', { ...opening({ oauth_signature_method: 'PLAINTEXT' }), oauth_signature: `${secret}&` }],
    'an unknown method': ['bad_signature', of(opening({ oauth_signature_method: 'constructor' }))],
    'too old': ['clock_skew', of(opening({ oauth_timestamp: String(NOW.getTime() / 1_000 - 301) }))],
    'of tomorrow': ['clock_skew', of(opening({ oauth_timestamp: String(NOW.getTime() / 1_000 + 301) }))],
    'a time that is none': ['bad_message', of(opening({ oauth_timestamp: '1e9' }))],
    'no nonce': ['bad_message', of(without(opening(), 'oauth_nonce'))],
    'a field twice': ['bad_message', `${new URLSearchParams(of(opening()))}&roles=Instructor`],
    'another version': ['bad_message', of(opening({ lti_version: 'LTI-2p0' }))],
    'another kind': ['bad_message', of(opening({ lti_message_type: 'ToolProxyRegistrationRequest' }))],
    'no link': ['bad_message', of(without(opening(), 'resource_link_id'))],
    'a learner who chooses': ['not_allowed', of(choosing({ roles: 'Learner' }))],
    'a choice sent elsewhere': ['bad_message', of(choosing({ content_item_return_url: 'https://evil.example/x' }))],
    'a choice of something else': ['bad_message', of(choosing({ accept_media_types: 'image/*' }))],
  };
  for (const [what, [problem, fields, url = LAUNCH]] of Object.entries(cases))
    expect([what, problemOf(await post(url, fields))]).toEqual([what, problem]);
  // A stronger digest is accepted as well.
  expect(problemOf(await post(LAUNCH, signed(LAUNCH, opening({ oauth_signature_method: 'HMAC-SHA256' }), secret, 'sha256')))).toBe(
    'came in',
  );
});

const one = async () => (await admin.call(platforms.platforms)).platforms.find(({ id }) => id === platformId)!;
const change = async (body: object) =>
  admin.call(platforms.changePlatform, { params: { id: platformId }, body: { version: (await one()).version, ...body } });

test('lists an LTI 1.1 platform without its secret', async () => {
  expect(JSON.stringify(await admin.call(platforms.platforms))).not.toContain(secret);
  expect(await one()).toMatchObject({
    lti: '1.1',
    issuer: '',
    origins: ['https://alt.example'],
    product: 'moodle',
    deployments: [{ school: { id: 'school-a' } }],
  });
});

test('rejects LTI 1.3 settings for an LTI 1.1 platform', async () => {
  await expect(change({ services: ['grades'] })).rejects.toMatchObject({ code: 'validation_failed', field: 'services' });
  await expect(change({ client_id: 'fundus' })).rejects.toMatchObject({ code: 'validation_failed', field: 'client_id' });
  const login = new URLSearchParams({ iss: '', client_id: key, login_hint: '4', target_link_uri: `${ORIGIN}/lti/search` });
  expect(problemOf(await portal.app.inject({ url: `/lti/login?${login}` }))).toBe('bad_message');
});

test('ends running visits when a platform is disabled', async () => {
  const { ask } = await visit(`${LAUNCH}?medium=zelle`, opening());
  await change({ state: 'disabled' });
  expect((await ask(ltiVisit.medium, { params: { identifier: 'zelle' } })).status).toBe(401);
  expect(problemOf(await post(LAUNCH, signed(LAUNCH, opening())))).toBe('unknown_platform');
});

test('returns 404 for LTI 1.1 launches unless the operator enables them', async () => {
  const { config } = portal.portal;
  portal.portal.config = { ...config, Lti11: false };
  expect((await post(LAUNCH, signed(LAUNCH, opening()))).statusCode).toBe(404);
  expect((await admin.call(platforms.platforms)).values.form_url).toBeNull();
  portal.portal.config = config;
});
