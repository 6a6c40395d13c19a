/** Addresses a calendar follows: whoever knows one needs no session, so it is kept as a hash, and read so often at most. */
import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@fundus/contract/errors';
import type { Ctx } from '../http/context.ts';
import { countWithin, limitKey } from '../limits/limits.ts';

/** Calendars ask every few minutes at most; whoever guesses asks more often. */
const PER_ADDRESS = { most: 60, withinMinutes: 60, grows: false };

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A new address ends the one before: only its hash is kept. */
export function makeAddress(): { token: string; hash: string } {
  const token = randomBytes(24).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** Throws where an address of somebody is read too often. `kind` parts the addresses of one person. */
export async function countReading({ db, secret, now }: Pick<Ctx, 'db' | 'secret' | 'now'>, kind: string, personId: string): Promise<void> {
  if ((await countWithin(db, limitKey(secret, kind, personId), now, PER_ADDRESS)) > 0) throw new AppError('too_many_attempts');
}
