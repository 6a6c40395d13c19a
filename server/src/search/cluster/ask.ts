/** Questions to the records of the cluster, one or several in one request. What the cluster refuses is said in the engine's words. */
import { SearchError } from '@fundus/search/api';
import { ClusterError, type Client } from './client.ts';
import type { stored } from './documents.ts';
import type { Store } from './store.ts';

export type Found = { _id: string; _score: number | null; _source: Parameters<typeof stored>[0] };
export type Reply = {
  hits: { total?: { value: number }; hits: Found[] };
  aggregations?: Record<string, { buckets: { key: string; doc_count: number }[] }>;
} & Wholeness;

type Part = Reply & { status?: number; error?: { type: string; reason?: string } };

/** What a reply says of itself. */
export type Wholeness = { timed_out?: boolean; _shards?: { total: number; successful: number } };

/** The cluster ends what takes longer, before nobody waits for it any more. */
const MAX = '1700ms';

/** Refuses what the cluster gave before it had looked everywhere: it would be fewer records than there are, and no word of it. */
export function requireWhole<T extends Wholeness>(client: Client, reply: T): T {
  const { timed_out: hasty = false, _shards: { total, successful } = { total: 0, successful: 0 } } = reply;
  if (hasty) throw client.fail('slow', 'the search cluster did not finish a question in time');
  if (successful < total) throw client.fail('red', `${total - successful} of ${total} shards of the search cluster did not answer`);
  return reply;
}

/** Several questions in one request; all are answered whole, or none. */
export async function askTogether<T = Reply>(client: Client, questions: readonly { index: object; body: object }[]): Promise<T[]> {
  const lines = questions.map(({ index, body }) => `${JSON.stringify(index)}\n${JSON.stringify({ timeout: MAX, ...body })}\n`);
  const { responses } = await client.ask<{ responses: Part[] }>('POST', '/_msearch', lines.join(''));
  for (const { error, status = 500 } of responses) if (error !== undefined) throw client.refusal(status, error);
  return responses.map((reply) => requireWhole(client, reply) as T);
}

export function makeAsk(client: Client, store: Store) {
  const asking = async <T>(send: () => Promise<T>): Promise<T> => {
    if (!store.there()) throw new SearchError('unavailable', client.state().reason ?? 'the search index is being built');
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      if (error.status !== 404) throw error;
      store.forget();
      throw new SearchError('unavailable', 'the index is gone from the search cluster');
    }
  };
  return {
    ask: (body: object): Promise<Reply> =>
      asking(async () => requireWhole(client, await client.ask<Reply>('POST', `/${store.names.media}/_search`, { timeout: MAX, ...body }))),
    async askAll(bodies: readonly object[]): Promise<Reply[]> {
      if (bodies.length === 0) return [];
      return asking(() =>
        askTogether(
          client,
          bodies.map((body) => ({ index: { index: store.names.media }, body })),
        ),
      );
    },
  };
}
