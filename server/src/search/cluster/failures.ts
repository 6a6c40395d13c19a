/** Translates failures of the cluster into one kind of error, and records the resulting state of the cluster. */
import { errors } from '@opensearch-project/opensearch';
import { SearchError } from '@fundus/search/api';

/** State of the cluster according to the last request. */
export type ClusterState = 'ready' | 'away' | 'slow' | 'refuses' | 'read_only' | 'red';
export type Problem = { at: Date; reason: string };
export type Failure = { type?: string; reason?: string };
export type ClusterReply = { timed_out?: boolean; _shards?: { total: number; successful: number } };

/** Error for an index that does not exist or no longer exists. */
export class IndexGone extends SearchError {
  constructor() {
    super('unavailable', 'the search cluster has no index');
  }
}

export function makeFailures() {
  let state: ClusterState = 'ready';
  let reason: string | null = null;
  let problem: Problem | null = null;

  /** Records the new state and returns the error to throw. */
  const fail = (now: Exclude<ClusterState, 'ready'>, why: string): SearchError => {
    [state, reason, problem] = [now, why, { at: new Date(), reason: why }];
    return new SearchError(now === 'slow' ? 'timeout' : 'unavailable', why);
  };

  /** Returns the error for a reply with an error status. */
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

  return {
    refusal,
    /** Converts an error of the OpenSearch client. */
    translate(error: unknown): unknown {
      if (error instanceof errors.ResponseError) {
        const { error: failure } = error.body as { error?: Failure & { root_cause?: Failure[] } };
        const cause = failure?.root_cause?.[0] ?? failure;
        return refusal(error.statusCode, cause ?? {});
      }
      if (error instanceof errors.TimeoutError || error instanceof errors.RequestAbortedError)
        return fail('slow', 'the search cluster did not respond in time');
      if (error instanceof errors.OpenSearchClientError) return fail('away', `the search cluster cannot be reached: ${error.message}`);
      return error;
    },
    /** Throws if a reply is incomplete, because the search would show fewer records than exist. */
    requireWhole<T extends ClusterReply>(reply: T): T {
      const { timed_out: late = false, _shards: { total, successful } = { total: 0, successful: 0 } } = reply;
      if (late) throw fail('slow', 'the search cluster did not finish a query in time');
      if (successful < total) throw fail('red', `${total - successful} of ${total} shards of the search cluster did not respond`);
      return reply;
    },
    /** Records a successful request. The state `read_only` ends only after a successful write. */
    succeed(isWrite: boolean): void {
      if (state !== 'read_only' || isWrite) [state, reason] = ['ready', null];
    },
    status: () => ({ state, reason, problem }),
  };
}
