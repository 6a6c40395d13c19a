/** Giving invitations, sending them again, taking them back (behaviour.md 5.6). */
import { randomBytes } from 'node:crypto';
import { isDistrictAdmin } from '@fundus/contract/access';
import { AppError } from '@fundus/contract/errors';
import {
  invitationState,
  LINK_DAYS,
  PERSONAL_DAYS,
  RESEND_MINUTES,
  type Application,
  type Invitation,
  type NewInvitation,
} from '@fundus/contract/invitations';
import { runtimeEnd } from '@fundus/contract/licences';
import { isOpen } from '@fundus/contract/schools';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { mustKnowPassword } from '../accounts/index.ts';
import { shiftDay, today } from '../licences/index.ts';
import { administrated, mayAdministrate, type SchoolRow } from '../schools/index.ts';
import { sendInvitation } from './mails.ts';
import {
  countApplications,
  countInvitations,
  findInvitation,
  findInvited,
  findMembers,
  insertInvitation,
  listApplications,
  listInvitations,
  updateInvitation,
  type InvitationRow,
} from './repository.ts';

export type UserCtx = Ctx<SignedIn>;

export function present(ctx: UserCtx, row: InvitationRow): Invitation {
  const state = invitationState(row, today(ctx.now));
  const open = state === 'pending' || state === 'active';
  return {
    id: row.id,
    kind: row.kind as Invitation['kind'],
    target: row.target as Invitation['target'],
    school: { id: row.school_id, name: row.school_name },
    role: row.role as Invitation['role'],
    email: row.email,
    name: `${row.vorname} ${row.name}`.trim(),
    allowed_domains: row.allowed_domains,
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

export const placeOf = (row: { school_id: string; district_id: string }) => ({ school: row.school_id, district: row.district_id });

/** The school that is asked about, or the own one. */
async function schoolOf(ctx: UserCtx, wanted: string | undefined): Promise<SchoolRow> {
  const id = wanted || ctx.user.school_id;
  if (!id) throw new AppError('validation_failed', { field: 'school', details: { problems: [{ field: 'school', rule: 'required' }] } });
  return administrated(ctx, id);
}

/** An invitation of a school one looks after; any other does not exist. */
export async function managed(ctx: UserCtx, id: string): Promise<InvitationRow> {
  const row = await findInvitation(ctx.db, id);
  if (!row || !mayAdministrate(ctx.user, { id: row.school_id, district_id: row.district_id }))
    throw new AppError('not_found', { field: 'id' });
  return row;
}

/** The last day: the one wanted or the usual one, never beyond the school year. */
function lastDay(ctx: UserCtx, kind: Invitation['kind'], wanted: string | undefined): string {
  const day = today(ctx.now);
  const end = runtimeEnd({ kind: 'school_year' }, day, ctx.config.schoolYearEnd) ?? day;
  const wrong = wanted === undefined ? null : wanted < day ? 'min' : wanted > end ? 'max' : null;
  if (wrong)
    throw new AppError('validation_failed', { field: 'expires_on', details: { problems: [{ field: 'expires_on', rule: wrong }], end } });
  const usual = shiftDay(day, kind === 'personal' ? PERSONAL_DAYS : LINK_DAYS);
  return wanted ?? (usual < end ? usual : end);
}

/** 128 random bits. */
const newLink = (): string => randomBytes(16).toString('base64url');

/** A school administrator who makes another one shows the own password, if they have one; checked outside of the transaction. */
export async function checkPassword(ctx: UserCtx, invitation: NewInvitation): Promise<void> {
  if (invitation.kind !== 'personal' || invitation.role !== 'school_admin' || isDistrictAdmin(ctx.user)) return;
  await mustKnowPassword(ctx, invitation.password ?? '', 'password');
}

export async function createInvitation(ctx: UserCtx, invitation: NewInvitation): Promise<Invitation> {
  if (invitation.target === 'class') throw new AppError('not_available', { field: 'target' });
  if (invitation.kind === 'link' && invitation.role === 'school_admin')
    throw new AppError('validation_failed', { field: 'role', details: { problems: [{ field: 'role', rule: 'choice' }] } });
  const school = await openSchool(ctx, invitation.school);
  const expires_on = lastDay(ctx, invitation.kind, invitation.expires_on);
  const { kind, role, message } = invitation;
  const row = {
    id: newLink(),
    kind,
    target: 'school',
    school_id: school.id,
    role,
    message,
    expires_on,
    created_by: ctx.user.id,
    created_at: ctx.now,
  };
  if (invitation.kind === 'link') {
    const { allowed_domains, needs_confirmation, max_uses } = invitation;
    await insertInvitation(ctx.db, { ...row, allowed_domains, needs_confirmation, max_uses });
  } else {
    const address = [invitation.email.toLowerCase()];
    if ((await findMembers(ctx.db, school.id, address)).size > 0 && role !== 'school_admin')
      throw new AppError('already_exists', { field: 'email' });
    const { email, vorname, name } = invitation;
    await insertInvitation(ctx.db, { ...row, email, vorname, name, sent_at: ctx.now });
    await sendInvitation(ctx, { ...row, email, vorname, name, school_name: school.name }, 'invitation');
  }
  await recordAudit(ctx, 'invitation.create', null, { kind, role, expires_on }, { school: school.id, district: school.district_id });
  return present(ctx, (await findInvitation(ctx.db, row.id))!);
}

/** A school that takes people in. */
async function openSchool(ctx: UserCtx, wanted: string | undefined): Promise<SchoolRow> {
  const school = await schoolOf(ctx, wanted);
  if (!isOpen(school.state)) throw new AppError('state_conflict', { details: { state: school.state } });
  return school;
}

export type Wanted = { line: number; email: string; vorname: string; name: string; role: string; valid: boolean };
type Bulk = { school?: string | undefined; message: string; expires_on?: string | undefined };

/** Each line for itself: sent, a member already, invited already or twice in the list, not valid. */
export async function inviteMany(ctx: UserCtx, { school: wanted, message, expires_on }: Bulk, lines: readonly Wanted[]) {
  const school = await openSchool(ctx, wanted);
  const until = lastDay(ctx, 'personal', expires_on);
  const addresses = lines.map(({ email }) => email.toLowerCase());
  const members = await findMembers(ctx.db, school.id, addresses);
  const invited = await findInvited(ctx.db, school.id, today(ctx.now), addresses);
  const rows = [];
  for (const { line, email, vorname, name, role, valid } of lines) {
    const address = email.toLowerCase();
    const result = !valid ? 'invalid' : members.has(address) ? 'already_member' : invited.has(address) ? 'duplicate' : 'sent';
    rows.push({ line, email, name: `${vorname} ${name}`.trim(), role, result: result as 'sent' });
    if (result !== 'sent') continue;
    invited.add(address);
    const row = {
      id: newLink(),
      kind: 'personal',
      target: 'school',
      school_id: school.id,
      role,
      message,
      expires_on: until,
      email,
      vorname,
      name,
    };
    await insertInvitation(ctx.db, { ...row, created_by: ctx.user.id, created_at: ctx.now, sent_at: ctx.now });
    await sendInvitation(ctx, { ...row, school_name: school.name }, 'invitation');
  }
  const sent = rows.filter(({ result }) => result === 'sent').length;
  if (sent > 0) await recordAudit(ctx, 'invitation.createMany', null, { sent }, { school: school.id, district: school.district_id });
  return { rows, sent };
}

export async function readInvitations(
  ctx: UserCtx,
  { school, show, offset, limit }: { school: string; show: 'open' | 'ended' | 'all'; offset: number; limit: number },
) {
  const asked = { schoolId: (await schoolOf(ctx, school)).id, show, day: today(ctx.now) };
  const rows = await listInvitations(ctx.db, asked, offset, limit);
  return { total: await countInvitations(ctx.db, asked), offset, limit, items: rows.map((row) => present(ctx, row)) };
}

export async function resend(ctx: UserCtx, id: string): Promise<Invitation> {
  const row = await managed(ctx, id);
  if (!present(ctx, row).can.resend) throw new AppError('state_conflict', { details: { state: invitationState(row, today(ctx.now)) } });
  const wait = row.sent_at ? RESEND_MINUTES * 60 - (ctx.now.getTime() - row.sent_at.getTime()) / 1_000 : 0;
  if (wait > 0) throw new AppError('too_many_attempts', { details: { retry_after: Math.ceil(wait) } });
  await updateInvitation(ctx.db, id, { sent_at: ctx.now });
  await sendInvitation(ctx, row, 'invitation');
  return present(ctx, await managed(ctx, id));
}

export async function revoke(ctx: UserCtx, id: string): Promise<Invitation> {
  const row = await managed(ctx, id);
  if (!present(ctx, row).can.revoke) throw new AppError('state_conflict', { details: { state: invitationState(row, today(ctx.now)) } });
  await updateInvitation(ctx.db, id, { revoked_at: ctx.now });
  await recordAudit(ctx, 'invitation.revoke', { kind: row.kind, role: row.role }, null, placeOf(row));
  return present(ctx, await managed(ctx, id));
}

export async function readApplications(ctx: UserCtx, { school, offset, limit }: { school: string; offset: number; limit: number }) {
  const { id } = await schoolOf(ctx, school);
  const rows = await listApplications(ctx.db, id, offset, limit);
  return {
    total: await countApplications(ctx.db, id),
    offset,
    limit,
    items: rows.map((row): Application => ({
      invitation: row.id,
      person: { id: row.person_id, name: `${row.vorname} ${row.name}`.trim(), email: row.email ?? '' },
      school: { id: row.school_id, name: row.school_name },
      role: row.role as Application['role'],
      at: row.at.toISOString(),
    })),
  };
}
