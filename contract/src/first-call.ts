/** First API call of a screen, which the page preloads before scripts run (docs/decisions/0099-own-router-and-message-formatter.md). */
import { catalogue, type SearchScope } from './catalogue/catalogue.ts';
import { readSearch, resultPage } from './catalogue/search-state.ts';
import type { FrontendConfig } from './config.ts';
import { address, type Endpoint, type RequestArgs } from './endpoint.ts';
import type { RouteMatch, ScreenName } from './screens.ts';

/** Endpoint and URL, exactly as the client requests them. `medium` is set if the call requests a medium. */
type FirstCall = { endpoint: Endpoint; address: string; medium: { scope: SearchScope; identifier: string } | null };

/** First call of each screen, depending on path parameters and query. Screens that start with more than one call are not listed. */
const FIRST: {
  [N in ScreenName]?: (params: Record<string, string>, search: string, config: FrontendConfig) => [Endpoint, RequestArgs] | null;
} = {
  search: (_, search, config) =>
    // All other tabs query external sources.
    new URLSearchParams(search).has('tab') ? null : [catalogue.search, results('search', search, config)],
  csearch: (_, search, config) => [catalogue.catalogueSearch, results('catalogue', search, config)],
  media: ({ id }) => [catalogue.detail, medium(id)],
  'search-media-detail': ({ mediaId }) => [catalogue.detail, medium(mediaId)],
  'library-media-detail': ({ mediaId }) => [catalogue.detail, medium(mediaId)],
  'csearch-media-detail': ({ mediaId }) => [catalogue.catalogueDetail, medium(mediaId)],
};

const results = (scope: SearchScope, search: string, config: FrontendConfig): RequestArgs => ({
  query: resultPage(scope, readSearch(search, config), 0),
});
const medium = (identifier: string | undefined): RequestArgs => ({ params: { identifier } });

export function firstCall({ name, params }: RouteMatch, search: string, config: FrontendConfig): FirstCall | null {
  const found = FIRST[name]?.(params, search, config);
  if (!found) return null;
  const [endpoint, args] = found;
  const identifier = args.params?.identifier;
  const scope: SearchScope | null = endpoint === catalogue.detail ? 'search' : endpoint === catalogue.catalogueDetail ? 'catalogue' : null;
  const medium = scope && identifier !== undefined ? { scope, identifier: String(identifier) } : null;
  return { endpoint, address: address(...found), medium };
}
