/** Client of an OpenSearch node that stores the portal's records with the German analyser and filters hits by visibility. */
import { Agent, request } from 'node:http';

/** Searched fields of a record, for comparison engines. */
export type SearchDocument = { id: string; title: string; keywords: readonly string[]; subjects: readonly string[]; text: string };

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const BATCH = 2_000;
const TOP = 24;

/** Sends a request. Resolves with the answer and the milliseconds until its last byte. */
function send(url: string, method: string, body: string, type = 'application/json'): Promise<{ ms: number; bytes: number; text: string }> {
  const start = performance.now();
  return new Promise((done, fail) => {
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) };
    request(url, { method, agent, headers }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () => {
        const ms = performance.now() - start;
        const whole = Buffer.concat(parts);
        if ((reply.statusCode ?? 500) >= 300) fail(new Error(`${reply.statusCode} of OpenSearch: ${whole.toString().slice(0, 300)}`));
        else done({ ms, bytes: whole.length, text: whole.toString() });
      });
    })
      .on('error', fail)
      .end(body);
  });
}

/** Fills the index `bench`. Returns the duration in seconds. */
export async function fillOpenSearch(url: string, records: readonly SearchDocument[]): Promise<number> {
  const start = performance.now();
  const text = { type: 'text', analyzer: 'german' };
  const mappings = { properties: { title: text, keywords: text, subjects: text, text, visible: { type: 'keyword' } } };
  await send(`${url}/bench`, 'PUT', JSON.stringify({ settings: { number_of_shards: 1, number_of_replicas: 0 }, mappings }));
  for (let from = 0; from < records.length; from += BATCH) {
    const lines = records
      .slice(from, from + BATCH)
      .flatMap(({ id, ...source }) => [{ index: { _id: id } }, { ...source, visible: ['free'] }].map((line) => JSON.stringify(line)));
    await send(`${url}/bench/_bulk`, 'POST', `${lines.join('\n')}\n`, 'application/x-ndjson');
  }
  await send(`${url}/bench/_refresh`, 'POST', '');
  await send(`${url}/bench/_forcemerge?max_num_segments=1`, 'POST', '');
  return (performance.now() - start) / 1_000;
}

export type OpenSearchPage = {
  /** True to highlight matches in titles and texts. */
  marks: boolean;
  /** True to list records that match only some words after those that match all, as the portal does. */
  goesOn: boolean;
};

/** Requests a page of hits with their source documents. */
export function searchOpenSearch(url: string, q: string, { marks, goesOn }: OpenSearchPage): Promise<{ ms: number; bytes: number }> {
  const fields = ['title^8', 'keywords^4', 'subjects^3', 'text'];
  const all = { multi_match: { query: q, type: 'cross_fields', operator: 'and', fields } };
  const some = { multi_match: { query: q, type: 'cross_fields', operator: 'or', fields } };
  const first = { constant_score: { filter: all, boost: 1_000 } };
  const words = !q ? { match_all: {} } : goesOn ? { bool: { must: some, should: first } } : all;
  const body = {
    size: TOP,
    // Limits the total count, because the portal also counts only the records that match all words.
    track_total_hits: goesOn ? 1_000 : true,
    query: { bool: { must: words, filter: { term: { visible: 'free' } } } },
    ...(marks && { highlight: { fields: { title: { number_of_fragments: 0 }, text: { number_of_fragments: 1 } } } }),
  };
  return send(`${url}/bench/_search`, 'POST', JSON.stringify(body));
}
