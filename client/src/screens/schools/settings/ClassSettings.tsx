import { CLASS_CREATORS } from '@fundus/contract/classes/rules';
import { schools, type School, type SchoolSettings } from '@fundus/contract/schools/schools';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { showError } from '../problems.ts';
import '../schools.css';

const MONTHS = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'));
/** Returns the last day of a month. February has 29 days, because a school may choose 29 February. */
const LAST_DAY = (month: string): number => new Date(Date.UTC(2024, Number(month), 0)).getUTCDate();

/** Edits who may create classes and lists, the video rooms, and when new learner codes expire. */
export function ClassSettings({ school, settings }: { school: School; settings: SchoolSettings }) {
  const { t, locale } = useT();
  /** Contains only the changed values, so that other settings can be saved independently. */
  const [touched, setTouched] = useState<Partial<SchoolSettings>>({});
  const values = { ...settings, ...touched };
  const save = useCall(schools.change, { refreshes: [schools.own, schools.read] });
  const set = (about: Partial<SchoolSettings>) => setTouched({ ...touched, ...about });
  const [month, day] = values.code_end.split('-');
  const end = (nextMonth: string, nextDay: string) =>
    set({
      code_end:
        nextMonth === ''
          ? ''
          : `${nextMonth}-${String(Math.min(Number(nextDay) || LAST_DAY(nextMonth), LAST_DAY(nextMonth))).padStart(2, '0')}`,
    });
  const monthName = (value: string) =>
    new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(new Date(`2024-${value}-01`));
  return (
    <section>
      <h2>{t('schools.settings.classes')}</h2>
      <SelectField
        label={t('schools.settings.classCreation')}
        value={values.class_creation}
        options={CLASS_CREATORS.map((value) => ({ value, label: t(`schools.settings.classCreation.${value}`) }))}
        onChange={(class_creation) => set({ class_creation })}
      />
      <div className="school-fields">
        <SelectField
          label={t('schools.settings.codeEnd')}
          value={month ?? ''}
          options={[
            { value: '', label: t('schools.settings.codeEnd.year') },
            ...MONTHS.map((value) => ({ value, label: monthName(value) })),
          ]}
          onChange={(next) => end(next, day ?? '')}
        />
        {month && (
          <SelectField
            label={t('schools.settings.codeEnd.day')}
            value={day ?? ''}
            options={Array.from({ length: LAST_DAY(month) }, (_, i) => String(i + 1).padStart(2, '0')).map((value) => ({
              value,
              label: `${Number(value)}.`,
            }))}
            onChange={(next) => end(month, next)}
          />
        )}
      </div>
      <Checkbox
        label={t('schools.settings.videoRooms')}
        hint={t('schools.settings.videoRooms.hint')}
        checked={values.video_rooms}
        onChange={(event) => set({ video_rooms: event.target.checked })}
      />
      <Checkbox
        label={t('schools.settings.studentLists')}
        hint={t('schools.settings.studentLists.hint')}
        checked={values.student_lists}
        onChange={(event) => set({ student_lists: event.target.checked })}
      />
      <Button
        variant="primary"
        disabled={save.isPending}
        onClick={() =>
          save.mutate(
            { params: { id: school.id }, body: { version: school.version, settings: values } },
            {
              onSuccess: () => {
                setTouched({});
                showSnackbar({ text: t('schools.saved'), type: 'success' });
              },
              onError: showError,
            },
          )
        }
      >
        {t('app.save')}
      </Button>
    </section>
  );
}
