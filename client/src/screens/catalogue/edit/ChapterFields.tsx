import type { EditRecord } from '@fundus/contract/catalogue/edit';
import { Plus, Trash2 } from 'lucide-react';
import { formatDuration } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { readTime } from './read-time.ts';
import '../../../ui/field.css';
import './edit-screen.css';

export type ChapterRow = { key: number; start: string; end: string; title: string };

export const chapterRows = (sequences: EditRecord['sequences']): ChapterRow[] =>
  sequences.map(({ start_s, end_s, title }, key) => ({ key, start: formatDuration(start_s), end: formatDuration(end_s), title }));

/** Key of a row → what is wrong with it. */
export type ChapterProblems = ReadonlyMap<number, 'start' | 'end' | 'before' | 'title' | 'refused'>;

/** A row without anything in it does not count. */
export const isFilled = (row: ChapterRow): boolean => [row.start, row.end, row.title].some((text) => text.trim() !== '');

/** Of the rows that are filled. Wrong is a time that is none, an end before its start (`before`), no title. */
export function readChapters(rows: readonly ChapterRow[]): { sequences: EditRecord['sequences']; problems: ChapterProblems } {
  const problems = new Map<number, 'start' | 'end' | 'before' | 'title'>();
  const sequences = rows.filter(isFilled).map(({ key, ...row }) => {
    const start_s = readTime(row.start) ?? NaN;
    const end_s = readTime(row.end) ?? NaN;
    const title = row.title.trim();
    if (Number.isNaN(start_s)) problems.set(key, 'start');
    else if (Number.isNaN(end_s)) problems.set(key, 'end');
    else if (end_s <= start_s) problems.set(key, 'before');
    else if (!title) problems.set(key, 'title');
    return { start_s, end_s, title };
  });
  return { sequences, problems };
}

type Props = { rows: readonly ChapterRow[]; problems: ChapterProblems; onChange: (rows: ChapterRow[]) => void };

/** Chapters and excerpts of a film: start, end, title. */
export function ChapterFields({ rows, problems, onChange }: Props) {
  const { t } = useT();
  const set = (key: number, about: Partial<ChapterRow>) => onChange(rows.map((row) => (row.key === key ? { ...row, ...about } : row)));
  const endProblem = (what?: string) =>
    what === 'end' ? t('edit.chapter.time.wrong') : what === 'before' ? t('edit.chapter.end.wrong') : null;
  const titleProblem = (what?: string) => (what === 'title' ? t('edit.required') : what === 'refused' ? t('edit.wrong') : null);
  const wrong = rows.flatMap(({ key }, i) => (problems.has(key) ? [t('edit.chapter', { number: i + 1 })] : []));
  return (
    <fieldset className="edit-chapters">
      <legend>{t('edit.field.sequences')}</legend>
      {rows.map((row, i) => (
        <div className="edit-chapter" key={row.key} role="group" aria-label={t('edit.chapter', { number: i + 1 })}>
          <TextField
            label={t('edit.chapter.start')}
            placeholder="0:00"
            value={row.start}
            error={problems.get(row.key) === 'start' ? t('edit.chapter.time.wrong') : null}
            onChange={(event) => set(row.key, { start: event.target.value })}
          />
          <TextField
            label={t('edit.chapter.end')}
            placeholder="2:30"
            value={row.end}
            error={endProblem(problems.get(row.key))}
            onChange={(event) => set(row.key, { end: event.target.value })}
          />
          <TextField
            label={t('edit.chapter.title')}
            maxLength={80}
            value={row.title}
            error={titleProblem(problems.get(row.key))}
            onChange={(event) => set(row.key, { title: event.target.value })}
          />
          <IconButton
            label={t('edit.chapter.remove', { number: i + 1 })}
            icon={<Trash2 />}
            onClick={() => onChange(rows.filter((other) => other.key !== row.key))}
          />
        </div>
      ))}
      {wrong.length > 0 && (
        <p className="field-error" role="alert">
          {t('edit.chapter.wrong', { chapters: wrong.join(', ') })}
        </p>
      )}
      <Button
        icon={<Plus />}
        onClick={() => onChange([...rows, { key: Math.max(-1, ...rows.map((row) => row.key)) + 1, start: '', end: '', title: '' }])}
      >
        {t('edit.chapter.add')}
      </Button>
    </fieldset>
  );
}
