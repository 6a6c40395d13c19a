/** Bookmarks of an anonymous visitor, stored on this device until they are moved to an account (docs/behaviour/library.md#bookmarks). */
import { useSyncExternalStore } from 'react';

const KEY = 'bookmarks';
const MAX = 100;

const listeners = new Set<() => void>();
let kept: readonly string[] | null = null;

/** Returns the identifiers of the bookmarked media, oldest first. Invalid stored data is ignored. */
export function guestBookmarks(): readonly string[] {
  if (kept) return kept;
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    kept = Array.isArray(found) ? found.filter((each) => typeof each === 'string').slice(-MAX) : [];
  } catch {
    kept = [];
  }
  return kept;
}

export function setGuestBookmark(identifier: string, bookmarked: boolean): void {
  const others = guestBookmarks().filter((other) => other !== identifier);
  storeGuestBookmarks(bookmarked ? [...others, identifier].slice(-MAX) : others);
}

export const forgetGuestBookmarks = (): void => storeGuestBookmarks([]);

function storeGuestBookmarks(next: readonly string[]): void {
  kept = next;
  if (next.length > 0) localStorage.setItem(KEY, JSON.stringify(next));
  else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  // Another tab may have changed the bookmarks.
  const changed = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return;
    kept = null;
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', changed);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', changed);
  };
}

export const useGuestBookmarks = (): readonly string[] => useSyncExternalStore(subscribe, guestBookmarks);
