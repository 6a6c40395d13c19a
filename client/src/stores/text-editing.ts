/** Language in which texts are edited on the page itself, or `null`. The state is lost when the page is closed. */
import { useSyncExternalStore } from 'react';

let language: string | null = null;
const listeners = new Set<() => void>();

/** Starts editing the texts of a language. `null` stops it. */
export function editTexts(next: string | null): void {
  language = next;
  for (const listener of listeners) listener();
}

export const useTextEditing = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => language,
  );
