/** States of accounts (docs/behaviour/accounts.md#states). All changes of a state are made in this file. */
import { nextState, type AccountEvent, type AccountState } from '@fundus/contract/accounts/states';
import { AppError } from '@fundus/contract/errors';
import type { MailTemplate } from '@fundus/contract/mails/mails';
import { href } from '@fundus/contract/screens';
import { recordAudit, type AuditScope } from '../../http/audit.ts';
import { endSessions, lockState, setState } from './repository.ts';
import { type MailContext, simpleMail, notifyPerson } from '../mails/index.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** Mail templates by event. A mail contains a link if the person must act. */
const MAIL_OF: Partial<Record<AccountEvent, { template: MailTemplate; link?: string }>> = {
  approve: { template: 'accountApproved', link: href('login') },
  decline: { template: 'accountDeclined' },
  block: { template: 'accountBlocked' },
  unblock: { template: 'accountUnblocked', link: href('login') },
  delete: { template: 'accountDeletion', link: href('login') },
  undelete: { template: 'accountKept' },
  schedule_erasure: { template: 'accountErasure' },
  unlist: { template: 'accountUnlisted' },
  relist: { template: 'accountRelisted', link: href('login') },
  keep: { template: 'accountErasureEnded', link: href('login') },
  keep_blocked: { template: 'accountErasureEndedBlocked' },
};

export type BeforeDecision = {
  state: AccountState;
  reason: string;
  since: string;
  /** Version of the account after the decision. */
  version: number;
};

/** Restores the state of a registration before the decision. Throws `state_conflict` if the account has changed since the decision. */
export async function restoreState(
  source: Pick<MailContext, 'db' | 'now'> & { user: SignedIn },
  personId: string,
  { state, reason, since, version }: BeforeDecision,
  scope: AuditScope,
): Promise<void> {
  const row = await lockState(source.db, personId);
  if (row?.version !== version) throw new AppError('state_conflict', { details: { state: row?.state } });
  await setState(source.db, personId, state, reason, new Date(since));
  await endSessions(source.db, personId);
  const [before, after] = [row.state, state].map((each) => ({ person_id: personId, state: each }));
  await recordAudit(source, 'account.reopen', before, after, { ...scope, subject: personId });
}

/**
 * Applies an event to an account, notifies the person and audits the change. Sessions end unless the account remains active. Throws `not_found`,
 * `state_conflict` (`details.state`) if the event is not allowed, and `version_conflict` if the version is not `expectedVersion`.
 */
export async function changeState(
  source: MailContext & { user: SignedIn | null },
  personId: string,
  event: AccountEvent,
  { reason = '', scope = {}, expectedVersion }: { reason?: string; scope?: AuditScope; expectedVersion?: number } = {},
): Promise<AccountState> {
  const row = await lockState(source.db, personId);
  if (!row) throw new AppError('not_found');
  if (expectedVersion !== undefined && row.version !== expectedVersion) throw new AppError('version_conflict', { field: 'version' });
  const before = row.state;
  const after = nextState(before, event);
  if (!after) throw new AppError('state_conflict', { details: { state: before } });
  await setState(source.db, personId, after, reason, source.now);
  if (after !== 'active') await endSessions(source.db, personId);
  const { user } = source;
  if (user && user.id !== personId)
    await recordAudit(
      { ...source, user },
      `account.${event === 'keep_blocked' ? 'keep' : event}`,
      { person_id: personId, state: before },
      { person_id: personId, state: after, reason },
      { ...scope, subject: personId },
    );
  const mail = MAIL_OF[event];
  if (mail) await notifyPerson(source, personId, simpleMail(mail.template, { reason: reason || '–' }, mail.link));
  return after;
}
