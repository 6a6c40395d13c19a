import { useCallback, useEffect, useState } from 'react';

type Found = Record<string, string>;

/**
 * Returns the errors of a form by field, `report` and `forget`. `report` sets the errors and focuses the first wrong field, so that its message is
 * announced. `forget` removes the errors of changed fields without moving the focus. `form` is the id of the form, needed on pages with several;
 * without it, an open dialog takes precedence over the page.
 */
export function useProblems(form?: string) {
  const [problems, setProblems] = useState<Found>({});
  const [found, setFound] = useState(problems);
  const report = useCallback((some: Found) => {
    setProblems(some);
    setFound(some);
  }, []);
  const forget = useCallback(
    (fields: readonly string[]) =>
      setProblems((known) => Object.fromEntries(Object.entries(known).filter(([field]) => !fields.includes(field)))),
    [],
  );
  useEffect(() => {
    if (Object.keys(found).length === 0) return;
    const within = form === undefined ? (document.querySelector('dialog[open]') ?? document) : document.getElementById(form);
    within?.querySelector<HTMLElement>(form === undefined ? 'form [aria-invalid]' : '[aria-invalid]')?.focus();
  }, [found, form]);
  return [problems, report, forget] as const;
}
