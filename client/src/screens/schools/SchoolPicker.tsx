import { schools, type SchoolLine } from '@fundus/contract/schools/schools';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { query } from '../../api/query.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { TextField } from '../../ui/fields/Field.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import '../../ui/fields/field.css';
import './schools.css';

type Props = { label: string; chosen: string; except?: string; onChoose: (school: SchoolLine) => void };

/** Searches and selects a school of the district. */
export function SchoolPicker({ label, chosen, except, onChoose }: Props) {
  const { t } = useT();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed, 200);
  const name = useId();
  const found = useQuery({ ...query(schools.list, { query: { q, limit: 8 } }), placeholderData: keepPreviousData });
  const items = (found.data?.items ?? []).filter(({ id, state }) => id !== except && state !== 'closed');
  return (
    <>
      <TextField
        label={label}
        hint={t('schools.find.hint')}
        value={typed}
        type="search"
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className="school-picks" aria-label={label}>
        {items.map((item) => (
          <li key={item.id}>
            <label className="check">
              <input type="radio" name={name} checked={item.id === chosen} onChange={() => onChoose(item)} />
              <span>
                {item.name}
                <span className="small-print">{joinFacts([item.number, item.city])}</span>
              </span>
            </label>
          </li>
        ))}
        {found.data && items.length === 0 && <li className="quiet small">{t('schools.found.none')}</li>}
      </ul>
    </>
  );
}
