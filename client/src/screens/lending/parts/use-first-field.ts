import { useEffect, useRef, type RefObject } from 'react';

/** Focuses the first field of a dialog, so that the clerk can type or scan immediately. */
export function useFirstField(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  // An effect runs after the dialog has received the focus.
  useEffect(() => {
    field.current?.focus();
  }, []);
  return field;
}
