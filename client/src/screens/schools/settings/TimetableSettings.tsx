import { schools, type School, type SchoolSettings } from '@fundus/contract/schools/schools';
import { MAX_LESSONS, TIME, type Timetable } from '@fundus/contract/schools/timetable';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { showError } from '../problems.ts';
import '../../../ui/fields/field.css';
import '../schools.css';

/** Returns a lesson of 45 minutes that starts when the last lesson ends. */
function nextLesson(lessons: Timetable): Timetable[number] {
  const begin = lessons.at(-1)?.end ?? '08:00';
  const minutes = Number(begin.slice(0, 2)) * 60 + Number(begin.slice(3)) + 45;
  const last = Math.min(minutes, 24 * 60 - 1);
  return { begin, end: `${String(Math.floor(last / 60)).padStart(2, '0')}:${String(last % 60).padStart(2, '0')}` };
}

/** Returns `8:05` or `8.05` as `08:05`. Invalid text is returned unchanged, because it is rejected later. */
function readTime(words: string): string {
  const [, hour = '', minute = ''] = /^\s*(\d{1,2})[:.](\d{2})\s*$/.exec(words) ?? [];
  return hour === '' ? words : `${hour.padStart(2, '0')}:${minute}`;
}

/** Edits the times of the lessons, in which devices can be lent. */
export function TimetableSettings({ school, settings }: { school: School; settings: SchoolSettings }) {
  const { t } = useT();
  const [lessons, setLessons] = useState<Timetable>(settings.timetable);
  const save = useCall(schools.change, { refreshes: [schools.own, schools.read] });
  const set = (at: number, about: Partial<Timetable[number]>) =>
    setLessons((before) => before.map((lesson, i) => (i === at ? { ...lesson, ...about } : lesson)));
  const read = lessons.map(({ begin, end }) => ({ begin: readTime(begin), end: readTime(end) }));
  const wrong = read.findIndex(
    ({ begin, end }, i) => !TIME.test(begin) || !TIME.test(end) || end <= begin || (i > 0 && begin < read[i - 1]!.end),
  );
  const field = (i: number, part: 'begin' | 'end') => (
    <span className="input">
      <input
        inputMode="numeric"
        maxLength={5}
        aria-label={t(`schools.settings.timetable.${part}`, { count: i + 1 })}
        aria-invalid={i === wrong || undefined}
        value={lessons[i]![part]}
        onChange={({ target }) => set(i, { [part]: target.value })}
      />
    </span>
  );
  return (
    <section>
      <h2>{t('schools.settings.timetable')}</h2>
      <p className="quiet">{t('schools.settings.timetable.hint')}</p>
      <ol className="school-lessons">
        {lessons.map((_, i) => (
          <li key={i}>
            <span>{t('schools.settings.timetable.lesson', { count: i + 1 })}</span>
            {field(i, 'begin')}
            <span aria-hidden="true">–</span>
            {field(i, 'end')}
          </li>
        ))}
      </ol>
      <FormProblem>{wrong >= 0 && t('schools.settings.timetable.wrong', { count: wrong + 1 })}</FormProblem>
      <div className="school-does">
        <Button flush icon={<Plus />} disabled={lessons.length >= MAX_LESSONS} onClick={() => setLessons([...read, nextLesson(read)])}>
          {t('schools.settings.timetable.add')}
        </Button>
        <Button flush="phone" icon={<Trash2 />} disabled={lessons.length < 2} onClick={() => setLessons(lessons.slice(0, -1))}>
          {t('schools.settings.timetable.remove')}
        </Button>
      </div>
      <Button
        variant="primary"
        disabled={save.isPending || wrong >= 0}
        onClick={() =>
          save.mutate(
            { params: { id: school.id }, body: { version: school.version, settings: { ...settings, timetable: read } } },
            { onSuccess: () => showSnackbar({ text: t('schools.saved'), type: 'success' }), onError: showError },
          )
        }
      >
        {t('app.save')}
      </Button>
    </section>
  );
}
