/** States and rules of invitations (docs/behaviour/invitations.md#states). */

export const INVITATION_KINDS = ['personal', 'link'] as const;
export const INVITATION_TARGETS = ['school', 'class', 'district'] as const;
export const INVITATION_ROLES = ['teacher', 'student', 'school_admin', 'staff', 'district_admin'] as const;
/** Roles that an invitation may grant, by its target. */
export const ROLES_OF_TARGET = {
  school: ['teacher', 'student', 'school_admin'],
  class: ['teacher', 'student'],
  district: ['staff', 'district_admin'],
} as const satisfies Record<(typeof INVITATION_TARGETS)[number], readonly string[]>;
export type InvitationRole = (typeof INVITATION_ROLES)[number];

/** States of an invitation. A personal one starts as pending and can be accepted or declined. A link starts as active and can be exhausted. */
export const INVITATION_STATES = ['pending', 'accepted', 'declined', 'active', 'exhausted', 'expired', 'revoked'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];
export const INVITATION_FILTERS = ['open', 'ended', 'all'] as const;

export const PERSONAL_DAYS = 14;
export const LINK_DAYS = 30;
export const MAX_USES = 500;
/** Maximum number of email addresses in a call. */
export const MAX_ADDRESSES = 200;
/** Minimum number of minutes before an invitation can be sent again. */
export const RESEND_MINUTES = 2;
/** Number of days before the expiry on which a reminder is sent. */
export const REMIND_DAYS = 3;

type Row = {
  kind: string;
  expires_on: string;
  revoked: boolean;
  declined: boolean;
  accepted: boolean;
  used_count: number;
  max_uses: number | null;
};

/** Returns the state of an invitation on the given day. */
export function invitationState(row: Row, day: string): InvitationState {
  if (row.revoked) return 'revoked';
  if (row.accepted) return 'accepted';
  if (row.declined) return 'declined';
  if (row.expires_on < day) return 'expired';
  if (row.max_uses !== null && row.used_count >= row.max_uses) return 'exhausted';
  return row.kind === 'personal' ? 'pending' : 'active';
}

type Visitor = { email: string; school_id: string | null; district_id?: string | null; learner: boolean };
type Offer = {
  target: string;
  role: string;
  email: string | null;
  school_id: string | null;
  /** ID of the district, set if the invitation is for its staff. */
  staff_of?: string | null;
  allowed_domains: readonly string[];
  own_school_only: boolean;
  students_allowed: boolean;
};

type InvitationRefusal =
  | 'wrong_account'
  | 'role_not_allowed'
  | 'student_other_school'
  | 'wrong_school'
  | 'domain_not_allowed'
  | 'other_district';

/**
 * Returns whether the visitor may take on the role. Learners may accept invitations for learners, and links to classes that allow them. Staff may not
 * accept invitations for learners.
 */
const roleFits = ({ learner }: Visitor, { target, role, students_allowed }: Offer): boolean =>
  learner ? (target === 'class' ? students_allowed : role === 'student') : role !== 'student';

/** Returns why the signed-in user may not accept a valid invitation, or `null` if the user may (docs/behaviour/invitations.md#opening). */
export function refusalOf(visitor: Visitor, offer: Offer): InvitationRefusal | null {
  const elsewhere = visitor.school_id !== null && visitor.school_id !== offer.school_id;
  if (offer.email !== null && offer.email.toLowerCase() !== visitor.email.toLowerCase()) return 'wrong_account';
  if (!roleFits(visitor, offer)) return 'role_not_allowed';
  if (offer.target === 'district' && visitor.district_id != null && visitor.district_id !== offer.staff_of) return 'other_district';
  if (visitor.learner && elsewhere) return 'student_other_school';
  if (offer.target === 'class' && offer.own_school_only && visitor.school_id !== offer.school_id) return 'wrong_school';
  const domain = visitor.email.toLowerCase().split('@')[1] ?? '';
  if (offer.allowed_domains.length > 0 && !offer.allowed_domains.includes(domain)) return 'domain_not_allowed';
  return null;
}
