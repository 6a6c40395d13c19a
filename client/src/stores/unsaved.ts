/** What would be lost if its page were left: the shell asks before it goes elsewhere, the browser before it closes the page. */
import { useEffect } from 'react';

/** Changes that were not saved, files that are being sent. */
export type Unsaved = 'changes' | 'uploads';

const held = new Map<object, Unsaved>();

/** Each kind once, changes first. */
export const unsaved = (): readonly Unsaved[] => [...new Set(held.values())].sort();

/** Says of the page it stands on that something of this kind would be lost now. */
export function useUnsaved(what: Unsaved, is: boolean): void {
  useEffect(() => {
    if (!is) return;
    const one = {};
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    held.set(one, what);
    addEventListener('beforeunload', hold);
    return () => {
      held.delete(one);
      removeEventListener('beforeunload', hold);
    };
  }, [what, is]);
}
