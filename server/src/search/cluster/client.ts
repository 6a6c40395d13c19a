/** The connection to the cluster, with one kind of error for every failure. */
import { randomUUID } from 'node:crypto';
import { Client, errors } from '@opensearch-project/opensearch';
import { SearchError } from '@fundus/search/api';

/** The path of `url` is the prefix of all index names. */
export type ClusterSettings = {
  url: string;
  user: string | undefined;
  password: string | undefined;
  /** Certificates (PEM) of the authority that signed the certificate of the cluster. */
  ca: string | undefined;
};

/** The state of the cluster as the last request found it. */
export type ClusterState = 'ready' | 'away' | 'slow' | 'refuses' | 'read_only' | 'red';
export type Problem = { at: Date; reason: string };
/** Health as the cluster reports it, and whether the index exists. */
export type ClusterStatus = {
  state: ClusterState;
  reason: string | null;
  problem: Problem | null;
  health: 'green' | 'yellow' | 'red' | null;
  built: boolean;
};

export type Dsl = Record<string, unknown>;
export type Found<Source = unknown> = { _id: string; _score: number | null; _source: Source; highlight?: Record<string, string[]> };
type Bucket = { key: string; doc_count: number };
export type Reply<Source = unknown> = {
  hits: { total?: { value: number }; hits: Found<Source>[] };
  aggregations?: Record<string, { doc_count?: number; buckets?: Bucket[] }>;
  suggest?: Record<string, { text: string; options: { text: string }[] }[]>;
};
type Answered = { timed_out?: boolean; _shards?: { total: number; successful: number } };
type Failure = { type?: string; reason?: string };

export type Cluster = ReturnType<typeof connect>;

/** Milliseconds a user waits; the built-in engine allows two seconds. */
export const PATIENCE = 1_800;
/** Milliseconds for bulk requests and for changes of indexes. */
export const SLOW = 120_000;
const REOPENING = 100;

/** The index does not exist (any more). */
export class IndexGone extends SearchError {
  constructor() {
    super('unavailable', 'the search cluster has no index');
  }
}

export function connect({ url, user, password, ca }: ClusterSettings) {
  const client = new Client({
    node: new URL(url).origin,
    ...(user && { auth: { username: user, password: password ?? '' } }),
    ...(ca && { ssl: { ca } }),
    agent: { maxSockets: 32 },
    maxRetries: 0,
    requestTimeout: PATIENCE,
  });
  // One process uses one copy of the index, so that equal scores have the same order on every page.
  const preference = randomUUID();
  let state: ClusterState = 'ready';
  let reason: string | null = null;
  let problem: Problem | null = null;

  /** Records a problem and returns the error to throw. */
  const fail = (now: Exclude<ClusterState, 'ready'>, why: string): SearchError => {
    [state, reason, problem] = [now, why, { at: new Date(), reason: why }];
    return new SearchError(now === 'slow' ? 'timeout' : 'unavailable', why);
  };

  /** Returns the error for a reply with this status. */
  const refusal = (status: number, { type = 'error', reason: why = '' }: Failure): Error => {
    if (/too_many_(nested_)?clauses/.test(`${type} ${why}`)) return new SearchError('bad_query', 'the query has too many words');
    if (type === 'index_closed_exception') return new SearchError('unavailable', 'the index is reopened for new synonyms');
    if (type === 'cluster_block_exception') return fail('read_only', why);
    if (status === 401 || status === 403) return fail('refuses', why || `the search cluster returned ${status}`);
    if (status === 404) return new IndexGone();
    const text = `the search cluster returned ${status} ${type}`;
    if (status === 429 || status >= 500) return fail(type.startsWith('search_phase') || type.includes('shard') ? 'red' : 'away', text);
    return new Error(`${text}: ${why}`);
  };

  const translate = (error: unknown): unknown => {
    if (error instanceof errors.ResponseError) {
      const { error: failure } = error.body as { error?: Failure & { root_cause?: Failure[] } };
      const cause = failure?.root_cause?.[0] ?? failure;
      return refusal(error.statusCode, cause ?? {});
    }
    if (error instanceof errors.TimeoutError || error instanceof errors.RequestAbortedError)
      return fail('slow', 'the search cluster did not respond in time');
    if (error instanceof errors.OpenSearchClientError) return fail('away', `the search cluster cannot be reached: ${error.message}`);
    return error;
  };

  /** Sends a request with the client and returns its body. `read_only` ends only when a write succeeds. */
  const send = async <T>(request: (client: Client) => PromiseLike<{ body: unknown }>, writes = false): Promise<T> => {
    try {
      const { body } = await request(client);
      if (state !== 'ready' && (state !== 'read_only' || writes)) [state, reason] = ['ready', null];
      return body as T;
    } catch (error) {
      throw translate(error);
    }
  };

  /** Rejects an incomplete reply: it would show fewer records than there are. */
  const requireWhole = <T extends Answered>(reply: T): T => {
    const { timed_out: late = false, _shards: { total, successful } = { total: 0, successful: 0 } } = reply;
    if (late) throw fail('slow', 'the search cluster did not finish a query in time');
    if (successful < total) throw fail('red', `${total - successful} of ${total} shards of the search cluster did not respond`);
    return reply;
  };

  /** Runs several searches of an index in one request. Waits while the index is reopened for new synonyms. */
  const searchAll = async <Source>(index: string, queries: readonly Dsl[], patience = PATIENCE): Promise<Reply<Source>[]> => {
    const body = queries.flatMap((query) => [
      { index, preference },
      { timeout: `${patience - 100}ms`, ...query },
    ]);
    for (const until = Date.now() + patience; ; await new Promise((passed) => setTimeout(passed, REOPENING))) {
      const { responses } = await send<{ responses: (Reply<Source> & Answered & { status?: number; error?: Failure })[] }>((to) =>
        to.msearch({ body: body as never }, { requestTimeout: patience }),
      );
      const failed = responses.find(({ error }) => error !== undefined);
      if (failed === undefined) return responses.map(requireWhole);
      if (!/^(index_closed|search_phase_execution)_exception$/.test(failed.error!.type ?? '') || Date.now() > until)
        throw refusal(failed.status ?? 500, failed.error!);
    }
  };

  return {
    fail,
    send,
    searchAll,
    /** Writes or deletes documents in bulk requests. A document that another process wrote with a later version stays. */
    async write(index: string, documents: AsyncIterable<Written> | readonly Written[], refresh = false): Promise<void> {
      let dropped: Error | undefined;
      const helper = client.helpers.bulk<Written>(
        {
          datasource: documents as Written[],
          concurrency: 2,
          // A timed flush beside a full queue would leave the helper waiting forever.
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
    status: () => ({ state, reason, problem }),
    close: () => client.close(),
  };
}

/** `body: null` deletes the document. */
export type Written = { id: string; version?: number; body: object | null };
