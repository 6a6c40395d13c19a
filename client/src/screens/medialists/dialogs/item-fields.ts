/** Form values of a list item. */
import type { ItemKind } from '@fundus/contract/medialists/rules';
import type { ListItem } from '@fundus/contract/medialists/items';
import { formatDuration } from '../../../i18n/format.ts';

export type ItemValues = {
  title: string;
  url: string;
  body: string;
  start: string;
  end: string;
  note_teacher: string;
  note_learner: string;
};

export const itemValuesOf = ({ title, url, body, start_s, end_s, note_teacher, note_learner }: ListItem): ItemValues => ({
  ...{ title, body, note_teacher, note_learner },
  url: url ?? '',
  start: start_s === null ? '' : formatDuration(start_s),
  end: end_s === null ? '' : formatDuration(end_s),
});

/** Fields of each kind of item, in addition to the notes. */
export const FIELDS_OF: Partial<Record<ItemKind, readonly ('title' | 'url' | 'body' | 'times')[]>> = {
  sequence: ['title', 'times'],
  external: ['url', 'title'],
  heading: ['title'],
  text: ['body'],
};
