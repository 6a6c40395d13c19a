/** Language in which texts are edited in context, or `null`. Lasts as long as the page. */
import { useSyncExternalStore } from 'react';

let language: string | null = null;
const listeners = new Set<() => void>();

/** Starts editing texts of a language; `null` ends it. */
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
