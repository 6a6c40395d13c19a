/** What invitations are (behaviour.md 5.6, 5.19). Pure. */

export const INVITATION_KINDS = ['personal', 'link'] as const;
/** Classes join when there are any. */
export const INVITATION_TARGETS = ['school', 'class'] as const;
export const INVITATION_ROLES = ['teacher', 'student', 'school_admin'] as const;
export type InvitationRole = (typeof INVITATION_ROLES)[number];

/** Personal: pending → accepted, declined, expired, revoked; link: active → exhausted, expired, revoked. */
export const INVITATION_STATES = ['pending', 'accepted', 'declined', 'active', 'exhausted', 'expired', 'revoked'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];
export const INVITATION_FILTERS = ['open', 'ended', 'all'] as const;

export const PERSONAL_DAYS = 14;
export const LINK_DAYS = 30;
export const MOST_USES = 500;
/** Addresses in one go. */
export const MOST_ADDRESSES = 200;
/** An invitation is sent again after so many minutes at the earliest. */
export const RESEND_MINUTES = 2;
/** Days before the end at which an open one is reminded of. */
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

/** Where an invitation stands on a day. */
export function invitationState(row: Row, day: string): InvitationState {
  if (row.revoked) return 'revoked';
  if (row.accepted) return 'accepted';
  if (row.declined) return 'declined';
  if (row.expires_on < day) return 'expired';
  if (row.max_uses !== null && row.used_count >= row.max_uses) return 'exhausted';
  return row.kind === 'personal' ? 'pending' : 'active';
}
