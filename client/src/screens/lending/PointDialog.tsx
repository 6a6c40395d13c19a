import { shiftDay, today } from '@fundus/contract/days';
import { isDistrictAdmin } from '@fundus/contract/access';
import { lendingDesk } from '@fundus/contract/lending/desk';
import { lending } from '@fundus/contract/lending/lending';
import { MODES } from '@fundus/contract/lending/lessons';
import { APPROVALS, OPEN_TO, type LendingPoint, type PointFields } from '@fundus/contract/lending/points';
import { dateLocale } from '@fundus/contract/locale';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { DateField } from '../../components/forms/DateField.tsx';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useFields } from '../../components/forms/use-fields.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox, TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { HolidayImport } from './HolidayImport.tsx';
import { OpenSchools } from './OpenSchools.tsx';
import { refusalWords } from './words.ts';
import './lending.css';

const READS = { refreshes: [lending.points, lending.calendar] };
/** A number each; `visits_max` may be empty. */
const NUMBERS = [
  'advance_days',
  'horizon_days',
  'max_days',
  'max_lessons',
  'most_lines',
  'renewals_max',
  'renewal_days',
  'pickup_grace',
  'buffer_before',
  'buffer_after',
  'remind_days',
  'keep_days',
  'visits_max',
] as const;
const USUAL: Record<(typeof NUMBERS)[number], string> = {
  advance_days: '1',
  horizon_days: '365',
  max_days: '14',
  max_lessons: '4',
  most_lines: '20',
  renewals_max: '2',
  renewal_days: '7',
  pickup_grace: '2',
  buffer_before: '0',
  buffer_after: '0',
  remind_days: '1',
  keep_days: '90',
  visits_max: '',
};
/** What says nothing where it is lent by the lesson. */
const OF_DAYS = new Set<string>([
  'max_days',
  'renewals_max',
  'renewal_days',
  'pickup_grace',
  'buffer_before',
  'buffer_after',
  'remind_days',
]);
const WORDS = ['name', 'address', 'email', 'phone', 'words', 'terms'] as const;

type Props = { point?: LendingPoint; onClose: () => void; onDone: (point: LendingPoint) => void };

