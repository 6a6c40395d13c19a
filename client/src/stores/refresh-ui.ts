/**
 * Remounts the whole interface after a switch between advanced and basic view, and on the document event `refreshUI`
 * (docs/behaviour/access.md#advanced-and-basic-view).
 */
import { useSyncExternalStore } from 'react';

/** Delay in milliseconds before the profile menu is reopened (docs/specification.md#constants). */
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

/** Remounts the interface. With `reopenMenu`, the profile menu is reopened afterwards. */
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
