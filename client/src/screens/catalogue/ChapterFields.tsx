import type { EditRecord } from '@fundus/contract/catalogue-edit';
import { Plus, Trash2 } from 'lucide-react';
import { formatDuration } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { readTime } from './read-time.ts';

export type ChapterRow = { key: number; start: string; end: string; title: string };

export const chapterRows = (sequences: EditRecord['sequences']): ChapterRow[] =>
  sequences.map(({ start_s, end_s, title }, key) => ({ key, start: formatDuration(start_s), end: formatDuration(end_s), title }));

/** Rows without anything in them do not count. Null: a time that is none, or an end before its start. */
export function readChapters(rows: readonly ChapterRow[]): EditRecord['sequences'] | null {
  const filled = rows.filter((row) => row.start.trim() || row.end.trim() || row.title.trim());
  const read = filled.map((row) => ({ start_s: readTime(row.start) ?? NaN, end_s: readTime(row.end) ?? NaN, title: row.title.trim() }));
  return read.every((row) => row.end_s > row.start_s && row.title !== '') ? read : null;
}

type Props = { rows: readonly ChapterRow[]; wrong: boolean; onChange: (rows: ChapterRow[]) => void };

/** Chapters and excerpts of a film: start, end, title. */
export function ChapterFields({ rows, wrong, onChange }: Props) {
  const { t } = useT();
  const set = (key: number, about: Partial<ChapterRow>) => onChange(rows.map((row) => (row.key === key ? { ...row, ...about } : row)));
  return (
    <fieldset className="edit-chapters">
      <legend>{t('edit.field.sequences')}</legend>
      {rows.map((row, i) => (
        <div className="edit-chapter" key={row.key} role="group" aria-label={t('edit.chapter', { number: i + 1 })}>
          <TextField
            label={t('edit.chapter.start')}
            placeholder="0:00"
            value={row.start}
            onChange={(event) => set(row.key, { start: event.target.value })}
          />
          <TextField
            label={t('edit.chapter.end')}
            placeholder="2:30"
            value={row.end}
            onChange={(event) => set(row.key, { end: event.target.value })}
          />
          <TextField
            label={t('edit.chapter.title')}
            maxLength={80}
            value={row.title}
            onChange={(event) => set(row.key, { title: event.target.value })}
          />
          <IconButton
            label={t('edit.chapter.remove', { number: i + 1 })}
            icon={<Trash2 />}
            onClick={() => onChange(rows.filter((other) => other.key !== row.key))}
          />
        </div>
      ))}
      {wrong && <p className="field-error">{t('edit.chapter.wrong')}</p>}
      <Button
        icon={<Plus />}
        onClick={() => onChange([...rows, { key: Math.max(-1, ...rows.map((row) => row.key)) + 1, start: '', end: '', title: '' }])}
      >
        {t('edit.chapter.add')}
      </Button>
    </fieldset>
  );
}