/** A lending point: where it is, when it is open, and what holds there (docs/behaviour/lending.md#lending-points). */
export function PointDialog({ point, onClose, onDone }: Props) {
  const { t, locale } = useT();
  const { user } = useSession();
  const create = useCall(lendingDesk.createPoint, READS);
  const change = useCall(lendingDesk.changePoint, READS);
  const [week, setWeek] = useState<PointFields['week']>(
    () => point?.week ?? Array.from({ length: 7 }, (_, i) => ({ open: i < 5, processed: i < 5, words: '' })),
  );
  const [closures, setClosures] = useState<PointFields['closures']>(point?.closures ?? []);
  const [schools, setSchools] = useState<LendingPoint['open_schools']>(point?.open_schools ?? null);
  const { values, text, check, choice, problem } = useFields(
    () => ({
      ...(Object.fromEntries(WORDS.map((name) => [name, point?.[name] ?? ''])) as Record<(typeof WORDS)[number], string>),
      ...(Object.fromEntries(NUMBERS.map((name) => [name, point ? String(point[name] ?? '') : USUAL[name]])) as typeof USUAL),
      overdue_days: (point?.overdue_days ?? [3, 8, 15]).join(', '),
      mode: point?.mode ?? ('days' as PointFields['mode']),
      approval: point?.approval ?? ('manual' as PointFields['approval']),
      open_to: point?.open_to ?? ('everyone' as PointFields['open_to']),
      purpose_required: point?.purpose_required ?? false,
      same_day_turnaround: point?.same_day_turnaround ?? false,
    }),
    { error: create.error ?? change.error, at: [...WORDS, ...NUMBERS, 'overdue_days'], words: (error) => refusalWords(t, error, locale) },
  );
  const send = () => {
    const { visits_max, ...numbers } = Object.fromEntries(
      NUMBERS.map((name) => [name, values[name].trim() === '' ? null : Number(values[name])]),
    ) as Record<(typeof NUMBERS)[number], number>;
    const overdue_days = values.overdue_days
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(Number);
    const body = { ...values, ...numbers, visits_max, overdue_days, week, closures, open_schools: schools && schools.map(({ id }) => id) };
    if (point) change.mutate({ params: { id: point.id }, body: { ...body, version: point.version } }, { onSuccess: onDone });
    else create.mutate({ body }, { onSuccess: onDone });
  };
  const ofSchool = (point?.of ?? (user && isDistrictAdmin(user) ? 'district' : 'school')) === 'school';
  const name = new Intl.DateTimeFormat(dateLocale(locale), { weekday: 'long', timeZone: 'UTC' });
  const setDay = (i: number, about: Partial<PointFields['week'][number]>) =>
    setWeek((before) => before.map((day, at) => (at === i ? { ...day, ...about } : day)));
  const setClosure = (i: number, about: Partial<PointFields['closures'][number]>) =>
    setClosures((before) => before.map((each, at) => (at === i ? { ...each, ...about } : each)));
  return (
    <FormDialog
      title={t(point ? 'lending.point.change' : 'lending.point.new')}
      action={t('app.save')}
      disabled={create.isPending || change.isPending}
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      <TextField label={t('lending.point.name')} maxLength={120} {...text('name')} />
      <TextArea label={t('lending.point.address')} rows={2} maxLength={300} {...text('address')} />
      <TextField label={t('lending.point.email')} type="email" maxLength={254} {...text('email')} />
      <TextField label={t('lending.point.phone')} type="tel" maxLength={40} {...text('phone')} />
      <TextArea label={t('lending.point.words')} maxLength={2000} {...text('words')} />
      <fieldset className="lending-week">
        <legend>{t('lending.week')}</legend>
        {week.map((day, i) => {
          // The fifth of January 2026 is a Monday.
          const weekday = name.format(new Date(shiftDay('2026-01-05', i)));
          return (
            <div key={weekday}>
              <Checkbox
                label={weekday}
                checked={day.open}
                onChange={({ target }) => setDay(i, { open: target.checked, processed: target.checked })}
              />
              <TextField
                label={t('lending.week.words', { day: weekday })}
                maxLength={120}
                value={day.words}
                onChange={({ target }) => setDay(i, { words: target.value })}
              />
            </div>
          );
        })}
      </fieldset>
      <fieldset className="lending-week">
        <legend>{t('lending.closures')}</legend>
        {closures.map((closure, i) => (
          <div key={i}>
            <TextField
              label={t('lending.closure.name')}
              maxLength={80}
              value={closure.name}
              onChange={({ target }) => setClosure(i, { name: target.value })}
            />
            <DateField label={t('lending.from')} value={closure.from} onChange={({ target }) => setClosure(i, { from: target.value })} />
            <DateField label={t('lending.until')} value={closure.until} onChange={({ target }) => setClosure(i, { until: target.value })} />
            <IconButton
              label={t('lending.closure.remove', { name: closure.name })}
              icon={<Trash2 />}
              onClick={() => setClosures((before) => before.filter((_, at) => at !== i))}
            />
          </div>
        ))}
        <Button
          icon={<Plus />}
          onClick={() => {
            const day = today(new Date());
            setClosures((before) => [...before, { from: day, until: day, name: '', processed: false }]);
          }}
        >
          {t('lending.closure.add')}
        </Button>
        <HolidayImport
          entered={closures}
          onAdd={(read) => setClosures((before) => [...before, ...read].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)))}
        />
      </fieldset>
      {ofSchool && (
        <SelectField
          label={t('lending.rule.mode')}
          hint={t('lending.mode.hint')}
          options={MODES.map((value) => ({ value, label: t(`lending.mode.${value}`) }))}
          {...choice('mode')}
        />
      )}
      <SelectField
        label={t('lending.approval')}
        options={APPROVALS.map((value) => ({ value, label: t(`lending.approval.${value}`) }))}
        {...choice('approval')}
      />
      <SelectField
        label={t('lending.openTo')}
        options={OPEN_TO.map((value) => ({ value, label: t(`lending.openTo.${value}`) }))}
        {...choice('open_to')}
      />
      {!ofSchool && <OpenSchools chosen={schools} onChange={setSchools} />}
      <Checkbox label={t('lending.purposeRequired')} {...check('purpose_required')} />
      {values.mode === 'days' && <Checkbox label={t('lending.rule.same_day_turnaround')} {...check('same_day_turnaround')} />}
      <div className="lending-numbers">
        {NUMBERS.filter((each) => (values.mode === 'periods' ? !OF_DAYS.has(each) : each !== 'max_lessons')).map((each) => (
          <TextField key={each} label={t(`lending.rule.${each}`)} inputMode="numeric" {...text(each)} />
        ))}
      </div>
      <TextField
        label={t('lending.rule.overdue_days')}
        hint={t('lending.rule.overdue_days.hint')}
        maxLength={60}
        {...text('overdue_days')}
      />
      <TextArea label={t('lending.terms')} hint={t('lending.terms.hint')} maxLength={10_000} {...text('terms')} />
    </FormDialog>
  );
}
