/** The place shown now: title of the document, and the heading that takes the focus after a change of page. */
import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from './session.ts';

let focusWanted = false;
let place = '';
const listeners = new Set<() => void>();

/** The shell calls it when another page was opened. */
export function wantHeadingFocus(): void {
  focusWanted = true;
}

/** True once after each change of page. */
export function takeHeadingFocus(): boolean {
  const wanted = focusWanted;
  focusWanted = false;
  return wanted;
}

/** Names the place in the title of the document ("Place – Product") and for the announcement of the shell. */
export function usePageTitle(title: string): void {
  const { productName } = useSession();
  useEffect(() => {
    document.title = title ? `${title} – ${productName}` : productName;
    place = title;
    for (const listener of listeners) listener();
  }, [title, productName]);
}

export const currentPlace = (): string => place;

export const usePlace = (): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => place,
  );
