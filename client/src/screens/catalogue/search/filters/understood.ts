/** Filters read from a question, with their names. */
import type { FilterField, VectorReply } from '@fundus/contract/catalogue/catalogue';
import type { SearchState } from '@fundus/contract/catalogue/search-state';
import { mediaType, type MediaType } from '@fundus/contract/reference/media-types';
import { useT, type Translate } from '../../../../i18n/translate.ts';
import { useFilterLabel } from './filter-labels.ts';

export type NamedFilter = { field: FilterField; name: string };

/** Returns the filters that a reply read from the question. */
export function useUnderstood(reply: Pick<VectorReply, 'understood'> | undefined): NamedFilter[] {
  const { t } = useT();
  const understood = reply?.understood ?? [];
  const label = useFilterLabel(understood.flatMap(({ field, values }) => values.map((value) => ({ field, value }))));
  return understood.map(({ field, values }) => ({ field, name: nameOf(field, values, (value) => label(field, value), t) }));
}

/** Returns the search that does not read this filter from the question. */
export const withoutRead = (state: SearchState, field: FilterField): SearchState => ({
  ...state,
  ignore: [...(state.ignore ?? []), field],
});

/** Common names of several media types. */
const TYPE_NAMES: Partial<
  Record<
    MediaType['class'],
    'ai.type.film' | 'ai.type.audio' | 'ai.type.document' | 'ai.type.software' | 'ai.type.book' | 'ai.type.package'
  >
> = {
  video: 'ai.type.film',
  audio: 'ai.type.audio',
  document: 'ai.type.document',
  software: 'ai.type.software',
  book: 'ai.type.book',
  package: 'ai.type.package',
};

/** Returns the name of a filter: several types of a kind as one word, several grades as a range. */
function nameOf(field: FilterField, values: readonly string[], label: (value: string) => string, t: Translate): string {
  const type = TYPE_NAMES[mediaType(values[0]!).class];
  if (field === 'fn_typ' && values.length > 1 && type) return t(type);
  if (field === 'fn_adressat' && values.length > 1) return `${label(values[0]!)}–${values.at(-1)!.slice(2, -1)}`;
  return [...new Set(values.map(label))].join(', ');
}
