/** Drawing the whole interface anew (docs/behaviour/access.md#advanced-and-basic-view): after the advanced view was switched, and whenever the document hears `refreshUI`. */
import { useSyncExternalStore } from 'react';

/** The menu of the person comes back this much later (docs/specification.md#constants). */
const REOPEN_MS = 10;

let version = 0;
let menuOpen = false;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const tell = () => {
  for (const listener of listeners) listener();
};

/** Everything around and in the page is made anew; with `reopenMenu` the menu of the person is opened again afterwards. */
export function refreshUI({ reopenMenu = false }: { reopenMenu?: boolean } = {}): void {
  version++;
  menuOpen = false;
  tell();
  if (reopenMenu) setTimeout(() => setProfileMenu(true), REOPEN_MS);
}

export function setProfileMenu(open: boolean): void {
  menuOpen = open;
  tell();
}

/** A key for the interface: another one is another interface. */
export const useUIVersion = (): number => useSyncExternalStore(subscribe, () => version);

export const useProfileMenu = (): boolean => useSyncExternalStore(subscribe, () => menuOpen);

document.addEventListener('refreshUI', () => refreshUI());
