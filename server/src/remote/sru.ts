/** SRU 1.1: catalogues of libraries, such as those of the German National Library and K10plus. */
import { readDublinCore } from '@fundus/importer/foreign/dublin-core';
import { readMarc } from '@fundus/importer/foreign/marcxml';
import { childrenOf, elementsAt, findElement, textAt } from '@fundus/importer/xml/elements';
import type { XmlElement } from '@fundus/importer/xml/read-xml';
import { authorization, fromRecord, readXmlReply, tidy, type Adapter, type Rough } from './found.ts';
import { RemoteError } from './remote.ts';

/** Where a catalogue shows a record that has no address of its own, by its number. */
const RECORD_PAGES: Record<string, string> = {
  'services.dnb.de': 'https://d-nb.info/',
  'sru.k10plus.de': 'https://opac.k10plus.de/DB=2.299/PPNSET?PPN=',
};

/** Every word quoted, so that no word of the question is a word of the query language. */
const toCql = (q: string): string =>
  q
    .replace(/["\\]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `"${word}"`)
    .join(' and ');

export const searchSru: Adapter = async (remote, source, { q, limit, signal }) => {
  const url = new URL(source.address);
  const asked = {
    version: '1.1',
    operation: 'searchRetrieve',
    query: toCql(q),
    maximumRecords: String(limit),
    recordSchema: source.scope || 'dc',
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const { bytes } = await remote({
    url: url.href,
    enteredBy: 'administrator',
    headers: { accept: 'application/xml, text/xml', ...authorization(source) },
    signal,
  });
  const reply = readXmlReply(bytes, 'searchRetrieveResponse');
  const refusal = elementsAt(reply, 'diagnostics', 'diagnostic')[0];
  if (refusal) throw new RemoteError('bad_reply', `SRU: ${textAt(refusal, 'message').slice(0, 200)}`);
  const page = RECORD_PAGES[url.hostname];
  const found = elementsAt(reply, 'records', 'record', 'recordData').flatMap((data) => readData(data, page) ?? []);
  return { total: Number.parseInt(textAt(reply, 'numberOfRecords'), 10) || found.length, found: tidy(found, limit) };
};

/** A record in one of the two formats libraries answer in. */
function readData(data: XmlElement, page: string | undefined): Rough | null {
  const [root] = childrenOf(data);
  const dublinCore = root && findElement(root, 'dc');
  const marc = root && findElement(root, 'record');
  const record = marc ? readMarc(marc) : dublinCore ? readDublinCore(dublinCore) : null;
  if (record === null) return null;
  return {
    ...fromRecord(record),
    address: record.address ?? (page && record.identifier ? page + encodeURIComponent(record.identifier) : null),
  };
}
