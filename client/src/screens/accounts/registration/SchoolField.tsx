import { registration, type SchoolChoice } from '@fundus/contract/accounts/registration';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { query } from '../../../api/query.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import { FloatingPanel } from '../../../ui/overlays/FloatingPanel.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import '../../../components/search/search-field.css';
import '../parts/accounts.css';

type Props = {
  value: SchoolChoice | null;
  error: string | null;
  onChange: (school: SchoolChoice | null) => void;
  /** Called to enter the name of an unlisted school instead. */
  onMissing: (typed: string) => void;
};

const MIN = 2;
const placeOf = ({ postcode, city, number }: SchoolChoice): string => joinFacts([`${postcode} ${city}`.trim(), number]);

/** Finds a school by name, place or number (WAI-ARIA pattern "combobox"): arrow keys move, Enter selects, Escape closes the list. */
export function SchoolField({ value, error, onChange, onMissing }: Props) {
  const { t } = useT();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const box = useRef<HTMLSpanElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const asked = useDebounced(typed.trim(), 150);
  const { data } = useQuery({
    ...query(registration.registerSchools, { query: { q: asked } }),
    enabled: open && asked.length >= MIN,
    placeholderData: keepPreviousData,
  });
  const schools = open && typed.trim().length >= MIN ? (data?.items ?? null) : null;
  const options = schools === null ? 0 : schools.length + 1;

  const choose = (index: number) => {
    setOpen(false);
    setAt(-1);
    const school = schools?.[index];
    if (school) onChange(school);
    else onMissing(typed.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && options) {
      event.preventDefault();
      setOpen(false);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (options) setAt((at + (event.key === 'ArrowDown' ? 1 : at < 0 ? 0 : -1) + options) % options);
    } else if (event.key === 'Enter' && options && at >= 0) {
      event.preventDefault();
      choose(at);
    }
  };

  if (value)
    return (
      <Field label={t('register.school')} error={error}>
        {(ids) => (
          <span className="school-chosen">
            <input {...ids} readOnly name="school_id" value={`${value.name}, ${placeOf(value)}`} />
            <IconButton
              label={t('register.school.other')}
              icon={<X />}
              onClick={() => {
                onChange(null);
                requestAnimationFrame(() => input.current?.focus());
              }}
            />
          </span>
        )}
      </Field>
    );
  return (
    <Field label={t('register.school')} hint={t('register.school.hint')} error={error}>
      {(ids) => (
        <span ref={box} className="school-search">
          <input
            {...ids}
            ref={input}
            name="school_id"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={options > 0}
            aria-controls={options ? list : undefined}
            aria-activedescendant={at >= 0 && options ? `${list}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setOpen(true);
              setAt(-1);
            }}
            onKeyDown={onKeyDown}
          />
          {schools && (
            <FloatingPanel anchor={box} wide className="suggestions school-list" onClose={() => setOpen(false)}>
              <SchoolOptions id={list} schools={schools} at={at} onChoose={choose} />
            </FloatingPanel>
          )}
        </span>
      )}
    </Field>
  );
}

type OptionsProps = {
  id: string;
  schools: readonly SchoolChoice[];
  /** Index of the active option, or -1 if none is active. */
  at: number;
  /** Called with the index of a school. The index after the last school means that the school is not listed. */
  onChoose: (index: number) => void;
};

/** Shows the schools that were found, and an option for unlisted schools. */
function SchoolOptions({ id, schools, at, onChoose }: OptionsProps) {
  const { t } = useT();
  return (
    <ul role="listbox" id={id} aria-label={t('register.school')}>
      {schools.map((school, i) => (
        // Needs no key handler: the field keeps the focus and handles Enter.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <li
          key={school.id}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === at}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(i)}
        >
          <span>{school.name}</span>
          <span className="quiet small">{placeOf(school)}</span>
        </li>
      ))}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <li
        id={`${id}-${schools.length}`}
        role="option"
        aria-selected={at === schools.length}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onChoose(schools.length)}
      >
        <span>{t(schools.length ? 'register.school.missing' : 'register.school.none')}</span>
      </li>
    </ul>
  );
}
