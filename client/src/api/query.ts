/** Reads and writes of screens, built on TanStack Query and `call`. */
import { accounts, type User } from '@fundus/contract/accounts/accounts';
import { acceptsIdempotencyKey, type Args, type Endpoint, type Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { callWith, type CallArgs } from './call.ts';
import { retryUntilConnected } from './connection.ts';
import { sendWhenConnected } from './outbox.ts';
import { sendAuthenticated } from './session-end.ts';
import { createUuid, useIdempotencyKey } from './use-key.ts';

/**
 * Returns the options of `useQuery`, `prefetchQuery` and similar functions. The key consists of method, path and arguments. Without a connection a
 * read stays pending or keeps its old data, and continues as soon as the portal responds.
 */
export function query<E extends Endpoint>(endpoint: E, ...[args]: CallArgs<E>) {
  return queryOptions<Reply<E>, AppError>({
    queryKey: [endpoint.method, endpoint.path, args ?? {}],
    queryFn: ({ signal }) => retryUntilConnected(() => callWith(endpoint, signal, args as Args<E>), signal),
  });
}

/** Returns the key prefix that all reads of an endpoint share. */
export const keyOf = (endpoint: Endpoint) => [endpoint.method, endpoint.path] as const;

/**
 * Returns a mutation for a writing endpoint. `refreshes` names the reads to invalidate on success. The caller's callbacks run before these reads are
 * refetched, because a refetch may unmount the caller. Without a connection the write of a signed-in user waits in the outbox; after the session has
 * ended it waits for a new sign-in. An idempotency key makes the retry safe.
 */
export function useCall<E extends Endpoint>(endpoint: E, { refreshes = [] }: { refreshes?: readonly Endpoint[] } = {}) {
  const client = useQueryClient();
  const act = useIdempotencyKey();
  return useMutation<Reply<E>, AppError, Args<E>>({
    mutationFn: (args) => {
      const key = acceptsIdempotencyKey(endpoint) ? (endpoint.once ? act.keyOf(args) : createUuid()) : undefined;
      const send = () => callWith(endpoint, undefined, args, key);
      return mayRetry(endpoint, client) ? sendWhenConnected(() => sendAuthenticated(send)) : send();
    },
    onSuccess: () => {
      act.renew();
      void refetch(client, refreshes);
    },
  });
}

/** Invalidates reads. Resolves when the visible ones are refetched. */
export async function refetch(client: QueryClient, reads: readonly Endpoint[]): Promise<void> {
  await Promise.all(
    reads.map(async (read) => {
      const queryKey = keyOf(read);
      // `invalidateQueries` does not restart a first read in flight, which may return the state before the change.
      const first = client
        .getQueryCache()
        .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
      if (first.length > 0) await client.cancelQueries({ queryKey });
      await client.invalidateQueries({ queryKey });
    }),
  );
}

/**
 * Returns whether a write may be retried automatically. The server stores no idempotency keys for guests and learner codes, so their POST calls are
 * excluded.
 */
function mayRetry(endpoint: Endpoint, client: QueryClient): boolean {
  const user = client.getQueryData<User | false>(query(accounts.userinfo).queryKey);
  return Boolean(user) && acceptsIdempotencyKey(endpoint) && !(user && user.by_code && endpoint.method === 'POST');
}
