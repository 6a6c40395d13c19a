/** Filter that was found in a question, with its name. */
import type { FilterField, VectorReply } from '@fundus/contract/catalogue/catalogue';
import type { SearchState } from '@fundus/contract/catalogue/search-state';
import { mediaType, type MediaType } from '@fundus/contract/reference/media-types';
import { useT, type Translate } from '../../../../i18n/translate.ts';
import { useFilterLabel } from './filter-labels.ts';

export type NamedFilter = { field: FilterField; name: string };

/** Returns the filters that the server found in the question. */
export function useRecognisedFilters(reply: Pick<VectorReply, 'understood'> | undefined): NamedFilter[] {
  const { t } = useT();
  const understood = reply?.understood ?? [];
  const label = useFilterLabel(understood.flatMap(({ field, values }) => values.map((value) => ({ field, value }))));
  return understood.map(({ field, values }) => ({ field, name: nameOf(field, values, (value) => label(field, value), t) }));
}

/** Returns the search state in which a filter found in the question is ignored. */
export const ignoreReadFilter = (state: SearchState, field: FilterField): SearchState => ({
  ...state,
  ignore: [...(state.ignore ?? []), field],
});

/** Names that several media types of a class share. */
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

/** Returns the name of a filter. Several types of the same class become one word, and several grades a range. */
function nameOf(field: FilterField, values: readonly string[], label: (value: string) => string, t: Translate): string {
  const type = TYPE_NAMES[mediaType(values[0]!).class];
  if (field === 'fn_typ' && values.length > 1 && type) return t(type);
  if (field === 'fn_adressat' && values.length > 1) return `${label(values[0]!)}–${values.at(-1)!.slice(2, -1)}`;
  return [...new Set(values.map(label))].join(', ');
}
