/** Stack of open modal dialogs. Everything outside the top dialog is inert, so messages must be rendered inside it. */
import { useSyncExternalStore } from 'react';

let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens a dialog as a modal and returns a function that closes it. No other code may call `showModal()`. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  set([...open, dialog]);
  return () => {
    dialog.close();
    set(open.filter((other) => other !== dialog));
  };
}

/** Returns the top modal dialog, or `null` if no dialog is open. */
export const useTopModal = (): HTMLDialogElement | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => open.at(-1) ?? null,
  );
