/** What would be lost if its page were left: the shell asks before it goes elsewhere, the browser before it closes the page. */
import { useCallback, useEffect, useRef } from 'react';

/** Changes that were not saved, files that are being sent. */
export type Unsaved = 'changes' | 'uploads';

type Loss = { what: Unsaved; view: boolean };
const losses = new Map<object, Loss>();
const atRest: (() => void)[] = [];

/** Resolves once nothing on the page is unsaved. */
export const untilSaved = (): Promise<void> =>
  new Promise((resolve) => {
    if (losses.size === 0) resolve();
    else atRest.push(resolve);
  });

function remove(one: object): void {
  losses.delete(one);
  if (losses.size > 0) return;
  for (const resolve of atRest.splice(0)) resolve();
}

/** Each kind once, changes first; `view`: only what is lost where the same page shows something else. */
export const unsaved = ({ view = false } = {}): readonly Unsaved[] =>
  [...new Set([...losses.values()].filter((one) => !view || one.view).map(({ what }) => what))].sort();

/**
 * Says of the page it stands on that something of this kind would be lost now. `view`: also by another view of the same page, one that
 * differs only in what stands after the question mark. Gives what takes it back at once, for who saved and goes elsewhere by that.
 */
export function useUnsaved(what: Unsaved, is: boolean, { view = false } = {}): () => void {
  const release = useRef<() => void>(undefined);
  useEffect(() => {
    if (!is) return;
    const one = {};
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    losses.set(one, { what, view });
    addEventListener('beforeunload', hold);
    release.current = () => {
      remove(one);
      removeEventListener('beforeunload', hold);
    };
    return release.current;
  }, [what, is, view]);
  return useCallback(() => release.current?.(), []);
}
