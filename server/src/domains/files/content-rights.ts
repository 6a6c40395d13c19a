/** Whether a signed address still counts: the right it was made for is asked again, seldom enough that a film costs nothing. */
import type { Writable } from 'node:stream';
import type { ContentGrant } from './signature.ts';

export type AskedContent = Pick<ContentGrant, 'use' | 'by'> & { identifier: string };

/** Whether somebody may open, save or edit a medium now; the domain that knows says so. `once`: only now, it is to be asked again each time. */
export type MayOpen = (asked: AskedContent) => Promise<boolean | 'once'>;

/** A right that ended is noticed within so many milliseconds, on a film that is playing too. */
export const RIGHT_LASTS = 30_000;
/** … one that is asked for each time so soon. */
export const ONCE_LASTS = 1_000;
const MAX = 5_000;

/** Asks once in a while for each person and medium; refusals are asked again at once. */
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

/** Sends, and breaks off when the right ends meanwhile: one answer may last as long as a film. */
export async function sendWhileAllowed(
  out: Writable,
  send: (out: Writable) => Promise<void>,
  allowed: () => Promise<boolean | 'once'>,
  every: number = RIGHT_LASTS,
): Promise<void> {
  const look = async (): Promise<void> => {
    // While the database does not answer it goes on.
    if (!(await allowed().catch(() => true))) out.destroy();
  };
  const timer = setInterval(() => void look(), every).unref();
  try {
    await send(out);
  } finally {
    clearInterval(timer);
  }
}
