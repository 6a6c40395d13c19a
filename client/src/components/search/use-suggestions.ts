import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { query } from '../../api/query.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { SCOPE_CALLS } from './search-scope.ts';

const MIN = 2;

/** Returns the suggestions for a text and the index of the one selected with the arrow keys (WAI-ARIA pattern "combobox"). */
export function useSuggestions(scope: SearchScope, typed: string) {
  const [open, setOpen] = useState(false);
  /** Index of the selected suggestion; -1 selects the typed text. */
  const [at, setAt] = useState(-1);
  const asked = useDebounced(typed.trim(), 120);
  const { data } = useQuery({
    ...query(SCOPE_CALLS[scope].suggest, { query: { q: asked, ...(scope === 'search' && { usable: 'true' as const }) } }),
    enabled: open && asked.length >= MIN,
    placeholderData: keepPreviousData,
  });
  const suggestions = open && typed.trim().length >= MIN ? (data?.suggestions ?? []) : [];
  const shown = suggestions.length > 0;

  const close = (): void => {
    setOpen(false);
    setAt(-1);
  };
  const onType = (): void => {
    setOpen(true);
    setAt(-1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape' && shown) close();
    else if (step !== 0 && !open) setOpen(true);
    // Cycles through one position more than there are suggestions: the typed text.
    else if (step !== 0 && shown) setAt(((at + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1);
    else return;
    event.preventDefault();
  };
  return { suggestions, shown, at, chosen: suggestions[at], hide: () => setOpen(false), close, onType, onKeyDown };
}
