import { useCallback, useEffect, useState } from 'react';

type Found = Record<string, string>;

/**
 * Field → broken rule of a form. When problems are found the first field with one takes the focus, so that its message is read; `forget` drops
 * those of fields that are being changed and leaves the focus there. `form` is the form's id, for pages with more than one; an open dialog
 * comes first by itself.
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
