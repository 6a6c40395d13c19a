/** What a keyboard scanner types, wherever the focus is. */
import { useEffect, useRef } from 'react';

const isEditable = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement && element.closest('input, textarea, select, dialog, [contenteditable], [role="menu"]') !== null;

/** A scanner types without asking where the focus is; F2 does something else, where there is something. */
export function useScannerKeys(field: { current: HTMLInputElement | null }, onF2?: () => void): void {
  const turning = useRef(onF2);
  useEffect(() => {
    turning.current = onF2;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return;
      if (event.key === 'F2' && turning.current) {
        event.preventDefault();
        turning.current();
        field.current?.focus();
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isEditable(event.target)) return;
      if (/^[\p{L}\p{N}]$/u.test(event.key)) field.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [field]);
}
