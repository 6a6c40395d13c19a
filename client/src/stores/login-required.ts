/**
 * The login event (docs/specification.md#shell): it stores where the person wanted to go. A forced one goes straight to the sign-in page;
 * otherwise a dialog asks first.
 */
import { useSyncExternalStore } from 'react';
import { storeRedirect } from './redirect.ts';

let open = false;
const listeners = new Set<() => void>();
let goToLogin: (() => void) | null = null;

/** The shell says how the sign-in page is reached. */
export function onLogin(go: (() => void) | null): void {
  goToLogin = go;
}

export function requireLogin(redirectUrl: string, { forced = false }: { forced?: boolean } = {}): void {
  storeRedirect(redirectUrl);
  if (forced) goToLogin?.();
  else setLoginDialog(true);
}

export function setLoginDialog(shown: boolean): void {
  open = shown;
  for (const listener of listeners) listener();
}

export const useLoginDialog = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
