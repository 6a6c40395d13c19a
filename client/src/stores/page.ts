/** The page shown now: title of the document, and the heading that takes the focus after a change of page. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useSession } from './session.ts';

let focusWanted = false;
let current = '';
const listeners = new Set<() => void>();

/** For who opens another page, or another view of one. */
export function wantHeadingFocus(): void {
  focusWanted = true;
}

/** True once after each change of page. */
export function takeHeadingFocus(): boolean {
  const wanted = focusWanted;
  focusWanted = false;
  return wanted;
}

/** Another page, or a view with a heading of its own: that takes the focus once it is there. The first of a visit is left to the browser. */
export function useFocusOnChange(view: string): void {
  const before = useRef(view);
  if (before.current !== view) {
    before.current = view;
    wantHeadingFocus();
  }
}

/** Names the page in the title of the document ("Page – Product") and for the announcement of the shell. */
export function usePageTitle(title: string): void {
  const { productName } = useSession();
  useEffect(() => {
    document.title = title ? `${title} – ${productName}` : productName;
    current = title;
    // What the server said of the page that was opened first is not true of another one.
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
