/** Form values of chapters. Pure. */
import type { EditRecord } from '@fundus/contract/catalogue/edit';
import { formatDuration } from '../../../../i18n/format.ts';
import { parseTimecode } from './read-time.ts';

export type ChapterRow = { key: number; start: string; end: string; title: string };

export const chapterRows = (sequences: EditRecord['sequences']): ChapterRow[] =>
  sequences.map(({ start_s, end_s, title }, key) => ({ key, start: formatDuration(start_s), end: formatDuration(end_s), title }));

/** Errors by the key of their row. */
export type ChapterProblems = ReadonlyMap<number, 'start' | 'end' | 'before' | 'title' | 'refused'>;

/** Returns whether any field of a row is filled in. */
export const isFilled = (row: ChapterRow): boolean => [row.start, row.end, row.title].some((text) => text.trim() !== '');

/** Returns the filled-in chapters and their errors: an invalid time, an end before the start (`before`), or a missing title. */
export function readChapters(rows: readonly ChapterRow[]): { sequences: EditRecord['sequences']; problems: ChapterProblems } {
  const problems = new Map<number, 'start' | 'end' | 'before' | 'title'>();
  const sequences = rows.filter(isFilled).map(({ key, ...row }) => {
    const start_s = parseTimecode(row.start) ?? NaN;
    const end_s = parseTimecode(row.end) ?? NaN;
    const title = row.title.trim();
    if (Number.isNaN(start_s)) problems.set(key, 'start');
    else if (Number.isNaN(end_s)) problems.set(key, 'end');
    else if (end_s <= start_s) problems.set(key, 'before');
    else if (!title) problems.set(key, 'title');
    return { start_s, end_s, title };
  });
  return { sequences, problems };
}
