/**
 * Checks that each caller of `remote` declares who entered the address. Only administrators and operators may enter hosts of the operator's own
 * network.
 */
import { generateKeyPairSync } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkLink } from './domains/link-checks/check-link.ts';
import { makePlatformKeys } from './lti/platform-keys.ts';
import { readOffer, registerAt } from './lti/registration.ts';
import { requestAccessToken } from './lti/services.ts';
import { ADAPTERS } from './remote/adapters.ts';
import { openArix } from './remote/arix.ts';
import { makeRemote, RemoteError, type RemoteFetch, type RemoteRequest } from './remote/remote.ts';

const soon = () => AbortSignal.timeout(60_000);

/** Returns an HTTP client that replies with JSON and records the requests. */
function recording(answer: unknown = {}): { remote: RemoteFetch; asked: RemoteRequest[] } {
  const asked: RemoteRequest[] = [];
  const remote: RemoteFetch = async (request) => {
    asked.push(request);
    return { type: 'application/json', bytes: Buffer.from(JSON.stringify(answer)) };
  };
  return { remote, asked };
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const key = { kid: 'k', pem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) };
const source = { address: 'https://quelle.intern/', scope: '', account: '', key: '' };
const tool = {
  ...{ name: 'Fundus', description: '', tool_url: 'https://p.example/lti', login_url: 'https://p.example/l' },
  ...{ redirect_url: 'https://p.example/r', jwks_url: 'https://p.example/j', icon_url: 'https://p.example/i' },
};
const offer = { issuer: '', auth_url: '', token_url: '', jwks_url: '', product: '', registration_url: 'https://lms.intern/register' };

/** Returns a function that calls a service of a platform whose token URL is `https://lms.intern/token`. */
const service = (url: string) => async (remote: RemoteFetch) => {
  const as = await requestAccessToken(remote, { client_id: 'c', token_url: 'https://lms.intern/token' }, key, ['s'], new Date());
  await as({ url });
};

const CALLERS: [caller: string, who: 'administrator' | 'stranger', call: (remote: RemoteFetch) => Promise<unknown>][] = [
  ...Object.entries(ADAPTERS).map(([kind, search]): (typeof CALLERS)[number] => [
    `search of an external source (${kind})`,
    'administrator',
    (remote) => search(remote, source, { q: 'Moor', limit: 5, signal: soon() }),
  ]),
  ['opening a work of an external source', 'administrator', (remote) => openArix(remote, source, '1', soon())],
  ['keys of a learning platform', 'administrator', (remote) => makePlatformKeys(remote).find('https://lms.intern/jwks', 'k', new Date())],
  ['configuration a registering platform names', 'stranger', (remote) => readOffer(remote, 'https://lms.intern/configuration')],
  ['registration address in that configuration', 'stranger', (remote) => registerAt(remote, offer, '', tool, [])],
  ['grades at the origin of the platform', 'administrator', service('https://lms.intern/lineitems')],
  ['grades at another origin', 'stranger', service('https://other.intern/lineitems')],
  ['grades at another port of the platform', 'stranger', service('https://lms.intern:8443/lineitems')],
  ['link of a medium', 'stranger', (remote) => checkLink(remote, 'https://wiki.intern/')],
];

test.each(CALLERS)('marks the request of %s as entered by: %s', async (_, who, call) => {
  const { remote, asked } = recording({ access_token: 't' });
  await call(remote).catch(() => undefined);
  expect(asked.at(-1)?.enteredBy).toBe(who);
});

describe('hosts of INTRANET_HOSTS', () => {
  const remote = makeRemote({ intranet: ['127.0.0.1:9'], name: 'Fundus' });
  test.each([
    ['administrator', 'unreachable'],
    ['stranger', 'address'],
  ] as const)('are requested or rejected if entered by an %s: %s', async (enteredBy, code) => {
    const error = await remote({ url: 'http://127.0.0.1:9/', enteredBy, signal: soon() }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ code });
  });
});

test('limits addresses entered by administrators to the listed files', () => {
  const folder = import.meta.dirname;
  const files = globSync('**/*.ts', { cwd: folder }).filter(
    (file) => !file.endsWith('.test.ts') && /enteredBy: 'administrator'/.test(readFileSync(join(folder, file), 'utf8')),
  );
  expect(files.map((file) => file.replaceAll('\\', '/')).toSorted()).toEqual([
    'control/saml-metadata.ts',
    'domains/accounts/people-lists/fetch-list.ts',
    'domains/accounts/providers/sign-on.ts',
    'domains/imports/harvest-pages.ts',
    'domains/licences/packages/policies.ts',
    'lti/platform-keys.ts',
    'lti/services.ts',
    'payment/stripe-client.ts',
    'remote/arix.ts',
    'remote/found.ts',
    'remote/oai-pmh.ts',
    'remote/sru.ts',
  ]);
});
