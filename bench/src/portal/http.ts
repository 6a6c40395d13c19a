/** Measures search requests over a kept-alive connection, as a browser sends them. */
import { Agent, get } from 'node:http';
import { catalogue, FACETS, joinFilter } from '@fundus/contract/catalogue/catalogue';
import { generatedQueries, randomFrom } from '../measure/records.ts';
import { percentile, type Table } from '../measure/table.ts';

/** Sends a request. Resolves with its time in milliseconds; rejects for any status other than 200. */
export function timeRequest(url: string, agent: Agent): Promise<number> {
  const start = performance.now();
  return new Promise((done, fail) => {
    get(url, { agent }, (reply) => {
      if (reply.statusCode !== 200) fail(new Error(`${reply.statusCode} for ${url}`));
      reply.on('data', () => undefined);
      reply.on('end', () => done(performance.now() - start));
    }).on('error', fail);
  });
}

/** Requests each address once, `width` at a time. Returns the times in milliseconds. */
async function times(addresses: readonly string[], width: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: width });
  const waiting = [...addresses];
  const found: number[] = [];
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) found.push(await timeRequest(next, agent));
  };
  await Promise.all(Array.from({ length: width }, worker));
  agent.destroy();
  return found;
}

/** Measures search, filters, facets and suggestions of a running portal that has imported generated records. */
export async function httpBench(url: string, records: number): Promise<Table> {
  const queries = generatedQueries(400);
  const random = randomFrom(3);
  const grade = () => joinFilter('fn_adressat', [`A(${1 + Math.floor(random() * 13)})`]);
  const subject = () => joinFilter('fn_geb', [['080', '120', '380', '240', '460'][Math.floor(random() * 5)] as string]);
  const address = (path: string, query: Record<string, string>) => `${url}${path}?${new URLSearchParams(query)}`;
  const kinds: Record<string, string[]> = {
    search: queries.map((q) => address(catalogue.search.path, { q })),
    'search, two filters': queries.map((q) => address(catalogue.search.path, { q, filter_fn_geb: subject(), filter_fn_adressat: grade() })),
    'search, everything': queries.slice(0, 100).map(() => address(catalogue.search.path, { q: '', filter_fn_geb: subject() })),
    'distinct, one field': queries.map((q, i) => address(catalogue.distinct.path, { q, f: FACETS[i % FACETS.length] as string })),
    'distinct, everything': queries
      .slice(0, 100)
      .map((_, i) => address(catalogue.distinct.path, { f: FACETS[i % FACETS.length] as string })),
    suggest: queries.map((q) => address(catalogue.suggest.path, { q: q.slice(0, 2 + Math.floor(random() * 5)) })),
  };
  await times(
    Object.values(kinds).flatMap((list) => list.slice(0, 50)),
    2,
  );
  const rows: (string | number)[][] = [];
  for (const [kind, addresses] of Object.entries(kinds)) {
    const alone = await times(addresses, 1);
    const start = performance.now();
    const together = await times(addresses, 8);
    const seconds = (performance.now() - start) / 1000;
    rows.push([
      kind,
      percentile(alone, 0.5),
      percentile(alone, 0.95),
      percentile(together, 0.5),
      percentile(together, 0.95),
      Math.round(addresses.length / seconds),
    ]);
  }
  return {
    name: `http-${records}`,
    title: `Search over HTTP with ${records.toLocaleString('en')} records, ms`,
    head: ['call', 'p50', 'p95', 'p50, 8 at once', 'p95, 8 at once', 'per second'],
    rows,
    notes: [
      'Goal: p95 ≤ 15 ms at 100,000 records. Client and server share the machine; 400 generated queries of five forms, after a warm-up.',
    ],
  };
}
