/** What an account goes through (docs/behaviour/accounts.md#states): the table of states, and what leads from one to another. */
import { z } from 'zod';

export const ACCOUNT_STATES = [
  'pending_email',
  'pending_approval',
  'declined',
  'active',
  'blocked',
  'dormant',
  'deletion_pending',
  'erasure_pending',
] as const;
export const AccountState = z.enum(ACCOUNT_STATES);
export type AccountState = z.output<typeof AccountState>;

/** From which states an event leads where. What is not here is not possible. */
const TRANSITIONS = {
  /** The link of the mail was opened and the button pressed. */
  confirm: { pending_email: 'pending_approval' },
  /** … and the school or an invitation vouches for the person. */
  confirm_trusted: { pending_email: 'active' },
  approve: { pending_approval: 'active', declined: 'active' },
  decline: { pending_approval: 'declined' },
  block: { active: 'blocked', dormant: 'blocked', deletion_pending: 'blocked' },
  unblock: { blocked: 'active' },
  /** Nobody has signed in for two years. */
  rest: { active: 'dormant' },
  wake: { dormant: 'active' },
  /** The person wants the account deleted; it can be undone for a while. */
  delete: { active: 'deletion_pending' },
  undelete: { deletion_pending: 'active' },
  /** An administrator has the account erased; signing in does not undo it, an administrator can. */
  schedule_erasure: {
    active: 'erasure_pending',
    blocked: 'erasure_pending',
    dormant: 'erasure_pending',
    deletion_pending: 'erasure_pending',
  },
  /** … because the portal they come from no longer lists them, and lists them again. */
  unlist: { active: 'erasure_pending', blocked: 'erasure_pending', dormant: 'erasure_pending', deletion_pending: 'erasure_pending' },
  relist: { erasure_pending: 'active' },
  relist_blocked: { erasure_pending: 'blocked' },
  keep: { erasure_pending: 'active' },
  /** … of somebody who was blocked before. */
  keep_blocked: { erasure_pending: 'blocked' },
} as const satisfies Record<string, Partial<Record<AccountState, AccountState>>>;

export type AccountEvent = keyof typeof TRANSITIONS;

/** Where an event leads; null where it is not possible. */
export const nextState = (from: AccountState, event: AccountEvent): AccountState | null =>
  (TRANSITIONS[event] as Partial<Record<AccountState, AccountState>>)[from] ?? null;

/** States in which the right password signs in; the last two come back to life by it. */
export const MAY_SIGN_IN: readonly AccountState[] = ['active', 'dormant', 'deletion_pending'];

/** Days an account waits in a state before it is removed. */
export const DAYS_KEPT = {
  pending_email: 1,
  pending_approval: 90,
  declined: 30,
  blocked: 365,
  dormant: 60,
  deletion_pending: 14,
  erasure_pending: 14,
} as const;

/** Where nobody may have thought of it any more, the person is told so many days before. */
export const DAYS_NOTIFIED_BEFORE = { pending_approval: 14, blocked: 30 } as const;
