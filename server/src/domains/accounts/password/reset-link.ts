/** Sends mails with a password reset link (docs/behaviour/accounts.md#password-reset). */
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import type { Services } from '../../../http/context.ts';
import { listIdentities } from '../providers/provider-repository.ts';
import { countTokens } from '../token-repository.ts';
import { makeToken } from '../tokens.ts';
import { findReader, type MailContext, simpleMail, notifyPerson } from '../../mails/index.ts';

const HOUR = 3_600_000;
const MAX_AN_HOUR = 3;

type ResetSource = MailContext & Pick<Services, 'oidc'>;

/**
 * Sends a reset link on behalf of an administrator. Throws `not_found`, `not_available` if the person has no address, and `too_many_attempts` after
 * three links per hour.
 */
export async function sendResetLink(source: ResetSource, personId: string): Promise<void> {
  const sent = await writeResetLink(source, personId);
  if (sent === 'unknown') throw new AppError('not_found');
  if (sent === 'no_address') throw new AppError('not_available');
  if (sent === 'too_many') throw new AppError('too_many_attempts', { details: { retry_after: HOUR / 1_000 } });
}

/** Queues the mail with the link. Returns the reason if no mail is sent. */
export async function writeResetLink(
  source: ResetSource,
  personId: string,
  requestId?: string,
): Promise<'sent' | 'unknown' | 'no_address' | 'too_many'> {
  const { db, now } = source;
  const reader = await findReader(db, personId);
  if (!reader) return 'unknown';
  if (!reader.email) return 'no_address';
  if ((await countTokens(db, personId, 'reset', new Date(now.getTime() - HOUR))) >= MAX_AN_HOUR) return 'too_many';
  const token = await makeToken(db, now, { kind: 'reset', personId, ...(requestId && { requestId }) });
  // An account that only has an identity provider has no password, so the mail names the provider. The unused token counts towards the limit.
  const own = reader.has_password ? [] : (await listIdentities(db, personId)).map(({ provider }) => provider);
  if (own.length > 0) {
    const names = own.map((id) => source.oidc.find(({ settings }) => settings.id === id)?.settings.name ?? id);
    await notifyPerson(source, personId, simpleMail('resetElsewhere', { portals: names.join(', ') }, href('login')));
    return 'sent';
  }
  await notifyPerson(source, personId, simpleMail('reset', {}, `${href('password-reset')}#${token}`));
  return 'sent';
}
