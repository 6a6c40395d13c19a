/** Functions for creating invitations: validation, last day, database row and mail limits (docs/behaviour/invitations.md#fields). */
import { randomBytes } from 'node:crypto';
import { isDistrictAdmin } from '@fundus/contract/access';
import { shiftDay, today } from '@fundus/contract/days';
import { rejectInvalidFields, type FieldProblem } from '@fundus/contract/errors';
import { LINK_DAYS, PERSONAL_DAYS, ROLES_OF_TARGET, type Invitation, type NewInvitation } from '@fundus/contract/invitations/invitations';
import { runtimeEnd } from '@fundus/contract/licences/licences';
import type { UserCtx } from '../../http/context.ts';
import { countAttempts, limitKey, tooManyAttempts, type LimitRule } from '../../limits/limits.ts';
import type { InvitationRow } from './repository.ts';
import type { Target } from './target.ts';

const yearEnd = (ctx: UserCtx): string => runtimeEnd({ kind: 'school_year' }, today(ctx.now), ctx.config.schoolYearEnd) ?? today(ctx.now);

export function findWrongDay(ctx: UserCtx, wanted: string | undefined): FieldProblem | false {
  const rule = wanted === undefined ? null : wanted < today(ctx.now) ? 'min' : wanted > yearEnd(ctx) ? 'max' : null;
  return rule !== null && { field: 'expires_on', rule };
}

/** Throws an error with all problems of a form. If the last day is invalid, the error contains the latest possible day. */
export function rejectProblems(ctx: UserCtx, problems: readonly (FieldProblem | false)[]): void {
  const wrongDay = problems.some((problem) => problem && problem.field === 'expires_on');
  rejectInvalidFields(problems, wrongDay ? { end: yearEnd(ctx) } : {});
}

/** Returns the last day on which an invitation is valid: the requested day, or by default a number of days within the school year. */
export function lastDay(ctx: UserCtx, kind: Invitation['kind'], wanted: string | undefined): string {
  const day = today(ctx.now);
  const end = yearEnd(ctx);
  const usual = shiftDay(day, kind === 'personal' ? PERSONAL_DAYS : LINK_DAYS);
  return wanted ?? (usual < end ? usual : end);
}

/** Returns an id of 128 random bits. */
const newLink = (): string => randomBytes(16).toString('base64url');

/** Returns the fields of a form that contradict each other. */
export function findClashes(invitation: NewInvitation): (FieldProblem | false)[] {
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

/** Returns the columns that every new invitation has. */
export const buildInvitationRow = (ctx: UserCtx, to: Target, { kind, role, message, expires_on, own_school_only, capabilities }: Base) => ({
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

export const namesOf = (to: Target) => ({ place_name: (to.school ?? to.district)!.name, class_name: to.class?.name ?? null });
export const auditFieldsOf = (to: Target) => to.class && { class: to.class.name };

/** Limits for the number of invitation mails of a teacher and of an administrator. */
const PER_TEACHER: LimitRule = { most: 200, withinMinutes: 24 * 60, grows: false };
const PER_ADMIN: LimitRule = { most: 1_000, withinMinutes: 24 * 60, grows: false };

/** Counts mails to addresses that the user entered. Throws `too_many_attempts` before any mail is sent. */
export async function countSent({ db, secret, user, now }: UserCtx, mails: number): Promise<void> {
  const rule = isDistrictAdmin(user) || user.school_admin !== '0' ? PER_ADMIN : PER_TEACHER;
  const wait = await countAttempts(db, limitKey(secret, 'invites', user.id), now, rule, mails);
  if (wait > 0) throw tooManyAttempts(wait);
}
