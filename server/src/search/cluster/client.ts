/** Connection to the cluster, which throws the same kind of error for every failure. */
import { randomUUID } from 'node:crypto';
import { Client } from '@opensearch-project/opensearch';
import { makeFailures, type ClusterReply, type ClusterState, type Failure, type Problem } from './failures.ts';

/** Settings of the cluster. The path of `url` is the prefix of all index names. */
export type ClusterSettings = {
  url: string;
  user: string | undefined;
  password: string | undefined;
  /** PEM certificates of the authority that signed the cluster's certificate. */
  ca: string | undefined;
};

/** Health reported by the cluster, and whether the index exists. */
export type ClusterStatus = {
  state: ClusterState;
  reason: string | null;
  problem: Problem | null;
  health: 'green' | 'yellow' | 'red' | null;
  built: boolean;
};

export type Dsl = Record<string, unknown>;
export type ClusterHit<Source = unknown> = { _id: string; _score: number | null; _source: Source; highlight?: Record<string, string[]> };
type Bucket = { key: string; doc_count: number };
export type Reply<Source = unknown> = {
  hits: { total?: { value: number }; hits: ClusterHit<Source>[] };
  aggregations?: Record<string, { doc_count?: number; buckets?: Bucket[] }>;
  suggest?: Record<string, { text: string; options: { text: string }[] }[]>;
};

export type Cluster = ReturnType<typeof connect>;

/** Timeout of searches in milliseconds. The built-in engine allows two seconds. */
export const PATIENCE = 1_800;
/** Timeout in milliseconds for bulk requests and for changes to indexes. */
export const SLOW = 120_000;
const REOPENING = 100;

export function connect({ url, user, password, ca }: ClusterSettings) {
  const client = new Client({
    node: new URL(url).origin,
    ...(user && { auth: { username: user, password: password ?? '' } }),
    ...(ca && { ssl: { ca } }),
    agent: { maxSockets: 32 },
    maxRetries: 0,
    requestTimeout: PATIENCE,
  });
  // Each process always uses the same copy of the index, so that records with equal scores have the same order on every page.
  const preference = randomUUID();
  const { refusal, translate, requireWhole, succeed, status } = makeFailures();

  /** Sends a request with the client and returns the body of the reply. */
  const send = async <T>(request: (client: Client) => PromiseLike<{ body: unknown }>, writes = false): Promise<T> => {
    try {
      const { body } = await request(client);
      succeed(writes);
      return body as T;
    } catch (error) {
      throw translate(error);
    }
  };

  /** Runs several searches of an index in one request. Waits while the index is closed to change its synonyms. */
  const searchAll = async <Source>(index: string, queries: readonly Dsl[], patience = PATIENCE): Promise<Reply<Source>[]> => {
    const body = queries.flatMap((query) => [
      { index, preference },
      { timeout: `${patience - 100}ms`, ...query },
    ]);
    for (const until = Date.now() + patience; ; await new Promise((passed) => setTimeout(passed, REOPENING))) {
      const { responses } = await send<{ responses: (Reply<Source> & ClusterReply & { status?: number; error?: Failure })[] }>((to) =>
        to.msearch({ body: body as never }, { requestTimeout: patience }),
      );
      const failed = responses.find(({ error }) => error !== undefined);
      if (failed === undefined) return responses.map(requireWhole);
      if (!/^(index_closed|search_phase_execution)_exception$/.test(failed.error!.type ?? '') || Date.now() > until)
        throw refusal(failed.status ?? 500, failed.error!);
    }
  };

  return {
    send,
    searchAll,
    /** Writes or deletes documents with bulk requests. Documents that another process wrote with a later version are kept. */
    async write(index: string, documents: AsyncIterable<Written> | readonly Written[], refresh = false): Promise<void> {
      let dropped: Error | undefined;
      const helper = client.helpers.bulk<Written>(
        {
          datasource: documents as Written[],
          concurrency: 2,
          // Timed flushes are disabled, because the helper would wait forever if one occurs while its queue is full.
          flushInterval: 1e9,
          retries: 4,
          wait: 500,
          onDocument: ({ id, version, body }) => {
            const action = { _index: index, _id: id, ...(version && { version, version_type: 'external_gte' }) };
            return body === null ? { delete: action } : ([{ index: action }, body] as never);
          },
          onDrop({ status, error }) {
            if (status !== 404 && status !== 409) dropped ??= refusal(status, (error ?? {}) as Failure);
          },
        },
        { requestTimeout: SLOW },
      );
      await send(async () => {
        const body = await helper;
        if (dropped) throw dropped;
        return { body };
      }, true);
      if (refresh) await send((to) => to.indices.refresh({ index }, { requestTimeout: SLOW }));
    },
    status,
    close: () => client.close(),
  };
}

/** A document to write, or to delete if `body` is `null`. */
export type Written = { id: string; version?: number; body: object | null };
