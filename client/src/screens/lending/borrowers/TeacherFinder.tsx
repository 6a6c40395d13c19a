import { lendingAgreement, TEACHER_LETTERS } from '@fundus/contract/lending/orders/agreement';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { PeopleChoice } from './PeopleChoice.tsx';
import '../../../ui/fields/field.css';
import '../parts/borrow.css';

type Props = { point: string; chosen: string | null; onChoose: (id: string) => void };

/** Finds the teacher responsible for a learner's order by a part of the name. */
export function TeacherFinder({ point, chosen, onChoose }: Props) {
  const { t } = useT();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), 200);
  const asked = q.length >= TEACHER_LETTERS;
  const found = useQuery({
    ...query(lendingAgreement.teachers, { query: { point, q } }),
    enabled: asked,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const items = asked ? (found.data?.items ?? []) : [];
  return (
    <fieldset className="walk-up-people">
      <legend>{t('lending.teacher')}</legend>
      <TextField
        type="search"
        label={t('lending.teacher.name')}
        hint={t('lending.teacher.hint')}
        maxLength={80}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p className="small-print" role="status">
        {asked && found.data && items.length === 0 && t('lending.teacher.nobody')}
      </p>
      <PeopleChoice people={items} chosen={chosen} onChoose={onChoose} />
    </fieldset>
  );
}
