/** Secret calendar addresses, which work without a session. Only the hash is stored, and reads are rate-limited. */
import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@fundus/contract/errors';
import type { Ctx } from '../http/context.ts';
import { countAttempts, limitKey } from '../limits/limits.ts';

/** Rate limit of one address. Calendar programs poll every few minutes at most. */
const PER_ADDRESS = { most: 60, withinMinutes: 60, grows: false };

export const hashAddressToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Returns a new address and its hash. Storing the hash invalidates the previous address. */
export function createSecretAddress(): { token: string; hash: string } {
  const token = randomBytes(24).toString('base64url');
  return { token, hash: hashAddressToken(token) };
}

/** Throws `too_many_attempts` if an address is read too often. `kind` distinguishes several addresses of one person. */
export async function requireReadsLeft(
  { db, secret, now }: Pick<Ctx, 'db' | 'secret' | 'now'>,
  kind: string,
  personId: string,
): Promise<void> {
  if ((await countAttempts(db, limitKey(secret, kind, personId), now, PER_ADDRESS)) > 0) throw new AppError('too_many_attempts');
}
