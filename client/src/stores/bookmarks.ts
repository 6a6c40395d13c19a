/** Bookmarks set or removed during this visit, shown at once in every list with the medium. */
import { useSyncExternalStore } from 'react';

let marks: ReadonlyMap<string, boolean> = new Map();
const listeners = new Set<() => void>();

export function setMark(identifier: string, bookmarked: boolean): void {
  marks = new Map(marks).set(identifier, bookmarked);
  for (const listener of listeners) listener();
}

/** Clears all marks after signing in or out. */
export function clearBookmarks(): void {
  marks = new Map();
  for (const listener of listeners) listener();
}

/** Returns the mark of this visit, else the state of the reply. */
export const isMarked = (item: { identifier: string; bookmarked: boolean }): boolean => marks.get(item.identifier) ?? item.bookmarked;

export const useMarked = (item: { identifier: string; bookmarked: boolean }): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isMarked(item),
  );
