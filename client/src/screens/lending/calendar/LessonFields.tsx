import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import type { Timetable } from '@fundus/contract/schools/timetable';
import { useT } from '../../../i18n/translate.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';

type Props = { timetable: Timetable | []; value: Lessons | null; onChange: (lessons: Lessons | null) => void; optional?: boolean };

/** Shows select boxes for the first and the last lesson. The last lesson is never before the first. */
export function LessonFields({ timetable, value, onChange, optional = false }: Props) {
  const { t } = useT();
  const options = timetable.map(({ begin, end }, i) => ({
    value: String(i + 1),
    label: `${t('lending.lessons.nth', { count: i + 1 })} (${begin}–${end})`,
  }));
  const any = optional ? [{ value: '', label: t('lending.lessons.any') }] : [];
  const first = value ? String(value.first) : '';
  return (
    <>
      <SelectField
        label={t('lending.lessons.first')}
        value={first}
        options={[...any, ...options]}
        onChange={(next) => onChange(next === '' ? null : { first: Number(next), last: Math.max(Number(next), value?.last ?? 0) })}
      />
      <SelectField
        label={t('lending.lessons.last')}
        value={value ? String(value.last) : ''}
        options={value ? options.filter((option) => Number(option.value) >= value.first) : any}
        onChange={(next) => value && onChange({ ...value, last: Number(next) })}
      />
    </>
  );
}
