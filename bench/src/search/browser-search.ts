/**
 * Measures searches as a teacher's browser sends them: with cookies, compressed replies, and 24 cards with highlights. Compares with OpenSearch if a
 * node is given. BENCH_RECORDS names a JSON Lines file of records; otherwise records are generated.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@fundus/contract/demo';
import { fillPath } from '@fundus/contract/endpoint';
import { startPortal, type Portal } from '@fundus/e2e/portal';
import { describeLoad, runPortalCommand, writeRecords } from '../measure/commands.ts';
import { searchOpenSearch, fillOpenSearch, type SearchDocument, type OpenSearchPage } from './opensearch.ts';
import { randomFrom } from '../measure/records.ts';
import { storeTable, percentile } from '../measure/table.ts';

const GENERATED = 30_000;
const QUERIES = 300;
const ROUNDS = 3;
const GOAL = { p50: 2, p95: 5, bytes: 8_192, share: 0.4, suggest: 1 };

type Asked = { ms: number; bytes: number };
type Kind = { name: string; times: number[]; bytes: number[]; cpu: number; ask: (i: number) => Promise<Asked> };

/** Request headers of a browser. */
const BROWSER = {
  accept: 'application/json',
  'accept-language': 'de-DE,de;q=0.9,en;q=0.8',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
};
const PACKED = 'gzip, deflate, br, zstd';

async function signIn(url: string): Promise<string> {
  const first = await fetch(`${url}/api/v1/user/userinfo`);
  await first.arrayBuffer();
  const headers = { 'content-type': 'application/json', 'x-csrf-token': first.headers.get('x-csrf-token') ?? '' };
  const login = DEMO_ACCOUNTS.find(({ kind }) => kind === 'teacher')!.login;
  const reply = await fetch(`${url}/api/v1/user/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ login, password: DEMO_PASSWORD }),
  });
  if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`);
  return reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

/** Sends a request over a kept-alive connection; resolves when the last byte has arrived. */
function fetchFromPortal(agent: Agent, url: string, path: string, cookie: string, encodings: string): Promise<Asked> {
  const start = performance.now();
  return new Promise((done, fail) => {
    request(url + path, { agent, headers: { ...BROWSER, cookie, 'accept-encoding': encodings } }, (reply) => {
      let bytes = 0;
      reply.on('data', (part: Buffer) => (bytes += part.length));
      reply.on('end', () => {
        if (reply.statusCode === 200) done({ ms: performance.now() - start, bytes });
        else fail(new Error(`${reply.statusCode} for ${path}`));
      });
    })
      .on('error', fail)
      .end();
  });
}

/** Returns the CPU time in milliseconds that a process has used so far. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Maximum CPU time in milliseconds per second at which a portal counts as idle. */
const RESTING = 50;
const SECONDS_OF_REST = 5;

/**
 * Waits until the background work after an import is finished: merging segments, training the meaning model and rendering cards. Each publication of
 * the index invalidates its caches and would distort the times.
 */
async function waitForRest(pid: number): Promise<void> {
  for (let seconds = 0; seconds < SECONDS_OF_REST;) {
    const before = cpuOf(pid);
    await pause(1_000);
    seconds = cpuOf(pid) - before > RESTING ? 0 : seconds + 1;
  }
}

/** A line of the record file, in the portal's format or with the fields of another data set. */
type Line = { [field: string]: unknown; identifier?: string; id?: string };

function describe(file: string): SearchDocument[] {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .map((line) => ({
      id: text(line.identifier ?? line.id),
      title: text(line.fn_titel ?? line.title),
      keywords: list(line.fn_schlag ?? line.keywords),
      subjects: list(line.subjects),
      text: [line.fn_kurztext, line.fn_text, line.description].map(text).join(' '),
    }));
}

/** Returns a function that returns a new query on each call: alternately one random word and the first two words of a title. */
function wordsOf(records: readonly SearchDocument[], random: () => number): () => string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const taken = new Set<string>();
  return () => {
    for (;;) {
      const one = taken.size % 2 === 0;
      const words = pick(records).title.match(/\p{L}{4,}/gu) ?? [];
      const q = one ? pick(words.length > 0 ? words : ['']) : words.slice(0, 2).join(' ');
      if (q === '' || taken.has(q) || (!one && words.length < 2)) continue;
      taken.add(q);
      return q;
    }
  };
}

function portalKinds(
  portal: Portal,
  cookie: string,
  words: readonly string[],
  newWords: () => string,
  records: readonly SearchDocument[],
  random: () => number,
): Kind[] {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string, encodings = PACKED) => fetchFromPortal(agent, portal.url, path, cookie, encodings);
  const search = (q: string, offset = 0) => `${catalogue.search.path}?${new URLSearchParams({ q, limit: '24', offset: String(offset) })}`;
  const begun = words.map((word) => word.slice(0, 2 + Math.floor(random() * 5)));
  const plain = records.filter(({ id }) => /^[\w.-]+$/.test(id));
  const media = words.map(() => plain[Math.floor(random() * plain.length)]!.id);
  const kinds: Record<string, Kind['ask']> = {
    'search, zstd': (i) => ask(search(words[i]!)),
    'search, br': (i) => ask(search(words[i]!), 'gzip, deflate, br'),
    'first search for a query, zstd': () => ask(search(newWords())),
    'search, gzip': (i) => ask(search(words[i]!), 'gzip'),
    'search, not packed': (i) => ask(search(words[i]!), 'identity'),
    'search without words, zstd': (i) => ask(search('', 24 * (i % 40))),
    'suggestions as one types': (i) => ask(`${catalogue.suggest.path}?${new URLSearchParams({ q: begun[i]! })}`),
    'a medium': (i) => ask(fillPath(catalogue.detail.path, { identifier: media[i]! })),
    'media like it': (i) => ask(fillPath(catalogue.similar.path, { identifier: media[i]! })),
    'home: popular now': () => ask(catalogue.trending.path),
    'home: classes': () => ask('/api/v1/classes'),
    'home: news': () => ask('/api/v1/news'),
  };
  return Object.entries(kinds).map(([name, each]) => ({ name, times: [], bytes: [], cpu: 0, ask: each }));
}

