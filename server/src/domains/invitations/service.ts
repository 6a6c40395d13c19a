/** Creates, resends and revokes invitations (docs/behaviour/invitations.md#who-invites). */
import { fullName } from '@fundus/contract/people/full-name';
import { isDistrictAdmin } from '@fundus/contract/access';
import { today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import {
  invitationState,
  RESEND_MINUTES,
  type Application,
  type Invitation,
  type NewInvitation,
} from '@fundus/contract/invitations/invitations';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { requireReauthentication } from '../accounts/index.ts';
import { sendInvitation } from './mails.ts';
import {
  auditFieldsOf,
  countSent,
  findClashes,
  findWrongDay,
  lastDay,
  namesOf,
  rejectProblems,
  buildInvitationRow,
} from './new-invitation.ts';
import { requireManaged, auditScope, resolveTarget, scopeOfTarget, type TargetRequest } from './target.ts';
import {
  countApplications,
  countInvitations,
  findInvitation,
  findInvitedAddresses,
  findMembers,
  insertInvitation,
  listApplications,
  listInvitations,
  lockInvitation,
  updateInvitation,
  type InvitationRow,
} from './repository.ts';

export const classOf = (row: { class_id: string | null; class_name: string | null }): Invitation['class'] =>
  row.class_id === null ? null : { id: row.class_id, name: row.class_name ?? '' };

export const toInvitingDistrict = (row: { staff_of: string | null; place_name: string }): Invitation['district'] =>
  row.staff_of === null ? null : { id: row.staff_of, name: row.place_name };

export function presentInvitation(ctx: UserCtx, row: InvitationRow): Invitation {
  const state = invitationState(row, today(ctx.now));
  const open = state === 'pending' || state === 'active';
  return {
    id: row.id,
    kind: row.kind,
    target: row.target,
    school: row.school_id === null ? null : { id: row.school_id, name: row.place_name },
    class: classOf(row),
    district: toInvitingDistrict(row),
    role: row.role,
    capabilities: row.capabilities,
    email: row.email,
    name: fullName(row),
    allowed_domains: row.allowed_domains,
    own_school_only: row.own_school_only,
    students_allowed: row.students_allowed,
    needs_confirmation: row.needs_confirmation,
    max_uses: row.max_uses,
    used_count: row.used_count,
    waiting: row.waiting,
    expires_on: row.expires_on,
    message: row.message,
    state,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    can: { resend: open && row.kind === 'personal', revoke: open || state === 'exhausted' },
  };
}

/**
 * Requires the user's password before an administrator invites another administrator of the same school or district. Runs outside of the transaction.
 */
export async function checkPassword(ctx: UserCtx, invitation: NewInvitation): Promise<void> {
  const { kind, role, target } = invitation;
  const makesPeer =
    kind === 'personal' &&
    ((role === 'school_admin' && target === 'school' && !isDistrictAdmin(ctx.user)) ||
      (role === 'district_admin' && target === 'district'));
  if (!makesPeer) return;
  await requireReauthentication(ctx, ('password' in invitation && invitation.password) || '', 'password');
}

export async function createInvitation(ctx: UserCtx, invitation: NewInvitation): Promise<Invitation> {
  rejectProblems(ctx, [...findClashes(invitation), findWrongDay(ctx, invitation.expires_on)]);
  const to = await resolveTarget(ctx, invitation, 'invite');
  const expires_on = lastDay(ctx, invitation.kind, invitation.expires_on);
  const { kind, role } = invitation;
  const row = buildInvitationRow(ctx, to, { ...invitation, expires_on });
  if (invitation.kind === 'link') {
    const { allowed_domains, needs_confirmation, max_uses, students_allowed } = invitation;
    await insertInvitation(ctx.db, { ...row, allowed_domains, needs_confirmation, max_uses, students_allowed });
  } else {
    const address = [invitation.email.toLowerCase()];
    if ((await findMembers(ctx.db, to, address)).size > 0 && role !== 'school_admin')
      throw new AppError('already_exists', { field: 'email' });
    const { email, vorname, name } = invitation;
    if ((await findInvitedAddresses(ctx.db, to, today(ctx.now), address)).size > 0)
      throw new AppError('already_exists', { field: 'email', details: { reason: 'invited' } });
    await countSent(ctx, 1);
    await insertInvitation(ctx.db, { ...row, email, vorname, name, sent_at: ctx.now });
    await sendInvitation(ctx, { ...row, email, vorname, name, ...namesOf(to) }, 'invitation');
  }
  const rights = row.capabilities.length > 0 && { capabilities: row.capabilities };
  await recordAudit(ctx, 'invitation.create', null, { kind, role, expires_on, ...rights, ...auditFieldsOf(to) }, scopeOfTarget(to));
  return presentInvitation(ctx, (await findInvitation(ctx.db, row.id))!);
}

type Page = TargetRequest & { offset: number; limit: number };

export async function readInvitations(ctx: UserCtx, { show, offset, limit, ...wanted }: Page & { show: 'open' | 'ended' | 'all' }) {
  const { schoolId, classId, staffOf } = await resolveTarget(ctx, wanted, 'read');
  const criteria = { schoolId, classId, staffOf, show, day: today(ctx.now) };
  const rows = await listInvitations(ctx.db, criteria, offset, limit);
  return { total: await countInvitations(ctx.db, criteria), offset, limit, items: rows.map((row) => presentInvitation(ctx, row)) };
}

export async function resendInvitation(ctx: UserCtx, id: string): Promise<Invitation> {
  await lockInvitation(ctx.db, id);
  const row = await requireManaged(ctx, id);
  if (!presentInvitation(ctx, row).can.resend)
    throw new AppError('state_conflict', { details: { state: invitationState(row, today(ctx.now)) } });
  await resolveTarget(ctx, { target: row.target, school: row.school_id ?? undefined, class_id: row.class_id }, 'invite');
  const wait = row.sent_at ? RESEND_MINUTES * 60 - (ctx.now.getTime() - row.sent_at.getTime()) / 1_000 : 0;
  if (wait > 0) throw new AppError('too_many_attempts', { details: { retry_after: Math.ceil(wait) } });
  await countSent(ctx, 1);
  await updateInvitation(ctx.db, id, { sent_at: ctx.now });
  await sendInvitation(ctx, row, 'invitation');
  return presentInvitation(ctx, await requireManaged(ctx, id));
}

export async function revokeInvitation(ctx: UserCtx, id: string): Promise<Invitation> {
  await lockInvitation(ctx.db, id);
  const row = await requireManaged(ctx, id);
  if (!presentInvitation(ctx, row).can.revoke)
    throw new AppError('state_conflict', { details: { state: invitationState(row, today(ctx.now)) } });
  await updateInvitation(ctx.db, id, { revoked_at: ctx.now });
  const what = { kind: row.kind, role: row.role, ...(row.class_name !== null && { class: row.class_name }) };
  await recordAudit(ctx, 'invitation.revoke', what, null, auditScope(row));
  return presentInvitation(ctx, await requireManaged(ctx, id));
}

export async function readApplications(ctx: UserCtx, { offset, limit, ...wanted }: Page) {
  const to = await resolveTarget(ctx, wanted, 'read');
  const rows = await listApplications(ctx.db, to, offset, limit);
  return {
    total: await countApplications(ctx.db, to),
    offset,
    limit,
    items: rows.map((row): Application => ({
      invitation: row.id,
      person: { id: row.person_id, name: fullName(row), email: row.email ?? '' },
      school: { id: row.school_id, name: row.school_name },
      class: classOf(row),
      role: row.role,
      at: row.at.toISOString(),
    })),
  };
}
