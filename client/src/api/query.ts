/** Reading and writing for screens: TanStack Query over `call`. */
import type { Args, Endpoint, Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callWith, type CallArgs } from './call.ts';
import { whenConnected } from './connection.ts';
import { useKey } from './use-key.ts';

/**
 * Options for `useQuery`, `prefetchQuery` and their like. The key is method, path and arguments. Without a connection a read stays pending, or
 * keeps the data it has, and continues as soon as the portal answers.
 */
export function query<E extends Endpoint>(endpoint: E, ...[args]: CallArgs<E>) {
  return queryOptions<Reply<E>, AppError>({
    queryKey: [endpoint.method, endpoint.path, args ?? {}],
    queryFn: ({ signal }) => whenConnected(() => callWith(endpoint, signal, args as Args<E>), signal),
  });
}

/** The key of every read of an endpoint, whatever its arguments. */
export const keyOf = (endpoint: Endpoint) => [endpoint.method, endpoint.path] as const;

/**
 * A writing call; `refreshes` names the reads that are out of date once it succeeded. Whoever called hears of the success before they are
 * read again: what they answer may take the caller off the screen, and nobody would be told. What orders or buys has a key of its own
 * for each press, so that one whose answer was lost is done once.
 */
export function useCall<E extends Endpoint>(endpoint: E, { refreshes = [] }: { refreshes?: readonly Endpoint[] } = {}) {
  const client = useQueryClient();
  const act = useKey();
  return useMutation<Reply<E>, AppError, Args<E>>({
    mutationFn: (args) => callWith(endpoint, undefined, args, endpoint.once && act.keyOf(args)),
    onSuccess: () => {
      act.renew();
      for (const read of refreshes) {
        const queryKey = keyOf(read);
        // A first read that is on its way would be waited for, and may say how it was before the change.
        const onTheirWay = client
          .getQueryCache()
          .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
        if (onTheirWay.length === 0) void client.invalidateQueries({ queryKey });
        else void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));
      }
    },
  });
}
