/**
 * Tokens for links in mails. A token has 256 bits, is in the fragment of the URL, is stored as a hash and can be used once. A new token revokes
 * earlier ones.
 */
import { createHash, randomBytes } from 'node:crypto';
import { AppError, invalid } from '@fundus/contract/errors';
import type { Db } from '../../db/open.ts';
import { findToken, insertToken, revokeTokens, type TokenKind, type TokenRow } from './token-repository.ts';

const MINUTE = 60_000;
const LIFE: Record<TokenKind, number> = { reset: 60 * MINUTE, register: 24 * 60 * MINUTE, email: 24 * 60 * MINUTE };

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Creates a token and revokes the person's other tokens of the same kind. */
export async function makeToken(
  db: Db,
  now: Date,
  about: { kind: TokenKind; personId: string; email?: string; requestId?: string; invitationId?: string | null },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await revokeTokens(db, about.personId, about.kind, now);
  await insertToken(db, {
    hash: hashToken(token),
    kind: about.kind,
    person_id: about.personId,
    email: about.email ?? null,
    invitation_id: about.invitationId ?? null,
    request_id: about.requestId ?? null,
    created_at: now,
    expires_at: new Date(now.getTime() + LIFE[about.kind]),
  });
  return token;
}

/**
 * Returns a token and locks it until the transaction ends. Throws `validation_failed` if the token is unknown, `revoked` if it was used or replaced,
 * and `expired` if it has expired.
 */
export async function readToken(db: Db, now: Date, kind: TokenKind, token: string): Promise<TokenRow> {
  const row = await findToken(db, kind, hashToken(token));
  if (!row) throw invalid('token', 'unknown');
  if (row.used_at || row.revoked_at) throw new AppError('revoked', { field: 'token' });
  if (row.expires_at <= now) throw new AppError('expired', { field: 'token' });
  return row;
}
