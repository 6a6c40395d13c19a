/** Document events for completed and failed searches (docs/specification.md#search-screen). */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { externalSources } from '@fundus/contract/external-sources/external-sources';
import type { AppError } from '@fundus/contract/errors';

export const SEARCH_ERROR = 'search-error';
export const SEARCH_COMPLETE = 'search-complete';

export const SEARCHES: readonly unknown[] = [
  ...[catalogue.search, catalogue.catalogueSearch, catalogue.vectorSearch].map(({ path }) => path),
  externalSources.remoteSearch.path,
];

/** Returns the path of a search query, or `null` for any other query. */
const searchOf = (queryKey: readonly unknown[]): string | null => (SEARCHES.includes(queryKey[1]) ? String(queryKey[1]) : null);

/** Dispatches an event for a failed search. `detail` contains the path and the error code. */
export function emitSearchError(queryKey: readonly unknown[], error: AppError | Error): void {
  const path = searchOf(queryKey);
  if (path) document.dispatchEvent(new CustomEvent(SEARCH_ERROR, { detail: { path, code: 'code' in error ? error.code : 'internal' } }));
}

/** Dispatches an event for a completed search. */
export function emitSearchComplete(queryKey: readonly unknown[]): void {
  const path = searchOf(queryKey);
  if (path) document.dispatchEvent(new CustomEvent(SEARCH_COMPLETE, { detail: { path } }));
}
