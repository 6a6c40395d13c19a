/**
 * The login event (docs/specification.md#shell): it stores where the person wanted to go. A forced one goes straight to the sign-in page;
 * otherwise a dialog asks first. Writes that were refused because the session has ended wait for the dialog.
 */
import { AppError } from '@fundus/contract/errors';
import { useSyncExternalStore } from 'react';
import { storeRedirect } from './redirect.ts';

let open = false;
const listeners = new Set<() => void>();
let goToLogin: (() => void) | null = null;
let waiting: PromiseWithResolvers<void>[] = [];

/** The shell says how the sign-in page is reached. */
export function onLogin(go: (() => void) | null): void {
  goToLogin = go;
}

export function requireLogin(redirectUrl: string, { forced = false }: { forced?: boolean } = {}): void {
  storeRedirect(redirectUrl);
  if (forced) goToLogin?.();
  else show(true);
}

/** Opens the dialog. Resolves once the same person has signed in again; rejects with `login_required` if the dialog is closed. */
export function regainSession(): Promise<void> {
  const write = Promise.withResolvers<void>();
  waiting.push(write);
  requireLogin(location.pathname + location.search);
  return write.promise;
}

/** Closes the dialog: `signedIn` if the same person has signed in again, in it or in another tab. */
export function closeLoginDialog({ signedIn = false } = {}): void {
  show(false);
  const writes = waiting;
  waiting = [];
  for (const write of writes) {
    if (signedIn) write.resolve();
    else write.reject(new AppError('login_required', { details: { declined: true } }));
  }
}

/** Returns whether the person has closed the dialog that asked them to sign in. */
export const isDeclined = ({ details }: AppError): boolean => details?.declined === true;

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