function openSearchKinds(url: string, words: readonly string[]): Kind[] {
  const kind = (name: string, page: OpenSearchPage): Kind => ({
    name,
    times: [],
    bytes: [],
    cpu: 0,
    ask: (i) => searchOpenSearch(url, words[i]!, page),
  });
  return [
    kind('OpenSearch, with partial matches, marks', { marks: true, goesOn: true }),
    kind('OpenSearch, all words alone, marks', { marks: true, goesOn: false }),
    kind('OpenSearch, all words alone', { marks: false, goesOn: false }),
  ];
}

const row = ({ name, times, bytes, cpu }: Kind): (string | number)[] => [
  name,
  percentile(times, 0.5),
  percentile(times, 0.95),
  Math.round(percentile(bytes, 0.5)),
  cpu === 0 ? '' : cpu / times.length,
];

/** Measures the searches of a browser. `openSearchUrl` is a node whose data may be overwritten. */
export async function browserSearchBench(openSearchUrl: string | undefined): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fundus-bench-'));
  const dataDir = join(folder, 'data');
  const real = process.env.BENCH_RECORDS;
  const file = real ?? join(folder, 'records.jsonl');
  try {
    if (!real) await writeRecords(file, GENERATED);
    const records = describe(file);
    const portal = await startPortal({ dataDir });
    try {
      await runPortalCommand(dataDir, ['import', 'jsonl', file]);
      const filled = openSearchUrl && (await fillOpenSearch(openSearchUrl, records));
      await waitForRest(portal.pid);
      const random = randomFrom(5);
      const newWords = wordsOf(records, random);
      const words = Array.from({ length: QUERIES }, newWords);
      const ours = portalKinds(portal, await signIn(portal.url), words, newWords, records, random);
      const others = openSearchUrl ? openSearchKinds(openSearchUrl, words) : [];
      const load = describeLoad();
      // Warm-up.
      for (let i = 0; i < QUERIES; i++) for (const kind of [...ours, ...others]) await kind.ask(i);
      // Alternates between all kinds, so that other load on the machine affects them equally.
      for (let round = 0; round < ROUNDS; round++)
        for (let from = 0; from < QUERIES; from += 10)
          for (const kind of [...ours, ...others]) {
            const before = cpuOf(portal.pid);
            for (let i = from; i < from + 10; i++) {
              const { ms, bytes } = await kind.ask(i);
              kind.times.push(ms);
              kind.bytes.push(bytes);
            }
            if (ours.includes(kind)) kind.cpu += cpuOf(portal.pid) - before;
          }
      const search = ours[0]!;
      const some = (name: string, even: boolean): Kind => ({
        ...search,
        name,
        times: search.times.filter((_, i) => (i % 2 === 0) === even),
        bytes: search.bytes.filter((_, i) => (i % 2 === 0) === even),
        cpu: 0,
      });
      const share = (own: Kind, other: Kind): string =>
        [0.5, 0.95].map((at) => (percentile(own.times, at) / percentile(other.times, at)).toFixed(2)).join(' (p95: ') + ')';
      const beside = (own: Kind): string =>
        `${share(own, others[0]!)} of its time if its list includes partial matches as ours does, ${share(own, others[1]!)} if it only has records with all words`;
      storeTable({
        name: real ? 'browser-search-real' : 'browser-search',
        title: `Search as a browser sends it, ${records.length.toLocaleString('en')} ${real ? 'real' : 'generated'} records, ms`,
        head: ['request', 'p50', 'p95', 'bytes sent, p50', 'processor'],
        rows: [search, some('of one word', true), some('of two words', false), ...ours.slice(1), ...others].map(row),
        notes: [
          `Goals: a compressed search p50 ≤ ${GOAL.p50} ms, p95 ≤ ${GOAL.p95} ms, ≤ ${GOAL.bytes.toLocaleString('en')} bytes; suggestions p50 ≤ ${GOAL.suggest} ms; at most ${GOAL.share} of OpenSearch's time with highlights.`,
          others.length === 0
            ? 'Without OpenSearch for comparison.'
            : `In comparison with OpenSearch 2.19, which returns a page of 24 sources with highlights, a search takes ${beside(search)}; the first search for a query ${beside(ours.find(({ name }) => name.startsWith('first search'))!)}. OpenSearch was filled in ${(filled as number).toFixed(0)} s.`,
          'The portal caches search results until its index changes, and each of the 300 queries was sent before. The measurement starts when the portal is idle: the meaning model is trained and the card cache is full.',
          'Compares a complete reply of the portal (session, licences, permissions to play, save or wish, bookmarks, cards with highlights, compressed) with the uncompressed reply of OpenSearch alone, whose sources are the searched texts; a portal in front of it would add its own work. Neither counts facets. OpenSearch does not cache results with hits; both cache filters and use the file cache of the system.',
          `${QUERIES} queries of one and two words from titles, ${ROUNDS} times in sequence, all kinds alternating in one run. A teacher of the demo school, embedded database. Processor time is that of the whole portal in ms per request; client, portal and OpenSearch share the machine. ${load}`,
        ],
      });
    } finally {
      await portal.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
