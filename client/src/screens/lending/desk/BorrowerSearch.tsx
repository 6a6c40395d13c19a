import { BORROWER_LETTERS, MAX_BORROWERS } from '@fundus/contract/lending/desk/borrower-search';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { query } from '../../../api/query.ts';
import type { Go } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { Link } from '../../../ui/Link.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { borrowerHref } from '../parts/desk-href.ts';
import '../parts/desk.css';

/** Finds a borrower by name or number. Enter opens the first result, and F4 focuses the field. */
export function BorrowerSearch({ point, go }: { point: string; go: Go }) {
  const { t } = useT();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), 200);
  const asked = q.length >= BORROWER_LETTERS;
  const found = useQuery({
    ...query(lendingDesk.borrowers, { query: { point, q } }),
    enabled: asked,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const items = asked ? (found.data?.items ?? []) : [];
  /** Search text for which the user pressed Enter, possibly before the results arrived. */
  const [wanted, setWanted] = useState<string | null>(null);
  const first = wanted === q && asked && !found.isPlaceholderData ? items[0]?.id : undefined;
  useEffect(() => {
    if (first !== undefined) go(borrowerHref(first, point));
  }, [first, go, point]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F4' || event.altKey || event.ctrlKey || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <form
      className="desk-search"
      role="search"
      aria-label={t('lending.borrower.find')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWanted(typed.trim());
      }}
    >
      <TextField
        ref={field}
        type="search"
        label={t('lending.borrower.find')}
        hint={t('lending.borrower.find.hint')}
        aria-keyshortcuts="F4"
        maxLength={80}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setWanted(null);
        }}
      />
      <p className="small-print" role="status">
        {asked && found.data && items.length === 0 && t('lending.walkUp.nobody')}
        {items.length >= MAX_BORROWERS && t('lending.borrower.find.more', { most: MAX_BORROWERS })}
      </p>
      <ul className="desk-found">
        {items.map(({ id, name, school, private: known }) => (
          <li key={id}>
            <Link href={borrowerHref(id, point)}>{name}</Link> <span className="small-print">{known ? t('lending.private') : school}</span>
          </li>
        ))}
      </ul>
    </form>
  );
}
