import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SamlProvider } from '@fundus/contract/accounts/saml-settings';
import { expect, test } from 'vitest';
import { printMetadata } from '../control/saml-metadata.ts';
import { readMetadata } from './read-metadata.ts';

const NOW = new Date('2026-11-23T09:00:00Z');
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const key = (use: string, letters: string): string =>
  `<md:KeyDescriptor${use && ` use="${use}"`}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n  ${letters}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const idp = (id: string, inside: string, more = ''): string =>
  `<md:EntityDescriptor entityID="${id}"${more}><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${inside}</md:IDPSSODescriptor></md:EntityDescriptor>`;
const at = (name: string, binding: string, address: string): string => `<md:${name} Binding="${binding}" Location="${address}"/>`;
const whole = (inside: string): string =>
  `<?xml version="1.0"?><!-- ours --><md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${inside}</md:EntitiesDescriptor>`;

const GOOD = idp(
  'https://idp.example/metadata',
  `<md:Extensions><mdui:UIInfo xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui"><mdui:DisplayName xml:lang="de">Schulverbund</mdui:DisplayName></mdui:UIInfo></md:Extensions>` +
    key('signing', 'QUJD') +
    key('', 'REVG') +
    key('encryption', 'R0hJ') +
    at('SingleLogoutService', POST, 'https://idp.example/slo-post') +
    at('SingleLogoutService', REDIRECT, 'https://idp.example/slo') +
    at('SingleSignOnService', POST, 'https://idp.example/sso-post') +
    at('SingleSignOnService', REDIRECT, 'https://idp.example/sso'),
);
const SERVICE = '<md:EntityDescriptor entityID="https://dienst.example"><md:SPSSODescriptor/></md:EntityDescriptor>';
const OTHER = idp('https://anderer.example', key('', 'QUJD') + at('SingleSignOnService', REDIRECT, 'https://anderer.example/sso'));

test('reads a provider from its own metadata or from federation metadata', async () => {
  const { entry, name, fingerprints } = readMetadata(whole(SERVICE + GOOD), NOW);
  expect(entry).toEqual({
    issuer: 'https://idp.example/metadata',
    sso_url: 'https://idp.example/sso',
    slo_url: 'https://idp.example/slo',
    certificates: ['QUJD', 'REVG'],
  });
  expect([name, fingerprints.length, fingerprints[0]]).toEqual([
    'Schulverbund',
    2,
    expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
  ]);
  const groups = whole(`<md:EntitiesDescriptor>${GOOD}</md:EntitiesDescriptor>${OTHER}`);
  expect(readMetadata(groups, NOW, 'https://anderer.example').entry).toMatchObject({ sso_url: 'https://anderer.example/sso' });
  // The entry is valid once the operator has added the remaining fields.
  expect(SamlProvider.safeParse({ ...entry, id: 'verbund', name }).success).toBe(true);
  const file = join(await mkdtemp(join(tmpdir(), 'metadata-')), 'idp.xml');
  writeFileSync(file, whole(GOOD));
  expect(await printMetadata(file, undefined, NOW)).toContain('"issuer": "https://idp.example/metadata"');
  writeFileSync(file, 'Guten Tag');
  await expect(printMetadata(file, undefined, NOW)).rejects.toThrow('no metadata');
});

test('reports missing elements in metadata', () => {
  const wrong: Record<string, [string, string?]> = {
    'no identity provider (IDPSSODescriptor)': [whole(SERVICE)],
    'name one of 2 by --entity': [whole(GOOD + OTHER)],
    'name one of 1 by --entity': [whole(GOOD), 'https://niemand.example'],
    'validUntil is 2026-11-22': [whole(GOOD.replace('entityID=', 'validUntil="2026-11-22T00:00:00Z" entityID='))],
    'no SingleSignOnService': [
      whole(idp('https://x.example', key('signing', 'QUJD') + at('SingleSignOnService', POST, 'https://x.example'))),
    ],
    'no certificate': [
      whole(idp('https://x.example', key('encryption', 'QUJD') + at('SingleSignOnService', REDIRECT, 'https://x.example'))),
    ],
  };
  for (const [words, [xml, entity]] of Object.entries(wrong)) expect(() => readMetadata(xml, NOW, entity), words).toThrow(words);
  expect(() => readMetadata('<!DOCTYPE x [<!ENTITY a "b">]><x/>', NOW)).toThrow();
});
