import { useEffect, useRef, type RefObject } from 'react';

/** Moves the focus to the first field of a dialog, so that the clerk can type or scan at once. */
export function useFirstField(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  // An effect runs after the dialog has taken the focus.
  useEffect(() => {
    field.current?.focus();
  }, []);
  return field;
}
