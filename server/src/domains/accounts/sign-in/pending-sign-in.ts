/** A sign-in that waits for the second factor. The browser has a token and the database its hash, which is valid for ten minutes. */
import { randomBytes } from 'node:crypto';
import type { User } from '@fundus/contract/accounts/accounts';
import { SIGN_IN_STATES } from '@fundus/contract/accounts/states';
import { AppError } from '@fundus/contract/errors';
import type { Ctx, OidcSession } from '../../../http/context.ts';
import { findPendingSignIn, insertPendingSignIn, removePendingSignIn, type PendingSignInRow } from '../factors/factor-repository.ts';
import { startSession } from './start-session.ts';
import { hashToken } from '../tokens.ts';

const LIFE = 10 * 60_000;

export async function createPendingSignIn(
  ctx: Ctx,
  about: { personId: string; purpose: 'sign_in' | 'setup'; stay: boolean; oidc?: OidcSession | undefined },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertPendingSignIn(ctx.db, {
    hash: hashToken(token),
    person_id: about.personId,
    purpose: about.purpose,
    stay: about.stay,
    oidc: about.oidc ? JSON.stringify(about.oidc) : null,
    created_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + LIFE),
  });
  return token;
}

/** Returns a pending sign-in. Throws `expired` if it has expired, is completed or belongs to another user. */
export async function readPendingSignIn(ctx: Ctx, token: string): Promise<PendingSignInRow> {
  const step = await findPendingSignIn(ctx.db, hashToken(token), ctx.now);
  if (!step || !SIGN_IN_STATES.includes(step.state)) throw new AppError('expired', { field: 'token' });
  if (step.purpose === 'setup' && step.person_id !== ctx.user?.id) throw new AppError('expired', { field: 'token' });
  return step;
}

/** Completes a pending sign-in and starts the session. Returns the user, or `null` if the user was already signed in. */
export async function finishPendingSignIn(ctx: Ctx<'oidc'>, step: PendingSignInRow): Promise<User | null> {
  await removePendingSignIn(ctx.db, step.hash);
  if (step.purpose === 'setup') return null;
  return startSession(ctx, {
    personId: step.person_id,
    state: step.state,
    stay: step.stay,
    oidc: (step.oidc as OidcSession | null) ?? undefined,
  });
}
