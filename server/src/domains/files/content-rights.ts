/** Revalidates the right behind a signed content URL, seldom enough that streaming a film costs nothing. */
import type { Writable } from 'node:stream';
import type { ContentGrant } from './signature.ts';

export type AskedContent = Pick<ContentGrant, 'use' | 'by'> & { identifier: string };

/** Returns whether a user may open, save or edit a medium. `once`: the result must not be cached for long. */
export type MayOpen = (asked: AskedContent) => Promise<boolean | 'once'>;

/** Cache lifetime of a right in milliseconds; a film that is playing stops within this time. */
export const RIGHT_LASTS = 30_000;
/** Cache lifetime in milliseconds of a right that is valid `once`. */
export const ONCE_LASTS = 1_000;
const MAX = 5_000;

/** Caches granted rights by person and medium; refusals are not cached. */
export function rememberRights(mayOpen: MayOpen, now: () => Date): MayOpen {
  const granted = new Map<string, number>();
  return async (asked) => {
    const key = `${asked.use} ${asked.by ?? ''} ${asked.identifier}`;
    const at = granted.get(key);
    if (at !== undefined && Math.abs(now().getTime() - at) < RIGHT_LASTS) return true;
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

/** Sends a reply and aborts it when the right ends; one reply may last as long as a film. */
export async function sendWhileAllowed(
  out: Writable,
  send: (out: Writable) => Promise<void>,
  allowed: () => Promise<boolean | 'once'>,
  every: number = RIGHT_LASTS,
): Promise<void> {
  const recheck = async (): Promise<void> => {
    // Continues while the database is unavailable.
    if (!(await allowed().catch(() => true))) out.destroy();
  };
  const timer = setInterval(() => void recheck(), every).unref();
  try {
    await send(out);
  } finally {
    clearInterval(timer);
  }
}
