import { shiftDay, today } from '@fundus/contract/days';
import type { PointFields } from '@fundus/contract/lending/points/points';
import { dateLocale } from '@fundus/contract/locale';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { DateField } from '../../../components/forms/DateField.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { StateHolidays } from '../calendar/StateHolidays.tsx';
import { HolidayImport } from '../calendar/HolidayImport.tsx';
import '../parts/lending.css';

type Rows<T> = { rows: readonly T[]; onChange: (rows: T[]) => void };
const replaceAt = <T,>(rows: readonly T[], i: number, about: Partial<T>): T[] =>
  rows.map((row, at) => (at === i ? { ...row, ...about } : row));

/** Edits the opening hours of each weekday, and whether orders are processed on days when the desk is closed. */
export function WeekFields({ rows, onChange }: Rows<PointFields['week'][number]>) {
  const { t, locale } = useT();
  const name = new Intl.DateTimeFormat(dateLocale(locale), { weekday: 'long', timeZone: 'UTC' });
  return (
    <fieldset className="lending-week">
      <legend>{t('lending.week')}</legend>
      {rows.map(({ open, processed, words }, i) => {
        // 5 January 2026 is a Monday.
        const weekday = name.format(new Date(shiftDay('2026-01-05', i)));
        return (
          <div key={weekday}>
            <Checkbox
              label={weekday}
              checked={open}
              onChange={({ target }) => onChange(replaceAt(rows, i, { open: target.checked, processed: target.checked }))}
            />
            {!open && (
              <Checkbox
                label={t('lending.week.processed', { day: weekday })}
                checked={processed}
                onChange={({ target }) => onChange(replaceAt(rows, i, { processed: target.checked }))}
              />
            )}
            {open && (
              <TextField
                label={t('lending.week.words', { day: weekday })}
                maxLength={120}
                value={words}
                onChange={({ target }) => onChange(replaceAt(rows, i, { words: target.value }))}
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

type Period = { from: string; until: string };
type PeriodProps<T extends Period> = Rows<T> & {
  words: { legend: string; from: string; add: string; remove: (row: T, i: number) => string };
  /** Fields rendered before the dates of a period. `change` updates that period. */
  first?: (row: T, change: (about: Partial<T>) => void) => ReactNode;
  last: (row: T, change: (about: Partial<T>) => void) => ReactNode;
  /** Initial values of a new period, without its dates. */
  fresh: Omit<T, keyof Period>;
  children?: ReactNode;
};

/** Edits a list of periods with additional fields. */
function PeriodFields<T extends Period>({ rows, onChange, words, first, last, fresh, children }: PeriodProps<T>) {
  const { t } = useT();
  return (
    <fieldset className="lending-week">
      <legend>{words.legend}</legend>
      {rows.map((row, i) => {
        const change = (about: Partial<T>) => onChange(replaceAt(rows, i, about));
        return (
          <div key={i}>
            {first?.(row, change)}
            <DateField label={words.from} value={row.from} onChange={({ target }) => change({ from: target.value } as Partial<T>)} />
            <DateField
              label={t('lending.until')}
              value={row.until}
              onChange={({ target }) => change({ until: target.value } as Partial<T>)}
            />
            {last(row, change)}
            <IconButton label={words.remove(row, i)} icon={<Trash2 />} onClick={() => onChange(rows.filter((_, at) => at !== i))} />
          </div>
        );
      })}
      <Button
        flush
        icon={<Plus />}
        onClick={() => {
          const day = today(new Date());
          onChange([...rows, { ...fresh, from: day, until: day } as T]);
        }}
      >
        {words.add}
      </Button>
      {children}
    </fieldset>
  );
}

/** Edits the days on which the desk is closed. They can be imported from a calendar file or from the holidays of a federal state. */
export function ClosureFields({ rows, onChange }: Rows<PointFields['closures'][number]>) {
  const { t } = useT();
  const add = (found: readonly PointFields['closures'][number][]): void =>
    onChange([...rows, ...found].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)));
  return (
    <PeriodFields
      rows={rows}
      onChange={onChange}
      words={{
        legend: t('lending.closures'),
        from: t('lending.from'),
        add: t('lending.closure.add'),
        remove: ({ name }) => t('lending.closure.remove', { name }),
      }}
      fresh={{ name: '', processed: false }}
      first={({ name }, change) => (
        <TextField
          label={t('lending.closure.name')}
          maxLength={80}
          value={name}
          onChange={({ target }) => change({ name: target.value })}
        />
      )}
      last={({ processed }, change) => (
        <Checkbox
          label={t('lending.closure.processed')}
          checked={processed}
          onChange={({ target }) => change({ processed: target.checked })}
        />
      )}
    >
      <StateHolidays entered={rows} onAdd={add} />
      <HolidayImport entered={rows} onAdd={add} />
    </PeriodFields>
  );
}

/** Maximum loan duration for a period, as entered by the user. */
export type DurationInput = { from: string; until: string; max_days: string };

/** Edits periods with their own maximum duration for the loans that start in them. */
export function LengthFields({ rows, onChange }: Rows<DurationInput>) {
  const { t } = useT();
  return (
    <PeriodFields
      rows={rows}
      onChange={onChange}
      words={{
        legend: t('lending.lengths'),
        from: t('lending.lengths.from'),
        add: t('lending.lengths.add'),
        remove: (_, i) => t('lending.lengths.remove', { number: i + 1 }),
      }}
      fresh={{ max_days: '' }}
      last={({ max_days }, change) => (
        <TextField
          label={t('lending.rule.max_days')}
          inputMode="numeric"
          value={max_days}
          onChange={({ target }) => change({ max_days: target.value })}
        />
      )}
    />
  );
}
