/** Login initiated by a third party in OIDC (LTI 1.3 core 5.1.1). */
import { randomBytes } from 'node:crypto';
import { LTI_PATH } from '@fundus/contract/lti/rules';
import type { Portal } from '../../http/context.ts';
import { LtiError } from '../../lti/lti-error.ts';
import { writeState } from '../../lti/state.ts';
import { keyedHash } from '../../secrets/sealed.ts';
import { findByIssuer } from './platform-repository.ts';

/** `origin` is the address of the portal in the request. */
export type LtiContext = Portal<'intranetHosts' | 'platformKeys' | 'remote'> & { origin: string };
export type SentFields = ReadonlyMap<string, string>;

const MAX_HINT = 8_192;
const secret = (): string => randomBytes(24).toString('base64url');

export const hashOfNonce = (portal: Pick<Portal, 'secret'>, nonce: string): string => keyedHash(portal.secret, 'lti-nonce', nonce);

/** Returns true if the target of a link is the launch page of the portal. Its query is validated later, in the signed message. */
export function isOurTarget(target: string, origin: string): boolean {
  if (!URL.canParse(target)) return false;
  const url = new URL(target);
  return url.origin === origin && url.pathname === LTI_PATH && !url.username && !url.password;
}

/** Returns the address to redirect to. Throws `LtiError`. */
export async function beginLogin(portal: LtiContext, sent: SentFields): Promise<string> {
  const [issuer, loginHint, target] = ['iss', 'login_hint', 'target_link_uri'].map((name) => sent.get(name) ?? '');
  const messageHint = sent.get('lti_message_hint');
  if (!issuer || !loginHint || !target) throw new LtiError('bad_message', 'iss, login_hint or target_link_uri');
  if (loginHint.length > MAX_HINT || (messageHint?.length ?? 0) > MAX_HINT) throw new LtiError('bad_message', 'hint too long');
  // Without a client id, the issuer must have only one platform.
  const found = await findByIssuer(portal.db, issuer, sent.get('client_id') || undefined);
  const platform = found.length === 1 ? found[0] : undefined;
  if (!platform || platform.state !== 'active') throw new LtiError('unknown_platform');
  if (!isOurTarget(target, portal.origin)) throw new LtiError('target_invalid');

  const nonce = secret();
  const about = { platform: platform.id, nonceHash: hashOfNonce(portal, nonce), target, jti: secret() };
  const url = new URL(platform.auth_url);
  const query = {
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: platform.client_id,
    redirect_uri: `${portal.origin}/lti/launch`,
    login_hint: loginHint,
    ...(messageHint !== undefined && { lti_message_hint: messageHint }),
    state: await writeState(portal.secret, about, portal.now()),
    nonce,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
