/** Handles the input of a keyboard scanner regardless of the focus. */
import { useEffect, useRef } from 'react';

/** Input types in which the user cannot type text. */
const NO_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color', 'image']);
const isText = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement &&
  (element instanceof HTMLInputElement ? !NO_TEXT.has(element.type) : element.closest('textarea, [contenteditable]') !== null);
/** Returns whether typing a letter selects an option of the element. */
const choosesByLetter = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement && element.closest('select, [role="menu"], [role="listbox"]') !== null;
const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/** Possible first characters of a code. Other characters, such as the slash, are keyboard shortcuts of the portal. */
const BEGINS_CODE = /^[\p{L}\p{N}#$%*+.:_-]$/u;
/** Maximum time in milliseconds between two keys of a scanner. People type more slowly. */
const SCANNER_GAP = 40;
/** Minimum length of a code that is recognised as scanner input by its speed. */
const MIN_BURST = 4;

type Handlers = {
  onF2?: () => void;
  /** Called with a code that is scanned while a list of options has the focus. */
  onScan?: (code: string) => void;
  /** Called with a code that is scanned while a dialog is open and no text field has the focus. */
  onScanInDialog?: (code: string) => void;
};

/** Focuses the field on the first key of a scanner. Codes scanned into a list of options or a dialog are passed to the handlers. */
export function useScannerKeys(field: { current: HTMLInputElement | null }, handlers: Handlers = {}): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    let burst = '';
    let last = 0;
    const onKey = (event: KeyboardEvent) => {
      const { onF2, onScan, onScanInDialog } = latest.current;
      const dialog = isDialogOpen();
      if (event.key === 'F2' && onF2 && !dialog) {
        event.preventDefault();
        onF2();
        field.current?.focus();
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return;
      const fast = event.timeStamp - last < SCANNER_GAP;
      if (event.key === 'Enter' && fast && burst.length >= MIN_BURST && (dialog || choosesByLetter(event.target))) {
        event.preventDefault();
        event.stopPropagation();
        const code = burst;
        burst = '';
        if (dialog) onScanInDialog?.(code);
        else onScan?.(code);
        return;
      }
      if (event.key.length !== 1) return;
      burst = fast ? burst + event.key : event.key;
      last = event.timeStamp;
      if (!dialog && !choosesByLetter(event.target) && BEGINS_CODE.test(event.key)) field.current?.focus();
    };
    // Receives the Enter key of the scanner before the focused button does.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [field]);
}
