/** The modal dialogs that are open, the top one last. Everything outside of the top one is inert, so a message must be inside it. */
import { useSyncExternalStore } from 'react';

let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens a dialog as a modal and returns the function that closes it. The only caller of `showModal()`. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  set([...open, dialog]);
  return () => {
    dialog.close();
    set(open.filter((other) => other !== dialog));
  };
}

/** Returns the top modal dialog, or `null` if none is open. */
export const useTopModal = (): HTMLDialogElement | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => open.at(-1) ?? null,
  );
