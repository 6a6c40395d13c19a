/** Checks repeatedly whether the right behind a signed content URL still exists, but seldom enough not to slow down streaming. */
import type { Writable } from 'node:stream';
import type { ContentGrant } from './signature.ts';

export type ContentRightRequest = Pick<ContentGrant, 'use' | 'by'> & { identifier: string };

/** Returns whether a user may open, save or edit a medium. If the result is `once`, it must be cached only briefly. */
export type CheckContentRight = (asked: ContentRightRequest) => Promise<boolean | 'once'>;

/** Milliseconds for which a right is cached. A film that is playing stops within this time after the right has ended. */
export const RIGHT_CACHE_MS = 30_000;
/** Milliseconds for which a right with the result `once` is cached. */
export const ONCE_CACHE_MS = 1_000;
const MAX = 5_000;

/** Returns a function that caches granted rights by person and medium. Refusals are not cached. */
export function rememberRights(mayOpen: CheckContentRight, now: () => Date): CheckContentRight {
  const granted = new Map<string, number>();
  return async (asked) => {
    const key = `${asked.use} ${asked.by ?? ''} ${asked.identifier}`;
    const at = granted.get(key);
    if (at !== undefined && Math.abs(now().getTime() - at) < RIGHT_CACHE_MS) return true;
    granted.delete(key);
    const may = await mayOpen(asked);
    if (may !== true) return may;
    granted.set(key, now().getTime());
    for (const oldest of granted.keys()) {
      if (granted.size <= MAX) break;
      granted.delete(oldest);
    }
    return true;
  };
}

/** Sends a response and aborts it when the right ends. A response may last as long as a film. */
export async function sendWhileAllowed(
  out: Writable,
  send: (out: Writable) => Promise<void>,
  allowed: () => Promise<boolean | 'once'>,
  every: number = RIGHT_CACHE_MS,
): Promise<void> {
  const recheck = async (): Promise<void> => {
    // The response continues while the database is unavailable.
    if (!(await allowed().catch(() => true))) out.destroy();
  };
  const timer = setInterval(() => void recheck(), every).unref();
  try {
    await send(out);
  } finally {
    clearInterval(timer);
  }
}
