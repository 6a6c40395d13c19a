/** Passwords: argon2id, 19 MiB, two passes (OWASP), off the main thread and never on all cores at once. */
import { availableParallelism } from 'node:os';
import { AppError } from '@fundus/contract/errors';
import { hash, verify } from '@node-rs/argon2';
import { refuseInTransaction } from '../../../in-transaction.ts';

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One core stays for everybody else: two hundred sign-ins at once wait for each other, not the others for them. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
let running = 0;
const waiting: (() => void)[] = [];
/** Five hundred learners begin their lesson; more than that at once is no school. */
const MOST_WAITING = 500;
const RETRY_AFTER = 5;

/** Does something that hashes when it is its turn. Not to be nested. Throws `unavailable` where too many wait. */
export async function runInTurn<T>(work: () => Promise<T>): Promise<T> {
  refuseInTransaction('hashing a password');
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new AppError('unavailable', { details: { retry_after: RETRY_AFTER } });
    await new Promise<void>((turn) => waiting.push(turn));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> => runInTurn(() => hash(password.normalize('NFC'), OPTIONS));

/** A hash nobody's password has: checking against it takes as long as against a real one. */
let nobody: Promise<string> | undefined;

/** Whether the password fits; to be asked in turn. Without a hash it takes the same time and is false. */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hash('there is no such person', OPTIONS);
  const fits = await verify(stored ?? (await nobody), password.normalize('NFC'));
  return fits && stored != null;
}
