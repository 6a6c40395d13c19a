/** Opening an invitation, accepting and declining it, and deciding about who asks (behaviour.md 5.6). */
import { isStudent, looksAfter } from '@fundus/contract/access';
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { invitationState, refusalOf, type OpenInvitation } from '@fundus/contract/invitations';
import { isOpen } from '@fundus/contract/schools';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { readPerson } from '../../http/session.ts';
import { plainly, tellDeciders, tellPerson } from '../accounts/index.ts';
import { today } from '../licences/index.ts';
import { joinSchool } from '../schools/index.ts';
import {
  countUse,
  decideUse,
  findInvitation,
  findUse,
  insertUse,
  lockInvitation,
  updateInvitation,
  type InvitationRow,
} from './repository.ts';
import { managed, placeOf, type UserCtx } from './service.ts';

/** An invitation that still holds; `invalid_link`, `expired`, `revoked`, `exhausted`, `suspended` otherwise. `mine` it was accepted by this person. */
async function opened(
  ctx: Pick<Ctx, 'db' | 'now'>,
  id: string,
  mine: (row: InvitationRow) => boolean | Promise<boolean>,
): Promise<InvitationRow> {
  const row = await findInvitation(ctx.db, id);
  if (!row || row.target !== 'school') throw new AppError('invalid_link', { field: 'id' });
  if (row.school_state === 'closed') throw new AppError('revoked');
  if (row.school_state === 'suspended') throw new AppError('suspended');
  const state = invitationState(row, today(ctx.now));
  if (state === 'pending' || state === 'active' || (await mine(row))) return row;
  throw new AppError(state === 'expired' ? 'expired' : state === 'exhausted' ? 'exhausted' : 'revoked');
}

const isMember = (user: SignedIn, row: InvitationRow): boolean =>
  user.school_id === row.school_id && (row.role !== 'school_admin' || user.school_admin !== '0');

/** Whoever came by it, or asked to, may open it again whatever became of it. */
const isMine = (db: Ctx['db'], user: SignedIn | null) => async (row: InvitationRow) =>
  user !== null && (isMember(user, row) || (await findUse(db, row.id, user.id)) !== undefined);

/** Whether this person may take it at all. */
function check(user: SignedIn, row: InvitationRow): void {
  const refusal = refusalOf({ email: user.email, school_id: user.school_id, learner: isStudent(user) }, row);
  if (refusal) throw new AppError(refusal);
}

export async function showInvitation(ctx: Ctx, id: string): Promise<OpenInvitation> {
  const { user } = ctx;
  const row = await opened(ctx, id, isMine(ctx.db, user));
  const use = user ? await findUse(ctx.db, id, user.id) : undefined;
  const visitor = visitorOf(user, row, use?.state);
  return {
    id: row.id,
    kind: row.kind as OpenInvitation['kind'],
    target: row.target as OpenInvitation['target'],
    school: { id: row.school_id, name: row.school_name, city: row.school_city },
    role: row.role as OpenInvitation['role'],
    email: row.email,
    vorname: row.vorname,
    name: row.name,
    expires_on: row.expires_on,
    message: row.message,
    needs_confirmation: row.needs_confirmation,
    visitor,
    from: visitor === 'other_school' ? (user?.schulname ?? null) : null,
  };
}

function visitorOf(user: SignedIn | null, row: InvitationRow, use: string | undefined): OpenInvitation['visitor'] {
  if (!user) return 'guest';
  if (isMember(user, row)) return 'member';
  if (use === 'waiting' || use === 'rejected') return use;
  check(user, row);
  return user.school_id !== null && user.school_id !== row.school_id ? 'other_school' : 'open';
}

export async function accept(
  ctx: UserCtx,
  id: string,
  changeSchool: boolean,
): Promise<{ outcome: 'joined' | 'member' | 'waiting' | 'sign_in' }> {
  const { user } = ctx;
  await lockInvitation(ctx.db, id);
  const row = await opened(ctx, id, isMine(ctx.db, user));
  if (isMember(user, row)) return { outcome: 'member' };
  const use = await findUse(ctx.db, id, user.id);
  if (use?.state === 'waiting') return { outcome: 'waiting' };
  if (use?.state === 'rejected') throw new AppError('forbidden');
  check(user, row);
  const state = invitationState(row, today(ctx.now));
  if (state !== 'pending' && state !== 'active') throw new AppError(state === 'expired' ? 'expired' : 'exhausted');
  if (user.school_id !== null && user.school_id !== row.school_id && !changeSchool)
    throw new AppError('state_conflict', { details: { reason: 'other_school', school: user.schulname } });
  const waits = row.needs_confirmation;
  const outcome = waits ? 'waiting' : 'confirmed';
  await insertUse(ctx.db, { invitation_id: id, person_id: user.id, state: outcome, at: ctx.now, from_school_id: user.school_id });
  await countUse(ctx.db, id, 1);
  if (waits) {
    const told = plainly('invitationAsked', { school: row.school_name }, href('school', {}, { tab: 'invitations' }));
    await tellDeciders(ctx, row, row.created_by, told);
    return { outcome: 'waiting' };
  }
  if (row.kind === 'personal') await updateInvitation(ctx.db, id, { accepted_at: ctx.now });
  const admin = row.role === 'school_admin';
  await joinSchool(ctx, user, { personId: user.id, schoolId: row.school_id, admin });
  if (!admin || looksAfter(user)) return { outcome: 'joined' };
  ctx.changeSession({ end: true });
  return { outcome: 'sign_in' };
}

