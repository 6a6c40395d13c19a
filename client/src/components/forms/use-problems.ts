import { useEffect, useState } from 'react';

/**
 * Field → broken rule of a form. The first field with a problem takes the focus, so that its message is read; `form` is the form's id, for
 * pages with more than one.
 */
export function useProblems(form?: string) {
  const [problems, setProblems] = useState<Record<string, string>>({});
  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    const within = form === undefined ? document : document.getElementById(form);
    within?.querySelector<HTMLElement>(form === undefined ? 'form [aria-invalid]' : '[aria-invalid]')?.focus();
  }, [problems, form]);
  return [problems, setProblems] as const;
}
