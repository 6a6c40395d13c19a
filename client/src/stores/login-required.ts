/**
 * Asks the user to sign in (docs/specification.md#shell) and stores the page to return to. A forced sign-in opens the sign-in page, otherwise a
 * dialog asks first. Writes rejected because the session expired wait for the dialog.
 */
import { AppError } from '@fundus/contract/errors';
import { useSyncExternalStore } from 'react';
import { storeRedirect } from './redirect.ts';

let open = false;
const listeners = new Set<() => void>();
let goToLogin: (() => void) | null = null;
let waiting: PromiseWithResolvers<void>[] = [];

/** Sets the function that opens the sign-in page. Called by the shell. */
export function onLogin(go: (() => void) | null): void {
  goToLogin = go;
}

export function requireLogin(redirectUrl: string, { forced = false }: { forced?: boolean } = {}): void {
  storeRedirect(redirectUrl);
  if (forced) goToLogin?.();
  else show(true);
}

/** Opens the sign-in dialog. Resolves once the same user has signed in again, and rejects with `login_required` if the dialog is closed. */
export function restoreSession(): Promise<void> {
  const write = Promise.withResolvers<void>();
  waiting.push(write);
  requireLogin(location.pathname + location.search);
  return write.promise;
}

/** Closes the sign-in dialog. `signedIn` means that the same user has signed in again, possibly in another tab. */
export function closeLoginDialog({ signedIn = false } = {}): void {
  show(false);
  const writes = waiting;
  waiting = [];
  for (const write of writes) {
    if (signedIn) write.resolve();
    else write.reject(new AppError('login_required', { details: { declined: true } }));
  }
}

/** Returns whether the error was caused by closing the sign-in dialog. */
export const isSignInDeclined = ({ details }: AppError): boolean => details?.declined === true;

function show(shown: boolean): void {
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
