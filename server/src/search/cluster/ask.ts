/** Questions to the records of the cluster, one or several in one request. What the cluster refuses is said in the engine's words. */
import { SearchError } from '@fundus/search/api';
import { ClusterError, type Client } from './client.ts';
import type { stored } from './documents.ts';
import type { Store } from './store.ts';

export type Found = { _id: string; _score: number | null; _source: Parameters<typeof stored>[0] };
export type Reply = {
  hits: { total?: { value: number }; hits: Found[] };
  aggregations?: Record<string, { buckets: { key: string; doc_count: number }[] }>;
};

type Failure = { status?: number; error?: { type: string } };

/** The cluster ends what takes longer, before nobody waits for it any more. */
const LONGEST = '1700ms';

export function makeAsk(client: Client, store: Store) {
  const asking = async <T>(send: () => Promise<T>): Promise<T> => {
    if (!store.there()) throw new SearchError('unavailable', client.state().reason ?? 'the search index is being built');
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      if (error.message.includes('too_many')) throw new SearchError('timeout', 'the query has too many words');
      if (error.status !== 404) throw error;
      store.forget();
      throw new SearchError('unavailable', 'the index is gone from the search cluster');
    }
  };
  return {
    ask: (body: object): Promise<Reply> =>
      asking(() => client.ask<Reply>('POST', `/${store.names.media}/_search`, { timeout: LONGEST, ...body })),
    async askAll(bodies: readonly object[]): Promise<Reply[]> {
      if (bodies.length === 0) return [];
      const lines = bodies.map((body) => `{"index":"${store.names.media}"}\n${JSON.stringify({ timeout: LONGEST, ...body })}\n`);
      return asking(async () => {
        const { responses } = await client.ask<{ responses: (Reply & Failure)[] }>('POST', '/_msearch', lines.join(''));
        const failed = responses.find(({ error }) => error !== undefined);
        if (failed !== undefined) throw new ClusterError(failed.status!, failed.error!.type, JSON.stringify(failed.error));
        return responses;
      });
    },
  };
}
