import { useT } from '../../../i18n/translate.ts';
import { mediaLanguageName, nameOfCode } from '../../../i18n/reference-names.ts';
import { callQuery, resultPage, type SearchState } from '@fundus/contract/catalogue/search-state';
import type { FacetField, MediaItem, SearchReply } from '@fundus/contract/catalogue/catalogue';
import type { AppError } from '@fundus/contract/errors';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { callWith } from '../../../api/call.ts';
import { keyOf, query } from '../../../api/query.ts';
import { SCOPE_CALLS, type ResultScope } from '../../../components/search/search-scope.ts';

/** Returns the results, which are loaded page by page. Old results stay visible while new ones are loading. */
export function useResults(scope: ResultScope, state: SearchState) {
  const endpoint = SCOPE_CALLS[scope].search;
  const words = callQuery(scope, state);
  const results = useInfiniteQuery<SearchReply, AppError>({
    queryKey: [...keyOf(endpoint), { ...words, pages: true }],
    queryFn: ({ pageParam, signal }) => callWith(endpoint, signal, { query: resultPage(scope, state, pageParam as number) as never }),
    initialPageParam: 0,
    getNextPageParam: ({ total, partialTotal, offset, limit }) => (offset + limit < total + partialTotal ? offset + limit : undefined),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = results;
  // Deferred, because rendering cards is slow and phones must stay responsive.
  const shown = useDeferredValue(useMemo(() => ({ data, isPlaceholderData }), [data, isPlaceholderData]));
  const first = shown.data?.pages[0];
  return {
    ...results,
    ...shown,
    total: first?.total ?? 0,
    partialTotal: first?.partialTotal ?? 0,
    corrected: first?.corrected,
    fallbacks: first?.fallbacks,
    items: unique(shown.data?.pages.flatMap((page) => page.items) ?? []),
  };
}

/** Removes duplicates, which occur if a record moved from one page to another between two requests. */
function unique(items: readonly MediaItem[]): MediaItem[] {
  return [...new Map(items.map((item) => [item.identifier, item])).values()];
}

/** Returns the values of a filter among the results that the search would have without that filter. */
export function useFacet(scope: ResultScope, field: FacetField, state: SearchState, enabled: boolean) {
  const { t, locale } = useT();
  // The sort order and the class do not affect the values.
  const { sort: _sort, grade: _grade, needs: _needs, ...words } = callQuery(scope, state);
  return useQuery({
    ...query(SCOPE_CALLS[scope].distinct, { query: { ...words, f: field } }),
    enabled,
    placeholderData: keepPreviousData,
    select: ({ f, values }) => ({
      f,
      values: values.map((one) => ({
        ...one,
        label: f === 'fn_sprache' ? mediaLanguageName(one.value, t, locale) : nameOfCode(one.value, one.label),
      })),
    }),
  });
}

/** Returns a query that requests only the number of results. */
export const countQuery = (scope: ResultScope, state: SearchState) =>
  query(SCOPE_CALLS[scope].search, { query: { ...callQuery(scope, state), limit: 1 } as never });
