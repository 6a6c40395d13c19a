/**
 * Writes that wait for the connection. They are counted for display, sent one after another once the portal answers, and can be discarded.
 * The idempotency key of a write stays the same, so a write whose answer was lost is executed once (docs/behaviour/common.md#idempotency).
 */
import { AppError } from '@fundus/contract/errors';
import { useSyncExternalStore } from 'react';
import { isOffline, untilConnected } from './connection.ts';

const waiting = new Set<AbortController>();
const listeners = new Set<() => void>();
/** Settles when the write that was queued last is done. */
let last: Promise<unknown> = Promise.resolve();

const holdPage = (event: BeforeUnloadEvent) => event.preventDefault();

function changed(): void {
  if (waiting.size > 0) addEventListener('beforeunload', holdPage);
  else removeEventListener('beforeunload', holdPage);
  for (const listener of [...listeners]) listener();
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/** Sends a write. Without a connection it waits behind those that wait already. Rejects with `unavailable` if it is discarded. */
export async function sendWhenConnected<T>(send: () => Promise<T>): Promise<T> {
  if (waiting.size === 0) {
    try {
      return await send();
    } catch (error) {
      if (!isOffline(error)) throw error;
    }
  }
  const write = new AbortController();
  const done = Promise.withResolvers<void>();
  const before = last;
  last = done.promise;
  waiting.add(write);
  changed();
  try {
    await Promise.race([before, aborted(write.signal)]);
    for (;;) {
      await untilConnected(write.signal);
      try {
        return await send();
      } catch (error) {
        if (!isOffline(error)) throw error;
      }
    }
  } finally {
    waiting.delete(write);
    done.resolve();
    changed();
  }
}

/** Gives up all writes that wait. */
export function discardWaiting(): void {
  for (const write of [...waiting]) write.abort(new AppError('unavailable', { details: { discarded: true } }));
}

export const countWaiting = (): number => waiting.size;

export const useWaiting = (): number =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, countWaiting);
