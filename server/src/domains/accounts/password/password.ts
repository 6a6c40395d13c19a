/** Hashes passwords with argon2id, 19 MiB and two passes (OWASP), in other threads and never on all cores. */
import { normalizeText } from '@fundus/contract/unicode';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createHashingQueue } from './hashing-queue.ts';

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Queue for password hashing. One core remains free for other requests. Up to 500 sign-ins may wait, which covers schools whose lessons start at the
 * same time.
 */
export const runInTurn = createHashingQueue({
  what: 'hashing a password',
  atOnce: Math.max(1, availableParallelism() - 1),
  mostWaiting: 500,
});

export const hashPassword = (password: string): Promise<string> => runInTurn(() => hash(normalizeText(password), OPTIONS));

/** Hash that matches no password. Verifying it makes a sign-in to an unknown account take equally long. */
let dummy: Promise<string> | undefined;

/** Returns whether the password matches. If there is no hash, returns false after the same time. Must be called within `runInTurn`. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  dummy ??= hash('unknown person', OPTIONS);
  const fits = await verify(stored ?? (await dummy), normalizeText(password));
  return fits && stored != null;
}
