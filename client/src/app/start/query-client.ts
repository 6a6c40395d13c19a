import { AppError } from '@fundus/contract/errors';
import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { isOffline } from '../../api/connection.ts';
import { t } from '../../i18n/translate.ts';
import { emitSearchComplete, emitSearchError } from '../../stores/search-events.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { isSignInDeclined, requireLogin } from '../../stores/login-required.ts';

/** Seconds until a read that failed as unavailable is retried, unless the response contains a delay. */
const AGAIN_S = 15;
const MAX_AGAIN_S = 60;

const isUnavailable = (error: unknown): error is AppError => error instanceof AppError && error.code === 'unavailable';

const pauseOf = (error: AppError, usual: number): number => {
  const asked = error.details?.retry_after;
  return Math.min(typeof asked === 'number' && asked > 0 ? asked : usual, MAX_AGAIN_S) * 1000;
};

/** Retries a read that failed because a dependency was unavailable, as long as a screen uses it. */
function retryWhileShown(error: unknown, query: Query<unknown, unknown>): void {
  if (!isUnavailable(error)) return;
  setTimeout(
    () => {
      if (query.isActive() && query.state.status === 'error' && query.state.error === error) void query.fetch().catch(() => undefined);
    },
    pauseOf(error, AGAIN_S),
  );
}

/**
 * Returns the query client. Reads stay fresh for a minute (docs/specification.md#constants) and are retried only if the portal was unavailable.
 * Requests ignore the online state of the browser: errors are shown, and `query()` waits for the connection.
 */
export function makeQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    // The session has expired. A dialog asks the user to sign in, and the page keeps its input.
    if (error instanceof AppError && error.code === 'login_required' && !isSignInDeclined(error))
      requireLogin(location.pathname + location.search);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        onError(error);
        emitSearchError(query.queryKey, error);
        retryWhileShown(error, query);
      },
      onSuccess: (_, { queryKey }) => emitSearchComplete(queryKey),
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Refetches failed reads once the browser is online again. This option is off by default in this network mode.
        refetchOnReconnect: true,
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 1 && isUnavailable(error),
        retryDelay: (_, error) => (isUnavailable(error) ? pauseOf(error, 1) : 1000),
      },
      mutations: { networkMode: 'always' },
    },
  });
  offerUnsent(client);
  return client;
}

/**
 * Offers to retry a write that got no response and does not wait in the outbox. Subscribes to the cache instead of using `onError`, so that the
 * caller's message appears first.
 */
function offerUnsent(client: QueryClient): void {
  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isOffline(event.action.error)) return;
    const { mutation } = event;
    showSnackbar({
      text: t('app.notSaved'),
      type: 'error',
      lasting: true,
      action: { label: t('app.again'), run: () => void mutation.execute(mutation.state.variables).catch(() => undefined) },
    });
  });
}
