/** What stands in the fields while somebody is invited, and what is sent of it. Pure. */
import type { InvitationRole } from '@fundus/contract/invitations/invitations';

export type InviteKind = 'personal' | 'link' | 'many';

/** A class is joined by a link, a school by one person after the other. */
export const kindsOf = (toClass: boolean): readonly InviteKind[] => (toClass ? ['link', 'personal', 'many'] : ['personal', 'link', 'many']);

export const rolesOf = (kind: InviteKind, toClass: boolean): readonly InvitationRole[] =>
  kind === 'personal' && !toClass ? ['teacher', 'student', 'school_admin'] : ['teacher', 'student'];

export const noInvitation = (toClass: boolean) => ({
  role: (toClass ? 'student' : 'teacher') as InvitationRole,
  email: '',
  vorname: '',
  name: '',
  password: '',
  lines: '',
  message: '',
  expires_on: '',
  /** Of a link to a class for teachers: pupils come by it too. */
  students_allowed: true,
  /** To a class: only people of its school. */
  own_school_only: true,
  allowed_domains: '',
  max_uses: '',
  needs_confirmation: false,
});
export type InviteValues = ReturnType<typeof noInvitation>;

/** What is sent of every invitation. */
export const commonBody = ({ role, own_school_only, message, expires_on }: InviteValues, toClass: boolean) => ({
  message,
  ...(expires_on && { expires_on }),
  ...(toClass && { target: 'class' as const, own_school_only: role === 'student' || own_school_only }),
});

/** What is sent of a link besides. */
export const linkBody = (values: InviteValues, toClass: boolean) => ({
  needs_confirmation: values.needs_confirmation,
  max_uses: values.max_uses === '' ? null : Number(values.max_uses),
  ...(toClass
    ? { students_allowed: values.role === 'student' || values.students_allowed }
    : { allowed_domains: values.allowed_domains.split(/[\s,;]+/).filter(Boolean) }),
});

/** What cannot be left out is there. */
export function isReady(kind: InviteKind, { email, password, lines }: InviteValues, needsPassword: boolean): boolean {
  if (kind === 'personal') return email.trim() !== '' && (!needsPassword || password !== '');
  return kind === 'link' || lines.trim() !== '';
}
