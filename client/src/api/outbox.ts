/**
 * Writes that wait for the connection. They are counted for display, sent in sequence once the portal responds, and can be discarded. A write keeps
 * its idempotency key, so it is executed only once even if its response was lost (docs/behaviour/common.md#idempotency).
 */
import { AppError } from '@fundus/contract/errors';
import { useSyncExternalStore } from 'react';
import { isOffline, waitForConnection } from './connection.ts';

const waiting = new Set<AbortController>();
const listeners = new Set<() => void>();
/** Settles when the most recently queued write is done. */
let last: Promise<unknown> = Promise.resolve();

const holdPage = (event: BeforeUnloadEvent) => event.preventDefault();

function changed(): void {
  if (waiting.size > 0) addEventListener('beforeunload', holdPage);
  else removeEventListener('beforeunload', holdPage);
  for (const listener of [...listeners]) listener();
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/** Sends a write. Without a connection the write waits behind those already queued. Rejects with `unavailable` if the write is discarded. */
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
      await waitForConnection(write.signal);
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

/** Discards all waiting writes. */
export function discardQueuedWrites(): void {
  for (const write of [...waiting]) write.abort(new AppError('unavailable', { details: { discarded: true } }));
}

export const countQueuedWrites = (): number => waiting.size;

export const useQueuedWriteCount = (): number =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, countQueuedWrites);
