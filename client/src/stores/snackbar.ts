/** Message at the bottom of the page. A new message replaces the previous one (docs/specification.md#shell). */
import { useSyncExternalStore } from 'react';

export type Snack = {
  id: number;
  text: string;
  type: 'info' | 'success' | 'error';
  /** Action of the message, such as "Rückgängig". */
  action?: { label: string; run: () => void };
  /** Second action of the message. */
  more?: { label: string; run: () => void };
  /** Link to the affected object. */
  way?: { label: string; href: string };
  /** True if the message stays until it is closed, because its action would otherwise be lost. */
  lasting?: boolean;
};

/** Number of milliseconds for which a message is shown (docs/specification.md#constants). */
export const SNACKBAR_MS = 5000;

let snack: Snack | null = null;
let count = 0;
const listeners = new Set<() => void>();

export function showSnackbar(message: Omit<Snack, 'id' | 'type'> & { type?: Snack['type'] }): void {
  set({ type: 'info', ...message, id: ++count });
}

/** Returns the ID of the latest message. */
export const lastSnackbar = (): number => count;

/** Closes the current message. If an ID is given, closes only the message with that ID. */
export function closeSnackbar(id?: number): void {
  if (snack && (id === undefined || snack.id === id)) set(null);
}

export const useSnackbar = (): Snack | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => snack,
  );

function set(next: Snack | null): void {
  snack = next;
  for (const listener of listeners) listener();
}
