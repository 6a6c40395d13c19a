/** Searches catalogues of libraries through SRU 1.1, such as the German National Library and K10plus. */
import { authorization, type Adapter } from './found.ts';
import { readSruReply } from './replies.ts';

/** Base URLs of catalogue pages, used for records without an address. */
const RECORD_PAGES: Record<string, string> = {
  'services.dnb.de': 'https://d-nb.info/',
  'sru.k10plus.de': 'https://opac.k10plus.de/DB=2.299/PPNSET?PPN=',
};

/** Quotes every word, so that no word is interpreted as a CQL operator. */
const toCql = (q: string): string =>
  q
    .replace(/["\\]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `"${word}"`)
    .join(' and ');

export const searchSru: Adapter = async (remote, source, { q, limit, signal }) => {
  const url = new URL(source.address);
  const parameters = {
    version: '1.1',
    operation: 'searchRetrieve',
    query: toCql(q),
    maximumRecords: String(limit),
    recordSchema: source.scope || 'dc',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const { bytes } = await remote({
    url: url.href,
    enteredBy: 'administrator',
    headers: { accept: 'application/xml, text/xml', ...authorization(source) },
    signal,
  });
  return readSruReply(bytes, limit, RECORD_PAGES[url.hostname]);
};
