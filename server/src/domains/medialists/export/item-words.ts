/** Texts that describe the items of a list in PDF files, tables and citations. */
import type { ListItem } from '@fundus/contract/medialists/items';
import { typeNameIn } from '@fundus/contract/reference/english-names';
import type { loadWords } from '../../mails/index.ts';
import { clockOf } from './citations.ts';

export type Words = Awaited<ReturnType<typeof loadWords>>;

/** Returns start and end of a part, for example `0:30–1:15`, or `null` for a whole medium. */
export const timesOf = ({ start_s, end_s }: ListItem): string | null =>
  start_s === null || end_s === null ? null : `${clockOf(start_s)}–${clockOf(end_s)}`;

/** Returns the duration of the whole medium, or an empty string if it is unknown. */
export const lengthOf = ({ item }: ListItem): string => (item?.duration ? clockOf(item.duration) : '');

/** Returns the media type of an item, or its kind if it is not a medium. */
export const typeOf = ({ t, lang }: { t: Words; lang: string }, { kind, item }: ListItem): string =>
  item ? typeNameIn(lang, item.fn_typ) : t(`list.kind.${kind}`);
