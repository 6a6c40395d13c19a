import { today } from '@fundus/contract/days';
import { CalendarDays } from 'lucide-react';
import { useRef, useState, type InputHTMLAttributes } from 'react';
import { formatDate } from '../../i18n/format.ts';
import { parseDay } from '../../i18n/read-day.ts';
import { useT } from '../../i18n/translate.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import './date-field.css';

type Props = {
  label: string;
  hint?: string;
  error?: string | null;
  /** Date in ISO format, or the typed text if it is invalid. The form must reject invalid text. */
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  min?: string | undefined;
  max?: string | undefined;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type' | 'value' | 'onChange' | 'min' | 'max'>;

/**
 * Shows a date field in the format of the page's language. A native field would use the language of the browser, so that 7.2. could mean 2 July. The
 * browser's date picker can still be opened.
 */
export function DateField({ label, hint, error, value, onChange, min, max, ...input }: Props) {
  const { t, locale } = useT();
  const [typed, setTyped] = useState<string | null>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const day = parseDay(value);
  const unread = typed === null && value !== '' && day === null;
  const give = (text: string) => onChange({ target: { value: parseDay(text, { now: today(new Date()), max }) ?? text.trim() } });
  return (
    <Field label={label} hint={hint} error={error ?? (unread ? t('date.unreadable') : null)}>
      {(ids) => (
        <>
          <input
            autoComplete="off"
            placeholder={t('date.placeholder')}
            {...input}
            {...ids}
            value={typed ?? (day ? formatDate(day, 'short', locale) : value)}
            onChange={(event) => {
              setTyped(event.target.value);
              give(event.target.value);
            }}
            onBlur={() => setTyped(null)}
          />
          <IconButton label={t('date.calendar', { field: label })} icon={<CalendarDays />} onClick={() => calendar.current?.showPicker()} />
          <input
            ref={calendar}
            className="date-calendar"
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            value={day ?? ''}
            min={min}
            max={max}
            onChange={(event) => {
              setTyped(null);
              give(event.target.value);
            }}
          />
        </>
      )}
    </Field>
  );
}
