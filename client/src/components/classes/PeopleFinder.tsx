import { classMembers } from '@fundus/contract/classes/members';
import { MIN_LETTERS } from '@fundus/contract/people/rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { query } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { FindField } from '../../ui/fields/FindField.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import '../../ui/fields/field.css';
import './class-forms.css';

export type FoundPerson = { id: string; name: string };

type Props = {
  /** Id of the class to which people are added. */
  classId: string;
  as: 'teacher' | 'student';
  /** True to allow choosing several people. */
  many: boolean;
  chosen: readonly FoundPerson[];
  onChoose: (chosen: readonly FoundPerson[]) => void;
};

/** Finds people of the school by part of their name. Chosen people stay visible. */
export function PeopleFinder({ classId, as: role, many, chosen, onChoose }: Props) {
  const { t } = useT();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), 200);
  const name = useId();
  const found = useQuery({
    ...query(classMembers.candidates, { params: { id: classId }, query: { q, role } }),
    enabled: q.length >= MIN_LETTERS,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const items = q.length >= MIN_LETTERS ? (found.data?.items ?? []) : [];
  const others = chosen.filter(({ id }) => !items.some((item) => item.id === id));
  const toggle = (person: FoundPerson, wanted: boolean) =>
    onChoose(many ? [...chosen.filter(({ id }) => id !== person.id), ...(wanted ? [person] : [])] : [person]);
  const row = (person: FoundPerson & { detail?: string }) => (
    <li key={person.id}>
      <label className="check">
        <input
          type={many ? 'checkbox' : 'radio'}
          name={name}
          checked={chosen.some(({ id }) => id === person.id)}
          onChange={(event) => toggle({ id: person.id, name: person.name }, event.target.checked)}
        />
        <span>
          {person.name}
          {person.detail && <span className="small-print">{person.detail}</span>}
        </span>
      </label>
    </li>
  );
  return (
    <>
      <FindField wide label={t(`class.find.${role}`)} value={typed} maxLength={100} autoComplete="off" onType={setTyped} />
      <p className="small-print" role="status">
        {q.length < MIN_LETTERS
          ? t('class.find.hint')
          : found.data && !found.isFetching
            ? items.length === 0
              ? t('class.find.none')
              : t('class.find.count', { count: items.length })
            : ''}
      </p>
      {found.error && <p className="field-error">{t(`error.${found.error.code}`, { name: '' })}</p>}
      <ul className="class-picks">
        {others.map(row)}
        {items.map(row)}
      </ul>
    </>
  );
}