export async function decline(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const row = await opened(ctx, id, () => false);
  if (row.kind !== 'personal') throw new AppError('state_conflict');
  check(ctx.user, row);
  await updateInvitation(ctx.db, id, { declined_at: ctx.now });
  return { ok: true };
}

/**
 * Lets somebody in who asked, or turns them down; whoever is turned down leaves the place to another. `state_conflict` for somebody who is at
 * another school than when they asked, or may not sign in: nobody is moved by what they wanted long ago.
 */
export async function decide(ctx: UserCtx, id: string, personId: string, decision: 'confirmed' | 'rejected'): Promise<{ ok: true }> {
  await lockInvitation(ctx.db, id);
  const row = await managed(ctx, id);
  const use = await findUse(ctx.db, id, personId);
  if (!use) throw new AppError('not_found', { field: 'personId' });
  if (use.state !== 'waiting') throw new AppError('state_conflict', { details: { state: use.state } });
  await decideUse(ctx.db, id, personId, { state: decision, decided_by: ctx.user.id, decided_at: ctx.now });
  if (decision === 'confirmed')
    await joinSchool(ctx, ctx.user, { personId, schoolId: row.school_id, admin: false, asked: { from: use.from_school_id } });
  else {
    await countUse(ctx.db, id, -1);
    await recordAudit(ctx, 'invitation.reject', null, null, { ...placeOf(row), subject: personId });
  }
  await tellPerson(
    ctx,
    personId,
    plainly(
      decision === 'confirmed' ? 'invitationConfirmed' : 'invitationRejected',
      { school: row.school_name },
      decision === 'confirmed' ? '/school' : undefined,
    ),
  );
  return { ok: true };
}

type After = Pick<Ctx, 'db' | 'now' | 'afterCommit' | 'wakeIndex'>;

/**
 * What an invitation says about somebody who registers by it with this address: the school and whether it vouches for the person; null when it
 * does not hold or is not for this address.
 */
export async function invitationFor(
  ctx: Pick<Ctx, 'db' | 'now'>,
  id: string,
  email: string,
): Promise<{ school_id: string; role: string; vouches: boolean } | null> {
  const row = await findInvitation(ctx.db, id);
  const state = row && invitationState(row, today(ctx.now));
  if (!row || (state !== 'pending' && state !== 'active') || !isOpen(row.school_state)) return null;
  const domain = email.toLowerCase().split('@')[1] ?? '';
  const fits =
    row.kind === 'personal'
      ? row.email?.toLowerCase() === email.toLowerCase()
      : row.allowed_domains.length === 0 || row.allowed_domains.includes(domain);
  return fits && row.role !== 'student' ? { school_id: row.school_id, role: row.role, vouches: !row.needs_confirmation } : null;
}

/**
 * Uses up an invitation for somebody whose registration was confirmed and who may sign in: they are in the school from now on. False when the
 * invitation did not hold any more; nothing has changed then.
 */
export async function acceptAfterRegistration(ctx: After, personId: string, id: string): Promise<boolean> {
  await lockInvitation(ctx.db, id);
  const person = await readPerson(ctx.db, personId);
  const found = person && (await invitationFor(ctx, id, person.email));
  if (!person || !found?.vouches) return false;
  await insertUse(ctx.db, { invitation_id: id, person_id: personId, state: 'confirmed', at: ctx.now });
  await countUse(ctx.db, id, 1);
  const row = await findInvitation(ctx.db, id);
  if (row?.kind === 'personal') await updateInvitation(ctx.db, id, { accepted_at: ctx.now });
  await joinSchool(ctx, person, { personId, schoolId: found.school_id, admin: found.role === 'school_admin' });
  return true;
}
