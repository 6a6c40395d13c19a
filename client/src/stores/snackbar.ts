/** The message at the foot of the page: one at a time, the newest wins (docs/specification.md#shell). */
import { useSyncExternalStore } from 'react';

export type Snack = {
  id: number;
  text: string;
  type: 'info' | 'success' | 'error';
  /** Such as "Rückgängig". */
  action?: { label: string; run: () => void };
  /** What may be done besides. */
  more?: { label: string; run: () => void };
  /** Where it went. */
  way?: { label: string; href: string };
  /** Stays until it is closed: what it offers would be lost. */
  lasting?: boolean;
};

/** docs/specification.md#constants */
export const SNACKBAR_MS = 5000;

let snack: Snack | null = null;
let count = 0;
const listeners = new Set<() => void>();

export function showSnackbar(message: Omit<Snack, 'id' | 'type'> & { type?: Snack['type'] }): void {
  set({ type: 'info', ...message, id: ++count });
}

/** Returns the id of the message shown last. */
export const lastSnackbar = (): number => count;

/** Closes the message, or only the one named. */
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
