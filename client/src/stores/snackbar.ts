/** Message at the bottom of the page; a new one replaces the previous one (docs/specification.md#shell). */
import { useSyncExternalStore } from 'react';

export type Snack = {
  id: number;
  text: string;
  type: 'info' | 'success' | 'error';
  /** Such as "Rückgängig". */
  action?: { label: string; run: () => void };
  /** Second action. */
  more?: { label: string; run: () => void };
  /** Link to the affected object. */
  way?: { label: string; href: string };
  /** Stays until it is closed, because its action would be lost. */
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

/** Returns the id of the last message. */
export const lastSnackbar = (): number => count;

/** Closes the current message, or only the one with this id. */
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
