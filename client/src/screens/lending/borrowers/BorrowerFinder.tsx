import type { Reply } from '@fundus/contract/endpoint';
import { BORROWER_LETTERS } from '@fundus/contract/lending/desk/borrower-search';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { PeopleChoice } from './PeopleChoice.tsx';
import { useFirstField } from '../parts/use-first-field.ts';
import '../parts/borrow.css';

/** Borrower found by name: a user, or a private borrower without an account. */
export type FoundBorrower = Reply<typeof lendingDesk.borrowers>['items'][number];
type Props = { point: string; hint: string; chosen: FoundBorrower | null; onChoose: (borrower: FoundBorrower) => void };

/** Returns the borrower as request fields of desk calls, of which exactly one is set. */
export const borrowerIds = (chosen: FoundBorrower | null): { person: string | null; private_borrower: string | null } => ({
  person: chosen && !chosen.private ? chosen.id : null,
  private_borrower: chosen?.private ? chosen.id : null,
});

/** Finds borrowers by a part of their name. The chosen borrower remains visible and marked. */
export function BorrowerFinder({ point, hint, chosen, onChoose }: Props) {
  const { t } = useT();
  const field = useFirstField();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), 200);
  const found = useQuery({
    ...query(lendingDesk.borrowers, { query: { point, q } }),
    enabled: q.length >= BORROWER_LETTERS,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const items = (q.length >= BORROWER_LETTERS ? (found.data?.items ?? []) : []).map((each) => ({
    ...each,
    school: each.private
      ? [t('lending.private'), !each.private.id_checked && t('lending.private.unchecked')].filter(Boolean).join(', ')
      : each.school,
  }));
  return (
    <fieldset className="walk-up-people">
      <legend>{t('lending.walkUp.who')}</legend>
      <TextField
        ref={field}
        type="search"
        label={t('lending.walkUp.name')}
        hint={hint}
        maxLength={80}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p className="small-print" role="status">
        {q.length >= BORROWER_LETTERS && found.data && items.length === 0 && t('lending.walkUp.nobody')}
      </p>
      <PeopleChoice people={items} chosen={chosen?.id ?? null} onChoose={(_, each) => onChoose(each)} />
    </fieldset>
  );
}
