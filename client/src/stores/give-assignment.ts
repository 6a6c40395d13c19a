/** "Als Aufgabe geben": the medium an assignment is to begin with, wherever somebody stands; the shell asks for which class. */
import { useSyncExternalStore } from 'react';

type Medium = { identifier: string; fn_titel: string };

let wanted: Medium | null = null;
const listeners = new Set<() => void>();

function ask(next: Medium | null): void {
  wanted = next;
  for (const listener of listeners) listener();
}

export const giveAsAssignment = ({ identifier, fn_titel }: Medium): void => ask({ identifier, fn_titel });

export const endGiving = (): void => ask(null);

export const useToGive = (): Medium | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
  );
