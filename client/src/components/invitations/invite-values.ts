/** Values of the invitation form and functions that build the request body. Pure. */
import type { InvitationRole } from '@fundus/contract/invitations/invitations';
import { ROLES_OF_TARGET } from '@fundus/contract/invitations/rules';
import type { Capability } from '@fundus/contract/people/rules';
import type { TargetKind } from './target.ts';

export type InviteKind = 'personal' | 'link' | 'many';

/** Kinds of invitation by target, the most common kind first. District staff cannot be invited by link, because the invitation grants rights. */
const KINDS: Record<TargetKind, readonly InviteKind[]> = {
  class: ['link', 'personal', 'many'],
  school: ['personal', 'link', 'many'],
  district: ['personal', 'many'],
};
export const kindsOf = (to: TargetKind): readonly InviteKind[] => KINDS[to];

/** Returns the roles that can be invited. Administrators can be invited only individually. */
export const rolesOf = (kind: InviteKind, to: TargetKind): readonly InvitationRole[] =>
  ROLES_OF_TARGET[to].filter((role) => kind === 'personal' || (role !== 'school_admin' && role !== 'district_admin'));

const FIRST_ROLE: Record<TargetKind, InvitationRole> = { class: 'student', school: 'teacher', district: 'staff' };

export const createEmptyInvitation = (to: TargetKind) => ({
  role: FIRST_ROLE[to],
  /** Capabilities of invited district staff. */
  capabilities: [] as readonly Capability[],
  email: '',
  vorname: '',
  name: '',
  password: '',
  lines: '',
  message: '',
  expires_on: '',
  /** True if learners, too, may use a link to a class. Applies to links for teachers. */
  students_allowed: true,
  /** True if only people of the class's school may accept an invitation to the class. */
  own_school_only: true,
  allowed_domains: '',
  max_uses: '',
  needs_confirmation: false,
});
export type InviteValues = ReturnType<typeof createEmptyInvitation>;

/** Returns the part of the request body that all kinds of invitations share. */
export const commonBody = ({ role, own_school_only, message, expires_on, capabilities }: InviteValues, toClass: boolean) => ({
  message,
  ...(role === 'staff' && { capabilities: [...capabilities] }),
  ...(expires_on && { expires_on }),
  ...(toClass && { target: 'class' as const, own_school_only: role === 'student' || own_school_only }),
});

/** Returns the part of the request body that is specific to links. */
export const linkBody = (values: InviteValues, toClass: boolean) => ({
  needs_confirmation: values.needs_confirmation,
  max_uses: values.max_uses === '' ? null : Number(values.max_uses),
  ...(toClass
    ? { students_allowed: values.role === 'student' || values.students_allowed }
    : { allowed_domains: values.allowed_domains.split(/[\s,;]+/).filter(Boolean) }),
});

/** Returns whether all required fields are filled in. */
export function isReady(kind: InviteKind, { email, password, lines }: InviteValues, needsPassword: boolean): boolean {
  if (kind === 'personal') return email.trim() !== '' && (!needsPassword || password !== '');
  return kind === 'link' || lines.trim() !== '';
}
