/** Title of the current page, and the focus of its heading after navigation. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useSession } from './session.ts';

let focusWanted = false;
let current = '';
const listeners = new Set<() => void>();

/** Requests that the heading of the next page or view receives the focus. */
export function requestHeadingFocus(): void {
  focusWanted = true;
}

/** Returns `true` once for each request. */
export function consumeHeadingFocus(): boolean {
  const wanted = focusWanted;
  focusWanted = false;
  return wanted;
}

/** Focuses the heading when `view` changes. The first page of a visit keeps the default focus of the browser. */
export function useFocusOnChange(view: string): void {
  const before = useRef(view);
  if (before.current !== view) {
    before.current = view;
    requestHeadingFocus();
  }
}

/** Sets the document title ("Page – Product"), which the shell also announces to screen readers. */
export function usePageTitle(title: string): void {
  const { productName } = useSession();
  useEffect(() => {
    document.title = title ? `${title} – ${productName}` : productName;
    current = title;
    // Metadata that the server rendered for the first page does not apply to other pages.
    for (const mark of document.querySelectorAll<HTMLElement>('[data-page]')) if (mark.dataset.page !== location.pathname) mark.remove();
    for (const listener of listeners) listener();
  }, [title, productName]);
}

export const currentTitle = (): string => current;

export const useCurrentTitle = (): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
