/**
 * Command `saml read-metadata`: prints an entry for `SAML_CONFIG` from the metadata of an identity provider
 * (docs/operate/sign-on.md#saml-20). Stores nothing.
 */
import { readFile } from 'node:fs/promises';
import { XmlProblem } from '@fundus/importer/xml/xml-problem';
import { OperatorError } from '../operator-error.ts';
import { makeRemote } from '../remote/remote.ts';
import { readMetadata } from '../saml/read-metadata.ts';

/** Maximum size in bytes. Federations publish the metadata of all their members in one document. */
const MAX_BYTES = 64 * 1024 * 1024;
const TIMEOUT = 60_000;

async function fetchFrom(url: string): Promise<string> {
  // The operator may name any host, including a host in the internal network.
  const remote = makeRemote({ intranet: [new URL(url).host], name: 'Fundus' });
  const { bytes } = await remote({ url, enteredBy: 'administrator', signal: AbortSignal.timeout(TIMEOUT), maxBytes: MAX_BYTES });
  return bytes.toString('utf8');
}

export async function printMetadata(source: string, entity: string | undefined, now: Date): Promise<string> {
  const xml = /^https?:\/\//.test(source) ? await fetchFrom(source) : await readFile(source, 'utf8');
  try {
    const { entry, name, validUntil, fingerprints } = readMetadata(xml, now, entity);
    const whole = { id: '', name, ...entry, logout: entry.slo_url !== undefined };
    return [
      JSON.stringify(whole, null, 2),
      '',
      ...fingerprints.map((each) => `SHA-256 ${each}`),
      'Compare these with what the provider has published: metadata are believed as they are.',
      ...(validUntil === undefined ? [] : [`The metadata are good until ${validUntil}.`]),
    ].join('\n');
  } catch (error) {
    if (error instanceof XmlProblem) throw new OperatorError(`no metadata: ${error.message}`);
    throw error;
  }
}
