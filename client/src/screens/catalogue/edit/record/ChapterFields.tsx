import { Plus, Trash2 } from 'lucide-react';
import { useT } from '../../../../i18n/translate.ts';
import { Button, IconButton } from '../../../../ui/Button.tsx';
import { TextField } from '../../../../ui/fields/Field.tsx';
import { FieldProblem } from '../../../../ui/fields/FieldProblem.tsx';
import type { ChapterProblems, ChapterRow } from './chapters.ts';
import '../edit-screen.css';

type Props = { rows: readonly ChapterRow[]; problems: ChapterProblems; onChange: (rows: ChapterRow[]) => void };

/** Shows fields for start, end and title of each chapter or excerpt. */
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
      <FieldProblem>{wrong.length > 0 && t('edit.chapter.wrong', { chapters: wrong.join(', ') })}</FieldProblem>
      <Button
        flush
        icon={<Plus />}
        onClick={() => onChange([...rows, { key: Math.max(-1, ...rows.map((row) => row.key)) + 1, start: '', end: '', title: '' }])}
      >
        {t('edit.chapter.add')}
      </Button>
    </fieldset>
  );
}
