/**
 * One-time token that grants access to the initial setup. It has 256 random bits, is stored as a keyed hash and is invalid once a district exists
 * (docs/behaviour/first-start.md#the-token).
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { TOKEN_HOURS } from '@fundus/contract/first-start/steps';
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import type { Db } from '../../db/open.ts';
import type { Ctx, Portal } from '../../http/context.ts';
import { guessCode } from '../../limits/network-limits.ts';
import { keyedHash } from '../../secrets/sealed.ts';
import { hasDistrict } from '../accounts/index.ts';
import { findFirstStart, saveToken } from './repository.ts';

const HOUR = 3_600_000;

/** Creates a token and returns the path of the setup page, or null if a district exists. Revokes the earlier token and keeps the draft. */
export async function makeSetUpPath({ db, secret, now }: Pick<Portal, 'db' | 'secret' | 'now'>): Promise<string | null> {
  if (await hasDistrict(db)) return null;
  const token = randomBytes(32).toString('base64url');
  await saveToken(db, keyedHash(secret, 'first-start', token), new Date(now().getTime() + TOKEN_HOURS * HOUR));
  return `${href('first-start')}#${token}`;
}

type Row = NonNullable<Awaited<ReturnType<typeof findFirstStart>>>;

/** Returns whether the token is the latest one and has not expired. */
export function isValidToken({ secret, now }: Pick<Ctx, 'secret' | 'now'>, row: Row | undefined, token: string): row is Row {
  if (!row?.token_hash || !row.token_until || row.token_until <= now) return false;
  return timingSafeEqual(Buffer.from(row.token_hash), Buffer.from(keyedHash(secret, 'first-start', token)));
}

export async function requireNoDistrict(db: Db): Promise<void> {
  if (await hasDistrict(db)) throw new AppError('revoked');
}

/**
 * Validates a token and counts failed attempts, outside of a transaction. Throws `revoked` once a district exists, `invalid_link` for a wrong token.
 */
export async function requireToken(ctx: Ctx<'pause'>, token: string): Promise<Row> {
  await requireNoDistrict(ctx.db);
  const found = await guessCode(ctx, { kind: 'first-start', text: token }, async (db) => {
    const row = await findFirstStart(db);
    return isValidToken(ctx, row, token) ? row : undefined;
  });
  if (!found) throw new AppError('invalid_link', { field: 'token' });
  return found;
}
