/** Words for items of a list, for paper, tables and citations. */
import type { ListItem } from '@fundus/contract/medialists/items';
import { mediaType } from '@fundus/contract/reference/media-types';
import type { loadWords } from '../../mails/index.ts';
import { clockOf } from './citations.ts';

export type Words = Awaited<ReturnType<typeof loadWords>>;

/** Returns the times of a part: `0:30–1:15`. */
export const timesOf = ({ start_s, end_s }: ListItem): string | null =>
  start_s === null || end_s === null ? null : `${clockOf(start_s)}–${clockOf(end_s)}`;

/** Returns the duration of a whole medium. */
export const lengthOf = ({ item }: ListItem): string => (item?.duration ? clockOf(item.duration) : '');

export const typeOf = (t: Words, { kind, item }: ListItem): string => (item ? mediaType(item.fn_typ).label : t(`list.kind.${kind}`));
