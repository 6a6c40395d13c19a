import { useId, useState } from 'react';
import { DateField } from './DateField.tsx';
import { parseDay } from '../../i18n/read-day.ts';
import { parseTimeOfDay } from '../../i18n/read-time.ts';
import { useT } from '../../i18n/translate.ts';
import { TextField } from '../../ui/fields/Field.tsx';
import './moment-field.css';

type Props = {
  name: string;
  label: string;
  hint: string;
  error: string | null;
  /** Local date and time such as `2026-11-21T20:00`, the typed text if it is invalid, or '' if empty. */
  value: string;
  /** Default time if the user types only a day. */
  usual: string;
  onChange: (value: string) => void;
};

/** Shows a date field and a time field in the format of the page's language. */
export function MomentField({ name, label, hint, error, value, usual, onChange }: Props) {
  const { t } = useT();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [day = '', time = ''] = value.split('T');
  const give = (newDay: string, newTime: string) => onChange(newDay === '' && newTime === '' ? '' : `${newDay}T${newTime}`);
  return (
    <div className="moment-field" data-fields>
      <DateField
        name={name}
        label={label}
        aria-describedby={id}
        error={error}
        value={day}
        onChange={({ target }) => {
          const next = target.value;
          if (next === '') give('', '');
          else give(next, time === '' && parseDay(next) ? usual : time);
        }}
      />
      <TextField
        label={t('date.time')}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('date.time.placeholder')}
        aria-label={t('date.time.of', { field: label })}
        value={typed ?? time}
        onChange={({ target }) => {
          setTyped(target.value);
          give(day, parseTimeOfDay(target.value) ?? target.value.trim());
        }}
        onBlur={() => setTyped(null)}
      />
      {/* Rendered above the fields, like the hint of a single field. */}
      <p className="small-print" id={id}>
        {hint}
      </p>
    </div>
  );
}
