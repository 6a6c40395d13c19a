/** What would be lost if its page were left: the shell asks before it goes elsewhere, the browser before it closes the page. */
import { useEffect } from 'react';

/** Changes that were not saved, files that are being sent. */
export type Unsaved = 'changes' | 'uploads';

type Held = { what: Unsaved; view: boolean };
const held = new Map<object, Held>();

/** Each kind once, changes first; `view`: only what is lost where the same page shows something else. */
export const unsaved = ({ view = false } = {}): readonly Unsaved[] =>
  [...new Set([...held.values()].filter((one) => !view || one.view).map(({ what }) => what))].sort();

/**
 * Says of the page it stands on that something of this kind would be lost now. `view`: also by another view of the same page, one that
 * differs only in what stands after the question mark.
 */
export function useUnsaved(what: Unsaved, is: boolean, { view = false } = {}): void {
  useEffect(() => {
    if (!is) return;
    const one = {};
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    held.set(one, { what, view });
    addEventListener('beforeunload', hold);
    return () => {
      held.delete(one);
      removeEventListener('beforeunload', hold);
    };
  }, [what, is, view]);
}
