/** Medium or part for a new assignment ("Als Aufgabe stellen"); the shell asks for the class. */
import { useSyncExternalStore } from 'react';

type Part = { title: string; start_s: number; end_s: number };
type Medium = { identifier: string; fn_titel: string; part?: Part };

let wanted: Medium | null = null;
const listeners = new Set<() => void>();

function setWanted(next: Medium | null): void {
  wanted = next;
  for (const listener of listeners) listener();
}

export const startAssignment = ({ identifier, fn_titel }: Pick<Medium, 'identifier' | 'fn_titel'>, part?: Part): void =>
  setWanted({ identifier, fn_titel, ...(part && { part: { title: part.title, start_s: part.start_s, end_s: part.end_s } }) });

export const closeAssignment = (): void => setWanted(null);

export const useNewAssignment = (): Medium | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
  );
