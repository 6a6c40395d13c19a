import { people } from '@fundus/contract/people/people';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { query } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { personEntryName } from './PersonRow.tsx';
import '../../../ui/fields/field.css';
import '../schools.css';

type Props = { school: string; chosen: string; except: string | undefined; onChoose: (teacher: { id: string; name: string }) => void };

/** Searches and selects a teacher of the school. */
export function TeacherPicker({ school, chosen, except, onChoose }: Props) {
  const { t } = useT();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed, 200);
  const name = useId();
  const found = useQuery({
    ...query(people.list, { query: { q, school, kind: 'teachers', state: 'active', limit: 8 } }),
    placeholderData: keepPreviousData,
  });
  const items = (found.data?.items ?? []).filter(({ id }) => id !== except);
  return (
    <>
      <TextField label={t('material.handOn.find')} value={typed} type="search" onChange={(event) => setTyped(event.target.value)} />
      <ul className="school-picks" aria-label={t('material.handOn.find')}>
        {items.map((person) => (
          <li key={person.id}>
            <label className="check">
              <input
                type="radio"
                name={name}
                checked={person.id === chosen}
                onChange={() => onChoose({ id: person.id, name: personEntryName(person) })}
              />
              <span>{personEntryName(person)}</span>
            </label>
          </li>
        ))}
        {found.data && items.length === 0 && <li className="quiet small">{t('material.handOn.none')}</li>}
      </ul>
    </>
  );
}
