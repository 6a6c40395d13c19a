/** Launch with LTI 1.1 (docs/behaviour/lti.md#lti-11). It works if the district added the platform with a key and the operator enabled LTI 1.1. */
import { randomBytes } from 'node:crypto';
import { AppError, notFound } from '@fundus/contract/errors';
import { LTI_FORM_PATH, roleOf } from '@fundus/contract/lti/rules';
import type { Portal } from '../../http/context.ts';
import { keyOf, readForm, type SentForm } from '../../lti/form-messages.ts';
import { LtiError } from '../../lti/lti-error.ts';
import { tryUnseal } from '../../secrets/sealed.ts';
import { createVisit, isOfPlatform, targetOf, resolveLiveTarget } from './launch.ts';
import { hashOfNonce, type LtiContext } from './login.ts';
import { findByKey, findPlatform } from './platform-repository.ts';

/** Purpose of the encryption of a platform's secret. */
export const PLATFORM_SECRET = 'lti-platform-secret';

/** Returns the secret of a platform. Throws if it has none. */
export async function readSecret({ db, secret }: Pick<Portal, 'db' | 'secret'>, platformId: string): Promise<string> {
  const row = await findPlatform(db, platformId);
  const own = row?.secret_sealed ? tryUnseal(secret, PLATFORM_SECRET, row.secret_sealed) : null;
  if (own === null) throw new AppError('wrong_credentials');
  return own;
}

/** Returns the address to redirect to. Throws `LtiError`, or `not_found` if LTI 1.1 is disabled. */
export async function launchForm(portal: LtiContext, sent: SentForm): Promise<string> {
  if (!portal.config.Lti11) throw notFound();
  const known = await findByKey(portal.db, keyOf(sent));
  const platform = known && (await findPlatform(portal.db, known.id));
  const secret = known?.secret_sealed ? tryUnseal(portal.secret, PLATFORM_SECRET, known.secret_sealed) : null;
  if (!platform || platform.state !== 'active' || secret === null) throw new LtiError('unknown_platform');
  const message = { ...readForm(`${portal.origin}${LTI_FORM_PATH}`, sent, secret, portal.now()), course: null };
  const role = roleOf(message.roles);
  if (message.kind === 'pick' && role !== 'L') throw new LtiError('not_allowed');
  if (message.pick && !isOfPlatform(message.pick.return_url, platform)) throw new LtiError('bad_message', 'content_item_return_url');
  const target = message.kind === 'open' ? await resolveLiveTarget(portal.db, targetOf(message)) : null;
  // Assignments require the course data of LTI 1.3, so they are not opened.
  const visit = { role, target: target?.kind === 'task' ? null : target, message, code: randomBytes(32).toString('base64url') };
  return createVisit(portal, platform, visit, [
    { key: `nonce:${platform.id}:${hashOfNonce(portal, message.nonce)}`, problem: 'nonce_used' },
  ]);
}
