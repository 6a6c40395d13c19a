/** Signing out at both: here and at the portal somebody came from (docs/behaviour/accounts.md#other-portals). */
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import type { Ctx, Portal } from '../../../http/context.ts';
import { originOf } from '../../../http/origin.ts';
import { countFailure, limitKey, requireNotBlocked, type LimitRule } from '../../../limits/limits.ts';
import { unseal } from '../../../secrets/sealed.ts';
import { endOidcSessions, findSessionProvider, noteLogout } from './provider-repository.ts';

/** What the token of a sign-in is sealed for. */
export const ID_TOKEN = 'id-token';

/** Where whoever came from another portal signs out there too; null for all others, and while it does not answer. Outside of the transaction. */
export async function prepareLogout(ctx: Ctx): Promise<{ name: string; url: string } | null> {
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
    ctx.log.warn({ provider: client.settings.id, reason: String(error) }, 'sign-in provider does not answer');
    return null;
  }
}

/** Sign-out notices nobody signed, from one network. */
const WRONG_NOTICES: LimitRule = { most: 100, withinMinutes: 15, grows: false };

/**
 * A provider says that somebody has signed out there. True when it was said properly, whether or not anybody was signed in here. Throws
 * `unavailable` while the provider's keys cannot be had: it may say so again, and nobody guessed.
 */
export async function logoutByProvider(portal: Portal, token: string, address: string): Promise<boolean> {
  const now = portal.now();
  const limit = limitKey(portal.secret, 'backchannel', address);
  for (const client of portal.oidc) {
    if (!('finish' in client)) continue;
    const claims = await client.readLogout(token, now).catch((error: unknown) => {
      portal.log.error({ provider: client.settings.id, reason: String(error) }, 'sign-out of another portal cannot be checked');
      throw new AppError('unavailable');
    });
    if (!claims) continue;
    if (!(await noteLogout(portal.db, client.settings.id, claims.jti, now))) break;
    await endOidcSessions(portal.db, client.settings.id, claims);
    return true;
  }
  // Verified first, so that wrong notices refuse no correct one.
  await requireNotBlocked(portal.db, [limit], now);
  await countFailure(portal.db, limit, now, WRONG_NOTICES);
  return false;
}
