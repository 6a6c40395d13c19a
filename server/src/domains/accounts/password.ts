/** Passwords: argon2id, 19 MiB, two passes (OWASP), off the main thread. */
import { hash, verify } from '@node-rs/argon2';

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), OPTIONS);

/** A hash nobody's password has: checking against it takes as long as against a real one. */
const nobody = hashPassword('there is no such person');

/** Whether the password fits. Without a hash it takes the same time and is false. */
export async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await nobody), password.normalize('NFC'));
  return fits && stored != null;
}
