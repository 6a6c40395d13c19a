import { shiftDay, today } from '@fundus/contract/days';
import type { PointFields } from '@fundus/contract/lending/points';
import { dateLocale } from '@fundus/contract/locale';
import { Plus, Trash2 } from 'lucide-react';
import { DateField } from '../../components/forms/DateField.tsx';
import { useT } from '../../i18n/translate.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox, TextField } from '../../ui/Field.tsx';
import { HolidayImport } from './HolidayImport.tsx';
import './lending.css';

type Rows<T> = { rows: readonly T[]; onChange: (rows: T[]) => void };
const replaceAt = <T,>(rows: readonly T[], i: number, about: Partial<T>): T[] =>
  rows.map((row, at) => (at === i ? { ...row, ...about } : row));
const without = <T,>(rows: readonly T[], i: number): T[] => rows.filter((_, at) => at !== i);

/** For each weekday whether the desk is open and, where it is not, whether orders are processed; an open desk does. */
export function WeekFields({ rows, onChange }: Rows<PointFields['week'][number]>) {
  const { t, locale } = useT();
  const name = new Intl.DateTimeFormat(dateLocale(locale), { weekday: 'long', timeZone: 'UTC' });
  return (
    <fieldset className="lending-week">
      <legend>{t('lending.week')}</legend>
      {rows.map(({ open, processed, words }, i) => {
        // The fifth of January 2026 is a Monday.
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

/** Days the desk is closed on, by hand or out of a calendar file. */
export function ClosureFields({ rows, onChange }: Rows<PointFields['closures'][number]>) {
  const { t } = useT();
  return (
    <fieldset className="lending-week">
      <legend>{t('lending.closures')}</legend>
      {rows.map(({ name, from, until, processed }, i) => (
        <div key={i}>
          <TextField
            label={t('lending.closure.name')}
            maxLength={80}
            value={name}
            onChange={({ target }) => onChange(replaceAt(rows, i, { name: target.value }))}
          />
          <DateField
            label={t('lending.from')}
            value={from}
            onChange={({ target }) => onChange(replaceAt(rows, i, { from: target.value }))}
          />
          <DateField
            label={t('lending.until')}
            value={until}
            onChange={({ target }) => onChange(replaceAt(rows, i, { until: target.value }))}
          />
          <Checkbox
            label={t('lending.closure.processed')}
            checked={processed}
            onChange={({ target }) => onChange(replaceAt(rows, i, { processed: target.checked }))}
          />
          <IconButton label={t('lending.closure.remove', { name })} icon={<Trash2 />} onClick={() => onChange(without(rows, i))} />
        </div>
      ))}
      <Button
        icon={<Plus />}
        onClick={() => {
          const day = today(new Date());
          onChange([...rows, { from: day, until: day, name: '', processed: false }]);
        }}
      >
        {t('lending.closure.add')}
      </Button>
      <HolidayImport
        entered={rows}
        onAdd={(read) => onChange([...rows, ...read].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)))}
      />
    </fieldset>
  );
}

/** A longest loan as it stands in its fields. */
export type TypedLength = { from: string; until: string; max_days: string };

/** Days on which loans may begin that last longer, or less long, than others. */
export function LengthFields({ rows, onChange }: Rows<TypedLength>) {
  const { t } = useT();
  return (
    <fieldset className="lending-week">
      <legend>{t('lending.lengths')}</legend>
      {rows.map(({ from, until, max_days }, i) => (
        <div key={i}>
          <DateField
            label={t('lending.lengths.from')}
            value={from}
            onChange={({ target }) => onChange(replaceAt(rows, i, { from: target.value }))}
          />
          <DateField
            label={t('lending.until')}
            value={until}
            onChange={({ target }) => onChange(replaceAt(rows, i, { until: target.value }))}
          />
          <TextField
            label={t('lending.rule.max_days')}
            inputMode="numeric"
            value={max_days}
            onChange={({ target }) => onChange(replaceAt(rows, i, { max_days: target.value }))}
          />
          <IconButton label={t('lending.lengths.remove', { number: i + 1 })} icon={<Trash2 />} onClick={() => onChange(without(rows, i))} />
        </div>
      ))}
      <Button
        icon={<Plus />}
        onClick={() => {
          const day = today(new Date());
          onChange([...rows, { from: day, until: day, max_days: '' }]);
        }}
      >
        {t('lending.lengths.add')}
      </Button>
    </fieldset>
  );
}
