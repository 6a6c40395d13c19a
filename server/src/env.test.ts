import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { legalDestinations } from '@fundus/contract/legal/destinations';
import { PORTAL_TYPES } from '@fundus/contract/portal-types';
import { expect, test } from 'vitest';
import type { EnvError } from './env.ts';
import { readEnv } from './env.ts';

const problems = (source: Record<string, string>): readonly string[] => {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    return (error as EnvError).problems;
  }
};

test('applies defaults to missing variables', () => {
  expect(readEnv({})).toMatchObject({ port: 8080, host: '127.0.0.1', demo: true, databaseUrl: undefined });
  expect(readEnv({ DATABASE_URL: 'postgres://localhost/x' }).demo).toBe(false);
  expect(readEnv({ DATABASE_URL: 'postgres://localhost/x', DEMO: 'on' }).demo).toBe(true);
});

test('enables the demo by default only if the portal is bound to localhost', () => {
  expect(readEnv({ HOST: 'localhost' }).demo).toBe(true);
  for (const seen of [{ PUBLIC_URL: 'https://medien.example' }, { HOST: '0.0.0.0' }, { HOST: '192.0.2.1' }]) {
    expect(readEnv(seen), JSON.stringify(seen)).toMatchObject({ demo: false, config: { VectorSearch: false } });
    expect(readEnv({ ...seen, DEMO: 'on' }).demo).toBe(true);
  }
});

test('enables all features except the guest search in the demo', () => {
  expect(readEnv({}).config).toMatchObject({ VectorSearch: true, GeraeteVerleih: true, SearchNotLoggedIn: false });
  expect(readEnv({ DEMO: 'off' }).config).toMatchObject({ VectorSearch: false, GeraeteVerleih: false });
});

test('rejects a content URL with a path or the host of the portal', () => {
  const PUBLIC_URL = 'https://medien.example';
  expect(problems({ CONTENT_URL: 'https://inhalte.example' })).toEqual(['CONTENT_URL: PUBLIC_URL must be set too']);
  expect(problems({ CONTENT_URL: 'https://medien.example/inhalte', PUBLIC_URL })).toEqual([
    'CONTENT_URL: must have another host than PUBLIC_URL',
    'CONTENT_URL: must have no path',
  ]);
  expect(readEnv({ CONTENT_URL: 'https://*.inhalte.example', PUBLIC_URL }).contentUrl).toBe('https://*.inhalte.example');
  expect(problems({ CONTENT_URL: 'https://*.medien.example', PUBLIC_URL: 'https://www.medien.example' })).toEqual([
    'CONTENT_URL: PUBLIC_URL must not be one of its names',
  ]);
});

test('reads identity providers from a variable or a file', () => {
  const land = { id: 'land', name: 'Landesportal', issuer: 'https://land.example', client_id: 'x', client_secret: 'y' };
  const PUBLIC_URL = 'https://medien.example';
  const file = join(mkdtempSync(join(tmpdir(), 'fundus-env-')), 'portals.json');
  writeFileSync(file, JSON.stringify([land]));
  for (const OIDC_CONFIG of [file, JSON.stringify([land])]) expect(readEnv({ OIDC_CONFIG, PUBLIC_URL }).oidc).toMatchObject([land]);
  expect(readEnv({}).oidc).toEqual([]);
  expect(problems({ OIDC_CONFIG: file })).toEqual(['OIDC_CONFIG: PUBLIC_URL must be set too']);
  expect(problems({ OIDC_CONFIG: JSON.stringify([land, land]), PUBLIC_URL })).toEqual(['OIDC_CONFIG 1.id: named twice']);
  expect(problems({ OIDC_CONFIG: '[{', PUBLIC_URL })[0]).toContain('OIDC_CONFIG');
  const idp = { id: 'verbund', name: 'Verbund', issuer: 'urn:idp', sso_url: 'https://idp.example/sso', certificates: ['MIIC'] };
  const SAML_CONFIG = JSON.stringify([idp]);
  expect(readEnv({ SAML_CONFIG, PUBLIC_URL }).saml).toMatchObject([idp]);
  expect(problems({ SAML_CONFIG })).toEqual(['SAML_CONFIG: PUBLIC_URL must be set too']);
  expect(problems({ SAML_CONFIG: JSON.stringify([{ ...idp, id: 'land' }]), OIDC_CONFIG: file, PUBLIC_URL })).toEqual([
    'SAML_CONFIG: land is named in OIDC_CONFIG too',
  ]);
  expect(problems({ SAML_CONFIG: JSON.stringify([{ ...idp, private_key: 'x' }]), PUBLIC_URL })).toEqual([
    'SAML_CONFIG 0.certificate: private_key and certificate belong together',
  ]);
  expect(problems({ SAML_CONFIG: JSON.stringify([{ ...idp, certificates: ['<x>'] }]), PUBLIC_URL })[0]).toContain('certificates');
});

test('reports all problems at once', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'fundus-env-')), 'config.json');
  writeFileSync(file, JSON.stringify({ Type: 'rlp', Typo: 1, licenceGraceDays: -1 }));
  const found = problems({ PORT: '99999', DATABASE_URL: 'mysql://x', PORTAL_CONFIG: file }).join('\n');
  for (const name of ['PORT', 'DATABASE_URL', 'PORTAL_CONFIG Type', 'Typo', 'PORTAL_CONFIG licenceGraceDays'])
    expect(found).toContain(name);
  expect(problems({ PORTAL_CONFIG: '/does/not/exist.json' })[0]).toContain('PORTAL_CONFIG');
});

