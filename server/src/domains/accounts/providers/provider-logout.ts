/** Logs users out of the portal and the identity provider together (docs/behaviour/accounts.md#identity-providers). */
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import type { Ctx, Portal } from '../../../http/context.ts';
import { originOf } from '../../../http/origin.ts';
import { countFailure, limitKey, requireNotBlocked, type LimitRule } from '../../../limits/limits.ts';
import { unseal } from '../../../secrets/sealed.ts';
import { endOidcSessions, findSessionProvider, recordLogout } from './provider-repository.ts';

/** Purpose under which the ID token is encrypted. */
export const ID_TOKEN = 'id-token';

/**
 * Returns the logout URL of the session's provider, or `null` if the session has no provider or the provider does not respond. Must not be called
 * inside a transaction.
 */
export async function prepareLogout(ctx: Ctx<'oidc'>): Promise<{ name: string; url: string } | null> {
  const session = ctx.user?.session_id;
  const from = session ? await findSessionProvider(ctx.db, session) : undefined;
  const client = ctx.oidc.find(({ settings }) => settings.id === from?.oidc_provider);
  if (!from || !client) return null;
  try {
    const url = await client.endSession(
      `${originOf(ctx)}${href('login')}`,
      from.oidc_token && unseal(ctx.secret, ID_TOKEN, from.oidc_token),
    );
    return url === null ? null : { name: client.settings.name, url };
  } catch (error) {
    ctx.log.warn({ provider: client.settings.id, reason: String(error) }, 'identity provider does not respond');
    return null;
  }
}

/** Limit for invalid logout tokens from one network. */
const WRONG_NOTICES: LimitRule = { most: 100, withinMinutes: 15, grows: false };

/**
 * Handles a back-channel logout. Returns true for a valid token, even if there was no session. If the provider's keys are unavailable, throws
 * `unavailable`, so that the provider retries; this does not count as a failure.
 */
export async function logoutByProvider(portal: Portal<'oidc'>, token: string, address: string): Promise<boolean> {
  const now = portal.now();
  const limit = limitKey(portal.secret, 'backchannel', address);
  for (const client of portal.oidc) {
    if (!('finish' in client)) continue;
    const claims = await client.readLogout(token, now).catch((error: unknown) => {
      portal.log.error(
        { provider: client.settings.id, reason: String(error) },
        'logout request of an identity provider could not be verified',
      );
      throw new AppError('unavailable');
    });
    if (!claims) continue;
    if (!(await recordLogout(portal.db, client.settings.id, claims.jti, now))) break;
    await endOidcSessions(portal.db, client.settings.id, claims);
    return true;
  }
  // The limit is checked only for invalid tokens, so that they never block valid ones.
  await requireNotBlocked(portal.db, [limit], now);
  await countFailure(portal.db, limit, now, WRONG_NOTICES);
  return false;
}
