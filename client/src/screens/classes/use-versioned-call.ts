import type { Args, Endpoint, Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { useQueryClient, type MutateOptions } from '@tanstack/react-query';
import { keyOf, useCall } from '../../api/query.ts';

/** Returns a call with optimistic locking. After a version conflict the class is refetched, and the user's input is kept. */
export function useVersionedCall<E extends Endpoint>(endpoint: E, reads: { refreshes: readonly Endpoint[] }) {
  const client = useQueryClient();
  const call = useCall(endpoint, reads);
  const mutate = (args: Args<E>, { onError, ...outcome }: MutateOptions<Reply<E>, AppError, Args<E>> = {}) =>
    call.mutate(args, {
      ...outcome,
      onError: (error, ...rest) => {
        if (error.code === 'version_conflict') for (const read of reads.refreshes) void client.invalidateQueries({ queryKey: keyOf(read) });
        onError?.(error, ...rest);
      },
    });
  return { ...call, mutate };
}
