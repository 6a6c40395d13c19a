/** Passwords: argon2id, 19 MiB, two passes (OWASP), off the main thread and never on all cores. */
import { normalizeText } from '@fundus/contract/unicode';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createHashingQueue } from './hashing-queue.ts';

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Queue for hashing. One core stays free for other requests. 500 waiting sign-ins are the start of a lesson; more at once is not expected
 * of schools.
 */
export const runInTurn = createHashingQueue({
  what: 'hashing a password',
  atOnce: Math.max(1, availableParallelism() - 1),
  mostWaiting: 500,
});

export const hashPassword = (password: string): Promise<string> => runInTurn(() => hash(normalizeText(password), OPTIONS));

/** Hash of no password, so that verification takes equally long for unknown accounts. */
let dummy: Promise<string> | undefined;

/** Returns whether the password matches; call it within `runInTurn`. Without a hash it takes the same time and returns false. */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  dummy ??= hash('unknown person', OPTIONS);
  const fits = await verify(stored ?? (await dummy), normalizeText(password));
  return fits && stored != null;
}
