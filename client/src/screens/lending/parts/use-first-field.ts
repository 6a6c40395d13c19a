import { useEffect, useRef, type RefObject } from 'react';

/** The field of a dialog at the desk that is filled in first: whoever has a scanner, or the keys, in their hands goes on at once. */
export function useFirstField(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  // An effect: the dialog has taken the focus by then.
  useEffect(() => {
    field.current?.focus();
  }, []);
  return field;
}
