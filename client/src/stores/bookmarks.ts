/** What was bookmarked or taken away in this visit: shown at once, in every list that holds the medium. */
import { useSyncExternalStore } from 'react';

let marks: ReadonlyMap<string, boolean> = new Map();
const listeners = new Set<() => void>();

export function setMark(identifier: string, bookmarked: boolean): void {
  marks = new Map(marks).set(identifier, bookmarked);
  for (const listener of listeners) listener();
}

/** After signing in or out nothing of it holds. */
export function forgetMarks(): void {
  marks = new Map();
  for (const listener of listeners) listener();
}

/** The person's own last word, else what the reply said. */
export const isMarked = (item: { identifier: string; bookmarked: boolean }): boolean => marks.get(item.identifier) ?? item.bookmarked;

export const useMarked = (item: { identifier: string; bookmarked: boolean }): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isMarked(item),
  );
