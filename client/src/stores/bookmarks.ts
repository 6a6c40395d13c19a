/** Bookmarks changed since the page was loaded, which take effect immediately in every list. */
import { useSyncExternalStore } from 'react';

let marks: ReadonlyMap<string, boolean> = new Map();
const listeners = new Set<() => void>();

export function setBookmarked(identifier: string, bookmarked: boolean): void {
  marks = new Map(marks).set(identifier, bookmarked);
  for (const listener of listeners) listener();
}

/** Discards all changes when the user signs in or out. */
export function clearBookmarks(): void {
  marks = new Map();
  for (const listener of listeners) listener();
}

/** Returns whether a medium is bookmarked. A change since the page was loaded takes precedence over the reply. */
export const isBookmarked = (item: { identifier: string; bookmarked: boolean }): boolean => marks.get(item.identifier) ?? item.bookmarked;

export const useBookmarked = (item: { identifier: string; bookmarked: boolean }): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isBookmarked(item),
  );
