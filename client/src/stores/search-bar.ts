/** State of the search field in the bar (docs/specification.md#search-screen): its text, and whether a large field in the page replaces it. */
import { useEffect, useSyncExternalStore, type RefObject } from 'react';

let text = '';
let override: HTMLInputElement | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

export function setSearchText(next: string): void {
  text = next;
  notifyListeners();
}

export const useSearchText = (): string => useSyncExternalStore(subscribe, () => text);

/** Returns whether a large field is in view, which hides the one in the bar. */
export const useSearchBarClosed = (): boolean => useSyncExternalStore(subscribe, () => override !== null);

/** Returns the large field in view, which `/` focuses, or `null`. */
export const searchStandIn = (): HTMLInputElement | null => override;

/** Replaces the field of the bar by a large one until that scrolls under the bar. */
export function useLargeSearchField(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const set = (next: HTMLInputElement | null) => {
      if (override === next) return;
      override = next;
      notifyListeners();
    };
    set(input);
    const observer = new IntersectionObserver((entries) => set(entries.at(-1)?.isIntersecting ? input : null), {
      rootMargin: '-64px 0px 0px',
    });
    observer.observe(input);
    return () => {
      observer.disconnect();
      set(null);
    };
  }, [field]);
}
