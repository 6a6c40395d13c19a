/** Searches OAI-PMH 2.0 repositories. The protocol has no search, so a copy of the list is cached in memory for a day and searched here. */
import { normalizeText } from '@fundus/contract/unicode';
import { runInBackground } from '../caller.ts';
import { authorization, type Adapter, type RemoteRecord, type SourceSettings } from './found.ts';
import { RemoteError, type RemoteFetch } from './remote.ts';
import { readOaiReply } from './replies.ts';

const MAX_RECORDS = 5_000;
const MAX_PAGES = 200;
const PAGE_MS = 20_000;
const KEPT_MS = 24 * 60 * 60 * 1_000;
/** Maximum number of cached copies for all sources, including addresses that were only tested. */
const MAX_COPIES = 50;

/** A record with its title and all its texts, which are normalised once instead of in each search. */
type Entry = { record: RemoteRecord; title: string; all: string };
type Copy = { at: number; list: Promise<Entry[]>; done: boolean };

const copies = new WeakMap<RemoteFetch, Map<string, Copy>>();

export const searchOai: Adapter = async (remote, source, { q, limit, signal }) => {
  const list = await inTime(copyOf(remote, source), signal);
  const words = fold(q).split(' ').filter(Boolean);
  const ranked = list.flatMap(({ record, title, all }) =>
    words.every((word) => all.includes(word)) ? [{ record, inTitle: words.filter((word) => title.includes(word)).length }] : [],
  );
  const found = ranked.sort((a, b) => b.inTitle - a.inTitle).map(({ record }) => record);
  return { total: found.length, found: found.slice(0, limit) };
};

const fold = (text: string): string =>
  normalizeText(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

const entryOf = (record: RemoteRecord): Entry => ({
  record,
  title: fold(record.title),
  all: fold(`${record.title} ${record.description} ${record.creators.join(' ')} ${record.publisher}`),
});

function copyOf(remote: RemoteFetch, source: SourceSettings): Copy {
  const those = copies.get(remote) ?? new Map<string, Copy>();
  copies.set(remote, those);
  const key = `${source.address} ${source.scope} ${source.account} ${source.key}`;
  const known = those.get(key);
  if (known && Date.now() - known.at < KEPT_MS) return known;
  const copy: Copy = { at: Date.now(), done: false, list: collect(remote, source) };
  those.delete(key);
  those.set(key, copy);
  for (const oldest of those.keys()) if (those.size > MAX_COPIES) those.delete(oldest);
  // A failed copy is removed and fetched again by the next search. It has already replaced the older copy.
  copy.list.then(
    () => (copy.done = true),
    () => those.get(key) === copy && those.delete(key),
  );
  return copy;
}

async function inTime(copy: Copy, signal: AbortSignal): Promise<Entry[]> {
  if (copy.done) return copy.list;
  const late = new Promise<never>((_, failed) =>
    signal.addEventListener('abort', () => failed(new RemoteError('collecting', 'its list is being copied')), { once: true }),
  );
  return Promise.race([copy.list, late]);
}

/** Fetches all pages of the list. */
async function collect(remote: RemoteFetch, source: SourceSettings): Promise<Entry[]> {
  const found: Entry[] = [];
  const tokens = new Set<string>();
  let token = '';
  for (let page = 0; page < MAX_PAGES && found.length < MAX_RECORDS; page++) {
    const { bytes } = await remote({
      url: pageAddress(source, token),
      enteredBy: 'administrator',
      headers: { accept: 'text/xml', ...authorization(source) },
      signal: AbortSignal.timeout(PAGE_MS),
    });
    const reply = await runInBackground(() => readOaiReply(bytes, MAX_RECORDS - found.length));
    found.push(...reply.found.map(entryOf));
    ({ token } = reply);
    if (token === '' || tokens.has(token)) break;
    tokens.add(token);
  }
  return found;
}

/** Returns the address of a page. It may contain a set, but requests with a token must not have other parameters. */
function pageAddress({ address, scope }: SourceSettings, token: string): string {
  const url = new URL(address);
  url.searchParams.set('verb', 'ListRecords');
  if (token === '') url.searchParams.set('metadataPrefix', scope || 'oai_dc');
  else {
    url.searchParams.delete('set');
    url.searchParams.set('resumptionToken', token);
  }
  return url.href;
}
