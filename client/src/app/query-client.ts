import { AppError } from '@fundus/contract/errors';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { requireLogin } from '../stores/login-required.ts';
import { tellSearchComplete, tellSearchError } from '../stores/search-events.ts';

/** Reads are fresh for a minute (docs/specification.md#constants) and tried again once, but only when the portal did not answer. */
export function makeQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    // The session ended meanwhile: the dialog keeps the page, and what was typed in it.
    if (error instanceof AppError && error.code === 'login_required') requireLogin(location.pathname + location.search);
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        onError(error);
        tellSearchError(queryKey, error);
      },
      onSuccess: (_, { queryKey }) => tellSearchComplete(queryKey),
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 1 && error instanceof AppError && error.code === 'unavailable',
      },
    },
  });
}
