/** Tracks unsaved input. The shell asks before navigation, and the browser before the page is closed. */
import { useCallback, useEffect, useRef } from 'react';

/** Unsaved changes, or uploads in progress. */
export type Unsaved = 'changes' | 'uploads';

type Loss = { what: Unsaved; view: boolean };
const losses = new Map<object, Loss>();
const atRest: (() => void)[] = [];

/** Resolves once nothing on the page is unsaved. */
export const waitUntilSaved = (): Promise<void> =>
  new Promise((resolve) => {
    if (losses.size === 0) resolve();
    else atRest.push(resolve);
  });

function remove(one: object): void {
  losses.delete(one);
  if (losses.size > 0) return;
  for (const resolve of atRest.splice(0)) resolve();
}

/** Returns the kinds of unsaved input, changes first. With `view`, only input that is lost in another view of the same page. */
export const unsaved = ({ view = false } = {}): readonly Unsaved[] =>
  [...new Set([...losses.values()].filter((one) => !view || one.view).map(({ what }) => what))].sort();

/**
 * Registers unsaved input while `is` is true. With `view`, the input is also lost if only the query of the URL changes. Returns a function that
 * removes the registration immediately, for navigation right after saving.
 */
export function useUnsaved(draft: Unsaved, is: boolean, { view = false } = {}): () => void {
  const release = useRef<() => void>(undefined);
  useEffect(() => {
    if (!is) return;
    const one = {};
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    losses.set(one, { what: draft, view });
    addEventListener('beforeunload', hold);
    release.current = () => {
      remove(one);
      removeEventListener('beforeunload', hold);
    };
    return release.current;
  }, [draft, is, view]);
  return useCallback(() => release.current?.(), []);
}
