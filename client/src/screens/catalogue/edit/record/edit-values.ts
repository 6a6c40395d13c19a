/** What stands in the fields while a medium is edited, and what is sent of it. Pure. */
import type { EditMedium, EditRecord } from '@fundus/contract/catalogue/edit';
import { formatDuration } from '../../../../i18n/format.ts';
import { chapterRows, readChapters, type ChapterProblems, type ChapterRow } from './chapters.ts';
import { emptyRecord } from './empty-record.ts';
import { readTime } from './read-time.ts';

/** What may be missing is typed as a text. */
type Typed = { [F in keyof EditRecord]: null extends EditRecord[F] ? F : never }[keyof EditRecord];

/** The record as its fields have it: what may be missing is an empty text. */
export type EditValues = Omit<EditRecord, Typed | 'sequences'> &
  Record<Typed, string> & {
    sequences: ChapterRow[];
    /** Of a new one. */
    identifier: string;
  };

export function valuesOf(medium: Pick<EditMedium, 'record'> | null, today: string): EditValues {
  const record = medium?.record ?? emptyRecord(today);
  return {
    ...record,
    fn_nr: record.fn_nr ?? '',
    year: record.year === null ? '' : String(record.year),
    duration: record.duration === null ? '' : formatDuration(record.duration),
    url: record.url ?? '',
    isbn: record.isbn ?? '',
    ean: record.ean ?? '',
    doi: record.doi ?? '',
    rights_note: record.rights_note ?? '',
    set_of: record.set_of ?? '',
    sequences: chapterRows(record.sequences),
    identifier: '',
  };
}

type Read = {
  record: EditRecord;
  /** Field → broken rule. */
  problems: Record<string, string>;
  inChapters: ChapterProblems;
};

/** What would be sent, and what is wrong with it before it is. */
export function readValues({ identifier: _, ...values }: EditValues): Read {
  const { sequences, problems: inChapters } = readChapters(values.sequences);
  const year = /^\d+$/.test(values.year.trim()) ? Number(values.year) : null;
  const duration = values.duration.trim() ? readTime(values.duration) : null;
  return {
    record: {
      ...values,
      fn_nr: values.fn_nr || null,
      year,
      duration: duration === null ? null : Math.round(duration),
      url: values.url || null,
      isbn: values.isbn.trim() || null,
      ean: values.ean.trim() || null,
      doi: values.doi.trim() || null,
      rights_note: values.rights_note || null,
      set_of: values.set_of.trim() || null,
      sequences,
    },
    problems: {
      ...(!values.fn_titel.trim() && { fn_titel: 'required' }),
      ...(values.year.trim() && year === null && { year: 'year' }),
      ...(values.duration.trim() && duration === null && { duration: 'duration' }),
      ...(inChapters.size > 0 && { sequences: 'chapters' }),
    },
    inChapters,
  };
}
