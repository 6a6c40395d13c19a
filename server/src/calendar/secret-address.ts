/** Secret calendar addresses, which work without a session: only the hash is stored, and reads are rate-limited. */
import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@fundus/contract/errors';
import type { Ctx } from '../http/context.ts';
import { countWithin, limitKey } from '../limits/limits.ts';

/** Calendars poll every few minutes at most. */
const PER_ADDRESS = { most: 60, withinMinutes: 60, grows: false };

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Returns a new address. It replaces the previous one, because only one hash is stored. */
export function makeAddress(): { token: string; hash: string } {
  const token = randomBytes(24).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** Throws `too_many_attempts` if an address is read too often. `kind` distinguishes the addresses of one person. */
export async function countReading({ db, secret, now }: Pick<Ctx, 'db' | 'secret' | 'now'>, kind: string, personId: string): Promise<void> {
  if ((await countWithin(db, limitKey(secret, kind, personId), now, PER_ADDRESS)) > 0) throw new AppError('too_many_attempts');
}
