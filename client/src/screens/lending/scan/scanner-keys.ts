/** Keys of a keyboard scanner, wherever the focus is. */
import { useEffect, useRef } from 'react';

/** Types of inputs that take no text. */
const NO_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color', 'image']);
const isText = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement &&
  (element instanceof HTMLInputElement ? !NO_TEXT.has(element.type) : element.closest('textarea, [contenteditable]') !== null);
/** Letters choose an entry there. */
const choosesByLetter = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement && element.closest('select, [role="menu"], [role="listbox"]') !== null;
const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/** First characters of codes. Others, such as the slash, are shortcuts of the portal. */
const BEGINS_CODE = /^[\p{L}\p{N}#$%*+.:_-]$/u;
/** Maximum time between two keys of a scanner, in milliseconds; people type slower. */
const SCANNER_GAP = 40;
/** Minimum length of a code that is told from typing by its speed. */
const MIN_BURST = 4;

type Handlers = {
  onF2?: () => void;
  /** A code typed by a scanner into a list of choices. */
  onScan?: (code: string) => void;
  /** A code typed by a scanner while a dialog is open and none of its fields takes text. */
  onScanInDialog?: (code: string) => void;
};

/** Moves the focus to the field at the first key of a scanner. Keys that would be lost in a list of choices or a dialog are collected. */
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
    // Before the button that has the focus reacts to the Enter key of the scanner.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [field]);
}
