/** Passwords: argon2id, 19 MiB, two passes (OWASP), off the main thread and never on all cores at once. */
import { normalizeText } from '@fundus/contract/unicode';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createHashingQueue } from './hashing-queue.ts';

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Does something that hashes when it is its turn. One core stays for everybody else: two hundred sign-ins at once wait for each other, not the others
 * for them. Five hundred learners begin their lesson; more than that at once is no school.
 */
export const runInTurn = createHashingQueue({
  what: 'hashing a password',
  atOnce: Math.max(1, availableParallelism() - 1),
  mostWaiting: 500,
});

export const hashPassword = (password: string): Promise<string> => runInTurn(() => hash(normalizeText(password), OPTIONS));

/** A hash nobody's password has: checking against it takes as long as against a real one. */
let nobody: Promise<string> | undefined;

/** Whether the password fits; to be asked in turn. Without a hash it takes the same time and is false. */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hash('there is no such person', OPTIONS);
  const fits = await verify(stored ?? (await nobody), normalizeText(password));
  return fits && stored != null;
}
