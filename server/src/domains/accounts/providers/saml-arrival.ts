/** Sign-in and logout with SAML 2.0 (docs/behaviour/accounts.md#saml). A response is stored for the browser that sent the request. */
import { randomBytes } from 'node:crypto';
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import type { Portal, Services } from '../../../http/context.ts';
import type { SamlHandlers } from '../../../http/entries/saml-routes.ts';
import { countFailure, limitKey, requireNotBlocked, type LimitRule } from '../../../limits/limits.ts';
import { hashSignInSecret } from '../../../oidc/oidc.ts';
import { type SamlAnswer, type SamlClient } from '../../../saml/saml.ts';
import { claimOidcRequest, endSamlSessions, insertOidcRequest, recordLogout } from './provider-repository.ts';

/** Parameter that contains the token of a stored response. */
export const SAML_ANSWER = 'saml';

/** A stored response, which takes the place of claims in an authorization request. */
export type StoredSamlAnswer = { saml: Pick<SamlAnswer, 'claims' | 'leaver'> };

const LIFE = 2 * 60_000;

/** Limit for invalid messages from one network. */
const WRONG_MESSAGES: LimitRule = { most: 100, withinMinutes: 15, grows: false };

const isSaml = (client: Services['oidc'][number]): client is SamlClient => 'readAnswer' in client;

function clientOf(portal: Portal<'oidc'>, provider: string): SamlClient {
  const found = portal.oidc.filter(isSaml).find(({ settings }) => settings.id === provider);
  if (!found) throw new AppError('not_found');
  return found;
}

const pageWith = (page: string, answer: Record<string, string>): string =>
  `${page}#${new URLSearchParams({ answer: new URLSearchParams(answer).toString() })}`;

export const samlHandlers = (portal: Portal<'oidc'>): SamlHandlers => ({
  metadata: (provider) => clientOf(portal, provider).metadata(),

  answer: async (provider, response, network) => {
    const client = clientOf(portal, provider);
    const read = await checked(portal, provider, network, () => client.readAnswer(response, portal.now()));
    // Accepts a response only to a request of the portal, and only once.
    const visit = read && (await claimOidcRequest(portal.db, hashSignInSecret(read.inResponseTo), portal.now()));
    if (!visit || visit.provider !== provider || visit.browser === '') {
      if (read) portal.log.warn({ provider }, 'SAML response without a pending request');
      return pageWith(href('login'), { [SAML_ANSWER]: '' });
    }
    const token = randomBytes(32).toString('base64url');
    const stored: StoredSamlAnswer = { saml: { claims: read.claims, leaver: read.leaver } };
    await insertOidcRequest(portal.db, {
      hash: hashSignInSecret(token),
      provider,
      browser: visit.browser,
      nonce: '',
      verifier: '',
      person_id: visit.person_id,
      claims: JSON.stringify(stored),
      expires_at: new Date(portal.now().getTime() + LIFE),
    });
    return pageWith(visit.person_id ? href('account', { section: 'security' }) : href('login'), { [SAML_ANSWER]: token });
  },

  logout: async (provider, message, { relayState, network }) => {
    const client = clientOf(portal, provider);
    if (message === null) return href('login');
    const read = await checked(portal, provider, network, () => client.readLogout(message, portal.now()));
    if (!read || !(await recordLogout(portal.db, provider, read.id, portal.now()))) throw new AppError('forbidden');
    await endSamlSessions(portal.db, provider, read);
    return (await client.answerLogout(read.id, relayState)) ?? href('login');
  },
});

/**
 * Reads a message. An invalid message is logged and counted, and `undefined` is returned. Throws `too_many_attempts` for further invalid messages.
 * The limit is checked only for invalid messages, so that they never block valid ones.
 */
async function checked<T>(portal: Portal, provider: string, network: string, read: () => Promise<T>): Promise<T | undefined> {
  const limit = limitKey(portal.secret, 'saml', network);
  try {
    return await read();
  } catch (error) {
    portal.log.warn({ provider, reason: String(error).slice(0, 300) }, 'SAML message refused');
    await requireNotBlocked(portal.db, [limit], portal.now());
    await countFailure(portal.db, limit, portal.now(), WRONG_MESSAGES);
    return undefined;
  }
}
