import { useEffect, useState } from 'react';

/** Field → broken rule of a form. The first field with a problem takes the focus, so that its message is read. */
export function useProblems() {
  const [problems, setProblems] = useState<Record<string, string>>({});
  useEffect(() => {
    if (Object.keys(problems).length > 0) document.querySelector<HTMLElement>('form [aria-invalid]')?.focus();
  }, [problems]);
  return [problems, setProblems] as const;
}
