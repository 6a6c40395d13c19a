/** State of the search field in the header (docs/specification.md#search-screen), which a large search field in the page can replace. */
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

/** Returns whether the search field in the header is hidden, because a large one is in view. */
export const useIsSearchBarHidden = (): boolean => useSyncExternalStore(subscribe, () => override !== null);

/** Returns the large search field in view, which the key `/` focuses, or `null`. */
export const largeSearchField = (): HTMLInputElement | null => override;

/** Hides the search field in the header while the given large field is in view. */
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
