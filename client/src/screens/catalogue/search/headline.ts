import type { SearchState } from '@fundus/contract/catalogue/search-state';
import type { Translate } from '../../../i18n/translate.ts';

type Found = { total: number; partialTotal: number };

/**
 * Returns the heading of the results with total and query, such as "128 Medien zu „Vulkane“", or with the producer
 * (docs/specification.md#search-screen). `found` is `null` while the total is unknown.
 */
export function headline(state: SearchState, found: Found | null, t: Translate): string {
  const { q, filters } = state;
  const [producer, ...more] = filters.fn_prodname;
  const about = q ? 'words' : producer && more.length === 0 ? 'producer' : 'plain';
  const values = { q, producer: producer ?? '' };
  if (!found) return t(`search.looking.${about}`, values);
  if (found.total === 0) return t(found.partialTotal > 0 && q ? 'search.headline.related' : `search.headline.none.${about}`, values);
  const kind = state.c === 'all' ? 'media' : state.c;
  return t(`search.headline.${kind}.${about}`, { ...values, count: found.total });
}
