/**
 * Remounts the whole interface (docs/behaviour/access.md#advanced-and-basic-view) after the advanced view was switched, and on the document
 * event `refreshUI`.
 */
import { useSyncExternalStore } from 'react';

/** Delay in milliseconds before the profile menu is opened again (docs/specification.md#constants). */
const REOPEN_MS = 10;

let version = 0;
let menuOpen = false;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/** Remounts the interface; `reopenMenu` opens the profile menu afterwards. */
export function refreshUI({ reopenMenu = false }: { reopenMenu?: boolean } = {}): void {
  version++;
  menuOpen = false;
  notifyListeners();
  if (reopenMenu) setTimeout(() => setProfileMenu(true), REOPEN_MS);
}

export function setProfileMenu(open: boolean): void {
  menuOpen = open;
  notifyListeners();
}

/** Returns the React key of the interface. */
export const useUIVersion = (): number => useSyncExternalStore(subscribe, () => version);

export const useProfileMenu = (): boolean => useSyncExternalStore(subscribe, () => menuOpen);

document.addEventListener('refreshUI', () => refreshUI());
