/** Giving invitations, sending them again, taking them back (docs/behaviour/invitations.md#who-invites). */
import { fullName } from '@fundus/contract/people/full-name';
import { randomBytes } from 'node:crypto';
import { isDistrictAdmin } from '@fundus/contract/access';
import { shiftDay, today } from '@fundus/contract/days';
import { AppError, refuseFields, type FieldProblem } from '@fundus/contract/errors';
import {
  invitationState,
  LINK_DAYS,
  PERSONAL_DAYS,
  RESEND_MINUTES,
  ROLES_OF_TARGET,
  type Application,
  type BulkRow,
  type Invitation,
  type NewInvitation,
} from '@fundus/contract/invitations/invitations';
import { runtimeEnd } from '@fundus/contract/licences/licences';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { requireReauthentication } from '../accounts/index.ts';
import { countWithin, limitKey, tooManyAttempts, type LimitRule } from '../../limits/limits.ts';
import { sendInvitation } from './mails.ts';
import { requireManaged, auditScope, resolveTarget, scopeOfTarget, type Target, type Wanted as WantedTarget } from './target.ts';
import {
  countApplications,
  countInvitations,
  findInvitation,
  findInvited,
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

export const districtOf = (row: { staff_of: string | null; place_name: string }): Invitation['district'] =>
  row.staff_of === null ? null : { id: row.staff_of, name: row.place_name };

export function present(ctx: UserCtx, row: InvitationRow): Invitation {
  const state = invitationState(row, today(ctx.now));
  const open = state === 'pending' || state === 'active';
  return {
    id: row.id,
    kind: row.kind,
    target: row.target,
    school: row.school_id === null ? null : { id: row.school_id, name: row.place_name },
    class: classOf(row),
    district: districtOf(row),
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

const yearEnd = (ctx: UserCtx): string => runtimeEnd({ kind: 'school_year' }, today(ctx.now), ctx.config.schoolYearEnd) ?? today(ctx.now);

function findWrongDay(ctx: UserCtx, wanted: string | undefined): FieldProblem | false {
  const rule = wanted === undefined ? null : wanted < today(ctx.now) ? 'min' : wanted > yearEnd(ctx) ? 'max' : null;
  return rule !== null && { field: 'expires_on', rule };
}

/** Throws everything that is wrong with a form at once; with the last day that is possible. */
function refuse(ctx: UserCtx, problems: readonly (FieldProblem | false)[]): void {
  const wrongDay = problems.some((problem) => problem && problem.field === 'expires_on');
  refuseFields(problems, wrongDay ? { end: yearEnd(ctx) } : {});
}

/** The last day: the one wanted or the usual one, never beyond the school year. */
function lastDay(ctx: UserCtx, kind: Invitation['kind'], wanted: string | undefined): string {
  const day = today(ctx.now);
  const end = yearEnd(ctx);
  const usual = shiftDay(day, kind === 'personal' ? PERSONAL_DAYS : LINK_DAYS);
  return wanted ?? (usual < end ? usual : end);
}

/** 128 random bits. */
const newLink = (): string => randomBytes(16).toString('base64url');

/** An administrator who makes another one for the same place shows the own password, if they have one; checked outside of the transaction. */
export async function checkPassword(ctx: UserCtx, invitation: NewInvitation): Promise<void> {
  const { kind, role, target } = invitation;
  const makesPeer =
    kind === 'personal' &&
    ((role === 'school_admin' && target === 'school' && !isDistrictAdmin(ctx.user)) ||
      (role === 'district_admin' && target === 'district'));
  if (!makesPeer) return;
  await requireReauthentication(ctx, ('password' in invitation && invitation.password) || '', 'password');
}

/** What a form asks for that does not go together. */
function findClashes(invitation: NewInvitation): (FieldProblem | false)[] {
  const toClass = invitation.target === 'class';
  const linkToClass = toClass && invitation.kind === 'link';
  const { kind, role, target, capabilities } = invitation;
  return [
    !(ROLES_OF_TARGET[target] as readonly string[]).includes(role) && { field: 'role', rule: 'choice' },
    role === 'school_admin' && kind === 'link' && { field: 'role', rule: 'choice' },
    target === 'district' && kind === 'link' && { field: 'kind', rule: 'choice' },
    capabilities.length > 0 && role !== 'staff' && { field: 'capabilities', rule: 'choice' },
    linkToClass && invitation.allowed_domains.length > 0 && { field: 'allowed_domains', rule: 'choice' },
    linkToClass && invitation.role === 'student' && !invitation.students_allowed && { field: 'students_allowed', rule: 'choice' },
  ];
}

type Base = Pick<InvitationRow, 'role' | 'message' | 'expires_on' | 'own_school_only' | 'capabilities'> & { kind: Invitation['kind'] };

/** What every invitation to a place is made of. */
const rowFor = (ctx: UserCtx, to: Target, { kind, role, message, expires_on, own_school_only, capabilities }: Base) => ({
  id: newLink(),
  kind,
  target: to.staffOf !== null ? ('district' as const) : to.class ? ('class' as const) : ('school' as const),
  school_id: to.schoolId,
  staff_of: to.staffOf,
  capabilities: [...new Set(capabilities)],
  class_id: to.classId,
  role,
  message,
  expires_on,
  own_school_only,
  students_allowed: role === 'student',
  created_by: ctx.user.id,
  created_at: ctx.now,
});

const namesOf = (to: Target) => ({ place_name: (to.school ?? to.district)!.name, class_name: to.class?.name ?? null });
const audited = (to: Target) => to.class && { class: to.class.name };

export async function createInvitation(ctx: UserCtx, invitation: NewInvitation): Promise<Invitation> {
  refuse(ctx, [...findClashes(invitation), findWrongDay(ctx, invitation.expires_on)]);
  const to = await resolveTarget(ctx, invitation, 'invite');
  const expires_on = lastDay(ctx, invitation.kind, invitation.expires_on);
  const { kind, role } = invitation;
  const row = rowFor(ctx, to, { ...invitation, expires_on });
  if (invitation.kind === 'link') {
    const { allowed_domains, needs_confirmation, max_uses, students_allowed } = invitation;
    await insertInvitation(ctx.db, { ...row, allowed_domains, needs_confirmation, max_uses, students_allowed });
  } else {
    const address = [invitation.email.toLowerCase()];
    if ((await findMembers(ctx.db, to, address)).size > 0 && role !== 'school_admin')
      throw new AppError('already_exists', { field: 'email' });
    const { email, vorname, name } = invitation;
    if ((await findInvited(ctx.db, to, today(ctx.now), address)).size > 0)
      throw new AppError('already_exists', { field: 'email', details: { reason: 'invited' } });
    await countSent(ctx, 1);
    await insertInvitation(ctx.db, { ...row, email, vorname, name, sent_at: ctx.now });
    await sendInvitation(ctx, { ...row, email, vorname, name, ...namesOf(to) }, 'invitation');
  }
  const rights = row.capabilities.length > 0 && { capabilities: row.capabilities };
  await recordAudit(ctx, 'invitation.create', null, { kind, role, expires_on, ...rights, ...audited(to) }, scopeOfTarget(to));
  return present(ctx, (await findInvitation(ctx.db, row.id))!);
}

/** A teacher invites a few classes a day, an administrator a whole school. */
const PER_TEACHER: LimitRule = { most: 200, withinMinutes: 24 * 60, grows: false };
const PER_ADMIN: LimitRule = { most: 1_000, withinMinutes: 24 * 60, grows: false };

/** Mails to addresses somebody typed count for whoever typed them. Throws `too_many_attempts`, and then none of them leaves. */
async function countSent({ db, secret, user, now }: UserCtx, mails: number): Promise<void> {
  const rule = isDistrictAdmin(user) || user.school_admin !== '0' ? PER_ADMIN : PER_TEACHER;
  const wait = await countWithin(db, limitKey(secret, 'invites', user.id), now, rule, mails);
  if (wait > 0) throw tooManyAttempts(wait);
}

/** A line of a list; `role` of one that is not valid is what stands there. */
export type Line = { line: number; email: string; vorname: string; name: string } & (
  | { valid: true; role: Invitation['role'] }
  | { valid: false; role: string }
);
type Bulk = WantedTarget & {
  capabilities: InvitationRow['capabilities'];
  message: string;
  expires_on?: string | undefined;
  own_school_only: boolean;
};

const rolesFor = (to: Target): readonly string[] => ROLES_OF_TARGET[to.staffOf !== null ? 'district' : to.class ? 'class' : 'school'];

/** Each line for itself: sent, a member already, invited already or twice in the list, not valid. */
export async function inviteMany(
  ctx: UserCtx,
  { message, expires_on, own_school_only, capabilities, ...wanted }: Bulk,
  lines: readonly Line[],
) {
  const to = await resolveTarget(ctx, wanted, 'invite');
  refuse(ctx, [
    findWrongDay(ctx, expires_on),
    lines.some((line) => line.valid && !rolesFor(to).includes(line.role)) && { field: 'role', rule: 'choice' },
    capabilities.length > 0 && to.staffOf === null && { field: 'capabilities', rule: 'choice' },
  ]);
  const until = lastDay(ctx, 'personal', expires_on);
  const addresses = lines.map(({ email }) => email.toLowerCase());
  const members = await findMembers(ctx.db, to, addresses);
  const invited = await findInvited(ctx.db, to, today(ctx.now), addresses);
  const rows: BulkRow[] = [];
  for (const each of lines) {
    const { line, email, vorname, name, role } = each;
    const address = email.toLowerCase();
    const result = !each.valid ? 'invalid' : members.has(address) ? 'already_member' : invited.has(address) ? 'duplicate' : 'sent';
    rows.push({ line, email, name: fullName(each), role, result });
    if (!each.valid || result !== 'sent') continue;
    invited.add(address);
    const row = {
      ...rowFor(ctx, to, { kind: 'personal', role: each.role, message, expires_on: until, own_school_only, capabilities }),
      email,
      vorname,
      name,
    };
    await insertInvitation(ctx.db, { ...row, sent_at: ctx.now });
    await sendInvitation(ctx, { ...row, ...namesOf(to) }, 'invitation');
  }
  const sent = rows.filter(({ result }) => result === 'sent').length;
  await countSent(ctx, sent);
  if (sent > 0) await recordAudit(ctx, 'invitation.createMany', null, { sent, ...audited(to) }, scopeOfTarget(to));
  return { rows, sent };
}

type NewStaff = { email: string; vorname: string; name: string; capabilities: InvitationRow['capabilities'] };

/** Invites people to the staff of a district, each with responsibilities; the caller has checked that the user may. */
export async function inviteStaff(ctx: UserCtx, to: Target, people: readonly NewStaff[], message: string): Promise<void> {
  if (people.length === 0) return;
  const expires_on = lastDay(ctx, 'personal', undefined);
  await countSent(ctx, people.length);
  for (const { email, vorname, name, capabilities } of people) {
    const base = { kind: 'personal', role: 'staff', message, expires_on, own_school_only: true, capabilities } as const;
    const row = { ...rowFor(ctx, to, base), email, vorname, name };
    await insertInvitation(ctx.db, { ...row, sent_at: ctx.now });
    await sendInvitation(ctx, { ...row, ...namesOf(to) }, 'invitation');
  }
  await recordAudit(ctx, 'invitation.createMany', null, { sent: people.length }, scopeOfTarget(to));
}

type SchoolOfDistrict = NonNullable<Target['school']> & { email: string };

/** Writes an invitation to administer it to the address of each school; the caller has checked that they may. */
export async function inviteAdministrators(ctx: UserCtx, schools: readonly SchoolOfDistrict[], message: string): Promise<void> {
  const expires_on = lastDay(ctx, 'personal', undefined);
  if (schools.length > 0) await countSent(ctx, schools.length);
  for (const school of schools) {
    const to: Target = { schoolId: school.id, classId: null, staffOf: null, school, district: null, class: null };
    const row = {
      ...rowFor(ctx, to, { kind: 'personal', role: 'school_admin', message, expires_on, own_school_only: true, capabilities: [] }),
      ...{ email: school.email, vorname: '', name: '' },
    };
    await insertInvitation(ctx.db, { ...row, sent_at: ctx.now });
    await sendInvitation(ctx, { ...row, ...namesOf(to) }, 'invitation');
    await recordAudit(ctx, 'invitation.create', null, { kind: 'personal', role: 'school_admin', expires_on }, scopeOfTarget(to));
  }
}

type Page = WantedTarget & { offset: number; limit: number };

export async function readInvitations(ctx: UserCtx, { show, offset, limit, ...wanted }: Page & { show: 'open' | 'ended' | 'all' }) {
  const { schoolId, classId, staffOf } = await resolveTarget(ctx, wanted, 'read');
  const asked = { schoolId, classId, staffOf, show, day: today(ctx.now) };
  const rows = await listInvitations(ctx.db, asked, offset, limit);
  return { total: await countInvitations(ctx.db, asked), offset, limit, items: rows.map((row) => present(ctx, row)) };
}

export async function resend(ctx: UserCtx, id: string): Promise<Invitation> {
  await lockInvitation(ctx.db, id);
  const row = await requireManaged(ctx, id);
  if (!present(ctx, row).can.resend) throw new AppError('state_conflict', { details: { state: invitationState(row, today(ctx.now)) } });
  await resolveTarget(ctx, { target: row.target, school: row.school_id ?? undefined, class_id: row.class_id }, 'invite');
  const wait = row.sent_at ? RESEND_MINUTES * 60 - (ctx.now.getTime() - row.sent_at.getTime()) / 1_000 : 0;
  if (wait > 0) throw new AppError('too_many_attempts', { details: { retry_after: Math.ceil(wait) } });
  await countSent(ctx, 1);
  await updateInvitation(ctx.db, id, { sent_at: ctx.now });
  await sendInvitation(ctx, row, 'invitation');
  return present(ctx, await requireManaged(ctx, id));
}

export async function revoke(ctx: UserCtx, id: string): Promise<Invitation> {
  await lockInvitation(ctx.db, id);
  const row = await requireManaged(ctx, id);
  if (!present(ctx, row).can.revoke) throw new AppError('state_conflict', { details: { state: invitationState(row, today(ctx.now)) } });
  await updateInvitation(ctx.db, id, { revoked_at: ctx.now });
  const what = { kind: row.kind, role: row.role, ...(row.class_name !== null && { class: row.class_name }) };
  await recordAudit(ctx, 'invitation.revoke', what, null, auditScope(row));
  return present(ctx, await requireManaged(ctx, id));
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
