/** Texts and target searches of fallbacks. */
import type { SearchState } from '@fundus/contract/catalogue/search-state';
import type { Fallback, FilterField } from '@fundus/contract/catalogue/catalogue';
import { useT } from '../../../../i18n/translate.ts';
import { nameOfCode } from '../../../../i18n/reference-names.ts';
import { useFilterLabel } from './filter-labels.ts';
import { chosenFilters, NO_FILTERS, withFilter } from '../search-state.ts';

/** Maximum number of filter values that a text names. */
const NAMED = 2;

/** Returns the filter that a fallback removes. */
const fieldOf = (without: NonNullable<Fallback['without']>) => without.field.replace(/^filter_/, '') as FilterField;

/** Returns the search state after applying a fallback. */
export function applyFallback(state: SearchState, fallback: Omit<Fallback, 'count'>): SearchState {
  const q = fallback.q ?? state.q;
  if (fallback.without) return withFilter(state, fieldOf(fallback.without), []);
  if (fallback.kind === 'allTypes') return { ...state, c: 'all' };
  if (fallback.kind === 'spelling' || fallback.kind === 'words') return { ...state, q };
  const filters = fallback.subject ? { ...NO_FILTERS, fn_geb: [fallback.subject.code] } : NO_FILTERS;
  return { ...state, q, filters };
}

/** Returns a function that describes a fallback as text. */
export function useFallbackText(state: SearchState): (fallback: Omit<Fallback, 'count'>) => string {
  const { t } = useT();
  const label = useFilterLabel(chosenFilters(state));
  const nameOf = (without: NonNullable<Fallback['without']>) => {
    const names = without.values.map((value) => label(fieldOf(without), value.replace(/\*$/, '')));
    return names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ' …' : '');
  };
  const TEXTS: Record<Fallback['kind'], (fallback: Omit<Fallback, 'count'>) => string> = {
    spelling: ({ q = '' }) => t('search.none.corrected', { q }),
    withoutOne: ({ without }) => t('search.none.withoutOne', { name: without ? nameOf(without) : '' }),
    withoutFilters: () => t('search.none.withoutFilters'),
    allTypes: () => t('search.none.allTypes'),
    words: ({ q = '' }) => t('search.none.words', { q }),
    oneWord: ({ q = '' }) => t('search.none.oneWord', { word: q }),
    subject: ({ subject }) => t('search.none.subject', { subject: subject ? nameOfCode(subject.code, subject.label) : '' }),
  };
  return (fallback) => TEXTS[fallback.kind](fallback);
}
