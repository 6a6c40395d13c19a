/** Form values of a record and their conversion to the request body. Pure. */
import type { EditMedium, EditRecord } from '@fundus/contract/catalogue/edit';
import { formatDuration } from '../../../../i18n/format.ts';
import { chapterRows, readChapters, type ChapterProblems, type ChapterRow } from './chapters.ts';
import { emptyRecord } from './empty-record.ts';
import { parseTimecode } from './read-time.ts';

/** Names of the optional fields, which are text in the form. */
type Typed = { [F in keyof EditRecord]: null extends EditRecord[F] ? F : never }[keyof EditRecord];

/** A record as form values. Missing optional values are empty texts. */
export type EditValues = Omit<EditRecord, Typed | 'sequences'> &
  Record<Typed, string> & {
    sequences: ChapterRow[];
    /** Identifier that the user enters for a new medium. */
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
  /** Broken rules by field. */
  problems: Record<string, string>;
  inChapters: ChapterProblems;
};

/** Returns the request body and the errors in it. */
export function readValues({ identifier: _, ...values }: EditValues): Read {
  const { sequences, problems: inChapters } = readChapters(values.sequences);
  const year = /^\d+$/.test(values.year.trim()) ? Number(values.year) : null;
  const duration = values.duration.trim() ? parseTimecode(values.duration) : null;
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
