/**
 * Deprovisions people whom the identity provider no longer lists (docs/behaviour/accounts.md#deprovisioning). They leave the school. When they leave
 * their last school, the account is scheduled for erasure, which an administrator or a new listing cancels.
 */
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { recordAudit } from '../../../http/audit.ts';
import type { Ctx, Services } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import { notifyPerson, simpleMail } from '../../mails/index.ts';
import { administeredBy, isLastAdmin } from '../last-admin.ts';
import { lockAdministered } from '../last-admin-repository.ts';
import { changeState } from '../states.ts';
import { endOidcSessions } from '../providers/provider-repository.ts';
import { isNamedByOtherProvider } from '../providers/unnamed-repository.ts';
import { removeSchools, lockIdentity, removeIdentity, setUnlisted } from './lists-repository.ts';

export type EndPeopleContext = Pick<
  Ctx<'domains' | 'oidc' | 'schoolMembership'>,
  'db' | 'now' | 'config' | 'afterCommit' | 'wakeIndex' | 'schoolMembership' | 'oidc' | 'log' | 'secret' | 'domains'
>;
type Which = { provider: string; subject: string };
type Row = NonNullable<Awaited<ReturnType<typeof lockIdentity>>>;

/** States of an unfinished registration. The person owns nothing yet. */
const NOT_BEGUN = ['pending_email', 'pending_approval', 'declined'];

const isConflict = (error: unknown): error is AppError => error instanceof AppError && error.code === 'state_conflict';
const nameOf = ({ oidc }: Pick<Services, 'oidc'>, provider: string): string =>
  oidc.find(({ settings }) => settings.id === provider)?.settings.name ?? provider;

/** Removes the person from their school. Returns false if they are the last administrator, who needs a successor first. */
async function quit(at: EndPeopleContext, { provider }: Which, row: Row): Promise<boolean> {
  const person = await readPerson(at.db, row.person_id);
  if (!person?.school_id || (await isNamedByOtherProvider(at.db, row.person_id, provider, person.school_id))) return true;
  try {
    await at.schoolMembership.quit(at, person, '');
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
    at.log.warn({ provider, person: row.person_id }, 'identity provider no longer lists the last administrator of a school');
    return false;
  }
}

/** Removes a person from some of their schools. Returns false if nothing was changed. */
export async function removeFromSchools(at: EndPeopleContext, which: Which, schools: readonly string[]): Promise<boolean> {
  const row = await lockIdentity(at.db, which.provider, which.subject);
  if (!row) return false;
  const here = !row.has_password && row.school_id !== null && schools.includes(row.school_id);
  if (here && !(await quit(at, which, row))) return false;
  await removeSchools(at.db, which.provider, which.subject, schools);
  return true;
}

/** Handles a person who has lost their last school. Returns false if nothing was changed. */
export async function endPerson(at: EndPeopleContext, which: Which): Promise<boolean> {
  const row = await lockIdentity(at.db, which.provider, which.subject);
  if (!row || row.state === 'erasure_pending') return false;
  const person = await readPerson(at.db, row.person_id);
  if (!person) return false;
  if (row.has_password || row.others) {
    if (!row.has_password && !(await quit(at, which, row))) return false;
    await removeIdentity(at.db, which.provider, which.subject);
    await endOidcSessions(at.db, which.provider, { sub: which.subject });
    const mail = simpleMail('portalUnlinked', { portal: nameOf(at, which.provider) }, href('account', { section: 'security' }));
    await notifyPerson(at, row.person_id, mail);
    return true;
  }
  const scope = { school: person.school_id, district: person.district_id };
  if (NOT_BEGUN.includes(row.state)) {
    if ((await at.domains.erasePeople(at, [row.person_id])) === 0) return false;
    await recordAudit({ ...at, user: null }, 'account.erase', { state: row.state }, null, scope);
    return true;
  }
  await lockAdministered(at.db, administeredBy(person));
  if (await isLastAdmin(at.db, administeredBy(person), row.person_id)) {
    at.log.warn({ provider: which.provider, person: row.person_id }, 'identity provider no longer lists a last administrator');
    return false;
  }
  const after = await changeState({ ...at, user: null }, row.person_id, 'unlist', { reason: nameOf(at, which.provider) });
  await recordAudit({ ...at, user: null }, 'account.unlist', { state: row.state }, { state: after }, { ...scope, subject: row.person_id });
  await setUnlisted(at.db, which.provider, which.subject, at.now);
  return true;
}

/** Cancels the erasure of a person who is listed again. If an administrator blocked the person meanwhile, the block remains. */
export async function cancelErasure(at: EndPeopleContext, which: Which): Promise<void> {
  const row = await lockIdentity(at.db, which.provider, which.subject);
  if (!row?.unlisted_at) return;
  await setUnlisted(at.db, which.provider, which.subject, null);
  if (row.state !== 'erasure_pending') return;
  const person = await readPerson(at.db, row.person_id);
  const event = row.blocked_before ? 'relist_blocked' : 'relist';
  const after = await changeState({ ...at, user: null }, row.person_id, event, { reason: nameOf(at, which.provider) });
  await recordAudit(
    { ...at, user: null },
    'account.relist',
    { state: row.state },
    { state: after },
    { school: person?.school_id ?? null, district: person?.district_id ?? null, subject: row.person_id },
  );
}
