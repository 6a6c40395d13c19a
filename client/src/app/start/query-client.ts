import { AppError } from '@fundus/contract/errors';
import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { isOffline } from '../../api/connection.ts';
import { t } from '../../i18n/translate.ts';
import { tellSearchComplete, tellSearchError } from '../../stores/search-events.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { isDeclined, requireLogin } from '../../stores/login-required.ts';

/** Seconds until a read that the portal could not answer is repeated, unless the answer names a time. */
const AGAIN_S = 15;
const MAX_AGAIN_S = 60;

const isUnavailable = (error: unknown): error is AppError => error instanceof AppError && error.code === 'unavailable';

const pauseOf = (error: AppError, usual: number): number => {
  const asked = error.details?.retry_after;
  return Math.min(typeof asked === 'number' && asked > 0 ? asked : usual, MAX_AGAIN_S) * 1000;
};

/** Repeats a read that failed while something the portal needs was away, as long as a screen shows it. */
function readAgain(error: unknown, query: Query<unknown, unknown>): void {
  if (!isUnavailable(error)) return;
  setTimeout(
    () => {
      if (query.isActive() && query.state.status === 'error' && query.state.error === error) void query.fetch().catch(() => undefined);
    },
    pauseOf(error, AGAIN_S),
  );
}

/**
 * Reads are fresh for a minute (docs/specification.md#constants) and tried again only when the portal could not answer. Requests are sent
 * whatever the browser believes about the network: what fails is shown, and `query()` waits for the connection.
 */
export function makeQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    // The session ended meanwhile: the dialog keeps the page, and what was typed in it.
    if (error instanceof AppError && error.code === 'login_required' && !isDeclined(error))
      requireLogin(location.pathname + location.search);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        onError(error);
        tellSearchError(query.queryKey, error);
        readAgain(error, query);
      },
      onSuccess: (_, { queryKey }) => tellSearchComplete(queryKey),
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Off by default with this mode: what could not be read is read once the browser is online again.
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

/** A write that got no answer and does not wait in the outbox is sent again by the user. Subscribed, and not `onError`: what the caller shows of a failure comes first. */
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
