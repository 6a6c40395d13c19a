/** Failures of the cluster as one kind of error, and the state they leave it in. */
import { errors } from '@opensearch-project/opensearch';
import { SearchError } from '@fundus/search/api';

/** The state of the cluster as the last request found it. */
export type ClusterState = 'ready' | 'away' | 'slow' | 'refuses' | 'read_only' | 'red';
export type Problem = { at: Date; reason: string };
export type Failure = { type?: string; reason?: string };
export type Answered = { timed_out?: boolean; _shards?: { total: number; successful: number } };

/** The index does not exist (any more). */
export class IndexGone extends SearchError {
  constructor() {
    super('unavailable', 'the search cluster has no index');
  }
}

export function makeFailures() {
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

  return {
    refusal,
    /** Returns the error for an error of the client. */
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
    /** Rejects an incomplete reply: it would show fewer records than there are. */
    requireWhole<T extends Answered>(reply: T): T {
      const { timed_out: late = false, _shards: { total, successful } = { total: 0, successful: 0 } } = reply;
      if (late) throw fail('slow', 'the search cluster did not finish a query in time');
      if (successful < total) throw fail('red', `${total - successful} of ${total} shards of the search cluster did not respond`);
      return reply;
    },
    /** Records a successful request. `read_only` ends only when a write succeeds. */
    succeed(isWrite: boolean): void {
      if (state !== 'read_only' || isWrite) [state, reason] = ['ready', null];
    },
    status: () => ({ state, reason, problem }),
  };
}
