/**
 * State of the connection to the portal. A request without a response marks the connection as lost. Probes then run with growing delays, and
 * immediately if the browser goes online or the page gets the focus. The first response marks the connection as restored and resumes all waiting
 * calls.
 */
import { AppError } from '@fundus/contract/errors';
import { useSyncExternalStore } from 'react';

/** Health check that needs no session and fails while the database is unavailable. */
const PROBE = '/api/v1/health/ready';
/** Delays between two probes in seconds. The last one is repeated. */
const PAUSES = [1, 2, 4, 8, 15, 30];
/** Timeout of a probe in milliseconds. The connection counts as lost afterwards. */
const PROBE_MS = 10_000;
let lost = false;
let probes = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (lost === next) return;
  lost = next;
  for (const listener of [...listeners]) listener();
}

/** Marks the connection as lost and returns the error for the request without a response. */
export function connectionError(message = 'no answer from the portal'): AppError {
  if (!lost) {
    probes = 0;
    set(true);
    scheduleProbe();
  }
  return new AppError('unavailable', { message, details: { offline: true } });
}

/** Returns whether a request got no response. Its effect on the server is then unknown. */
export const isOffline = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'unavailable' && error.details?.offline === true;

/** Marks the connection as restored. Called after any response of the portal. */
export function markConnected(): void {
  if (!lost) return;
  clearTimeout(timer);
  set(false);
}

/** Returns whether `fetch` failed because there was no response. An aborted request is not a network failure. */
export const isNetworkFailure = (problem: unknown): boolean => (problem as Error | undefined)?.name === 'TypeError';

/** Returns whether the status comes from a proxy or from a portal that has not started yet. */
export const isGatewayError = (status: number): boolean => status >= 502 && status <= 504;

function scheduleProbe(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void checkConnection(), PAUSES[Math.min(probes, PAUSES.length - 1)]! * 1000);
  probes += 1;
}

/** Checks whether a portal with a lost connection responds again. */
export async function checkConnection(): Promise<void> {
  if (!lost) return;
  clearTimeout(timer);
  const answered = await fetch(PROBE, { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PROBE_MS) }).then(
    ({ status }) => !isGatewayError(status),
    () => false,
  );
  if (answered) markConnected();
  else if (lost) scheduleProbe();
}

/** Resolves when the portal responds again. Rejects with the reason of `signal` if it is aborted first. */
export function waitForConnection(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      listeners.delete(check);
      signal?.removeEventListener('abort', abort);
    };
    const check = () => {
      if (lost) return;
      end();
      resolve();
    };
    const abort = () => {
      end();
      reject(signal!.reason as Error);
    };
    if (signal?.aborted) return reject(signal.reason as Error);
    signal?.addEventListener('abort', abort);
    listeners.add(check);
    check();
  });
}

/** Repeats a read until there is a response. Suitable only for idempotent calls. */
export async function retryUntilConnected<T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!isOffline(error)) throw error;
      await waitForConnection(signal);
    }
  }
}

/** Calls `act` each time the connection is restored. Returns a function that removes the listener. */
export function onReconnect(act: () => void): () => void {
  return subscribe(() => {
    if (!lost) act();
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const isConnectionLost = (): boolean => lost;
export const useConnectionLost = (): boolean => useSyncExternalStore(subscribe, isConnectionLost);

/** Probes on events that suggest a restored connection. Returns a function that removes the listeners. */
export function watchConnection(): () => void {
  const probeIfVisible = () => {
    if (document.visibilityState === 'visible') void checkConnection();
  };
  const events = [
    [window, 'online'],
    [window, 'focus'],
    [document, 'visibilitychange'],
  ] as const;
  for (const [target, name] of events) target.addEventListener(name, probeIfVisible);
  return () => {
    for (const [target, name] of events) target.removeEventListener(name, probeIfVisible);
  };
}