const EXAMPLES = join(import.meta.dirname, '../../deploy/examples');
const example = (name: string) => readEnv({ PORTAL_CONFIG: join(EXAMPLES, `${name}.json`), DEMO: 'off' }).config;

test('validates the example configuration of each portal type', () => {
  const names = PORTAL_TYPES.map((type) => type || 'standalone');
  expect(
    readdirSync(EXAMPLES)
      .filter((name) => name.endsWith('.json'))
      .toSorted(),
  ).toEqual(names.map((name) => `${name}.json`).toSorted());
  expect(names.map((name) => example(name).Type)).toEqual([...PORTAL_TYPES]);
});

test("links to the partner's legal pages if the example configuration contains them", () => {
  const links = (name: string) => Object.fromEntries(legalDestinations(example(name)).map(({ page, href }) => [page, href]));
  expect(links('bawue')).toEqual({
    imprint: 'https://www.example.org/impressum',
    privacy: 'https://www.example.org/datenschutz',
    terms: 'https://www.example.org/nutzungsbedingungen',
    contact: 'https://www.example.org/kontakt',
    accessibility: 'https://www.example.org/barrierefreiheit',
  });
  expect(links('hueber')).toMatchObject({ imprint: 'https://www.example.org/impressum', accessibility: '/accessibility' });
  expect(links('standalone')).toMatchObject({ imprint: '/imprint', accessibility: '/imprint#accessibility' });
});

test('accepts the URL of a mail server', () => {
  expect(readEnv({ SMTP_URL: 'smtps://user:secret@mail.example:465', MAIL_FROM: 'portal@mail.example' })).toMatchObject({
    smtpUrl: 'smtps://user:secret@mail.example:465',
    mailFrom: 'portal@mail.example',
  });
  expect(problems({ SMTP_URL: 'https://mail.example', MAIL_FROM: 'kein' }).map((line) => line.split(':')[0])).toEqual([
    'SMTP_URL',
    'MAIL_FROM',
  ]);
});

test('requires keys together with a bucket', () => {
  const bucket = { S3_BUCKET: 'medien', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
  expect(readEnv(bucket).s3).toMatchObject({ bucket: 'medien', endpoint: undefined, region: 'eu-central-1', pathStyle: false, prefix: '' });
  expect(readEnv({ ...bucket, S3_ENDPOINT: 'https://s3.example', S3_PREFIX: 'portal' }).s3).toMatchObject({
    pathStyle: true,
    prefix: 'portal',
  });
  expect(readEnv({ ...bucket, S3_ENDPOINT: 'https://s3.example', S3_PATH_STYLE: 'off' }).s3).toMatchObject({ pathStyle: false });
  expect(readEnv({}).s3).toBeUndefined();
  expect(() => readEnv({ S3_BUCKET: 'medien' })).toThrow(/S3_ACCESS_KEY_ID.*\n.*S3_SECRET_ACCESS_KEY/);
  expect(() => readEnv({ S3_ENDPOINT: 'https://s3.example' })).toThrow(/S3_BUCKET/);
});

test('accepts addresses, ranges and named networks as trusted proxies', () => {
  expect(readEnv({}).trustProxy).toEqual(['loopback']);
  expect(readEnv({ TRUST_PROXY: 'loopback, 10.0.0.0/8, 2001:db8::/32, 192.0.2.1' }).trustProxy).toHaveLength(4);
  for (const TRUST_PROXY of ['everybody', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0/8'])
    expect(() => readEnv({ TRUST_PROXY }), TRUST_PROXY).toThrow('TRUST_PROXY');
});

test('accepts only host names in INTRANET_HOSTS', () => {
  expect(readEnv({ INTRANET_HOSTS: 'arix.intern, Repo.intern:8080,[::1]:80' }).intranetHosts).toEqual([
    'arix.intern',
    'repo.intern:8080',
    '[::1]:80',
  ]);
  expect(readEnv({}).intranetHosts).toEqual([]);
  for (const wrong of ['http://a', 'a/b', 'user@a', 'a b']) expect(problems({ INTRANET_HOSTS: wrong })).toHaveLength(1);
});

test('accepts only origins in FRAME_ANCESTORS', () => {
  expect(readEnv({ FRAME_ANCESTORS: 'https://land.example, https://kurse.example:8443' }).frameAncestors).toEqual([
    'https://land.example',
    'https://kurse.example:8443',
  ]);
  for (const wrong of ['land.example', 'https://a/b', '*', "'self'", 'https://a; script-src *'])
    expect(problems({ FRAME_ANCESTORS: wrong }), wrong).toHaveLength(1);
});

test('requires a complete payment account with a public URL', () => {
  const account = { STRIPE_KEY: 'sk_test_0123', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef' };
  const PUBLIC_URL = 'https://portal.example';
  expect(readEnv({ ...account, PUBLIC_URL }).stripe).toEqual({ key: account.STRIPE_KEY, webhookSecret: account.STRIPE_WEBHOOK_SECRET });
  expect(readEnv({}).stripe).toBeUndefined();
  expect(problems({ PUBLIC_URL, STRIPE_KEY: account.STRIPE_KEY })).toHaveLength(1);
  expect(problems({ PUBLIC_URL, STRIPE_WEBHOOK_SECRET: account.STRIPE_WEBHOOK_SECRET })).toHaveLength(1);
  expect(problems(account)).toHaveLength(1);
  const wrong = problems({ ...account, PUBLIC_URL, STRIPE_KEY: 'geheim-123' });
  expect(wrong.join(), 'a key is not repeated').not.toContain('geheim');
});
