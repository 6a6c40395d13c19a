/** State machine of accounts (docs/behaviour/accounts.md#states). */
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

/** Allowed transitions by event. All other transitions are impossible. */
const TRANSITIONS = {
  /** The user has confirmed the email address with the link in the mail. */
  confirm: { pending_email: 'pending_approval' },
  /** The user has confirmed the email address and is vouched for by the school or an invitation. */
  confirm_trusted: { pending_email: 'active' },
  approve: { pending_approval: 'active', declined: 'active' },
  decline: { pending_approval: 'declined' },
  block: { active: 'blocked', dormant: 'blocked', deletion_pending: 'blocked' },
  unblock: { blocked: 'active' },
  /** The user has not signed in for two years. */
  rest: { active: 'dormant' },
  wake: { dormant: 'active' },
  /** The user requests deletion, which the user can undo for some days. */
  delete: { active: 'deletion_pending' },
  undelete: { deletion_pending: 'active' },
  /** An administrator requests the erasure of the account. Only an administrator can undo it, signing in does not. */
  schedule_erasure: {
    active: 'erasure_pending',
    blocked: 'erasure_pending',
    dormant: 'erasure_pending',
    deletion_pending: 'erasure_pending',
  },
  /** The identity provider no longer lists the user. `relist` reverts this. */
  unlist: { active: 'erasure_pending', blocked: 'erasure_pending', dormant: 'erasure_pending', deletion_pending: 'erasure_pending' },
  relist: { erasure_pending: 'active' },
  relist_blocked: { erasure_pending: 'blocked' },
  keep: { erasure_pending: 'active' },
  /** Restores an account that was already blocked when its erasure was requested. */
  keep_blocked: { erasure_pending: 'blocked' },
} as const satisfies Record<string, Partial<Record<AccountState, AccountState>>>;

export type AccountEvent = keyof typeof TRANSITIONS;

/** Returns the state after an event, or `null` if the event is not allowed in the state. */
export const nextState = (from: AccountState, event: AccountEvent): AccountState | null =>
  (TRANSITIONS[event] as Partial<Record<AccountState, AccountState>>)[from] ?? null;

/** States in which the user can sign in. Signing in makes a dormant account or one pending deletion active again. */
export const SIGN_IN_STATES: readonly AccountState[] = ['active', 'dormant', 'deletion_pending'];

/** Number of days that an account stays in a state before it is removed. */
export const DAYS_KEPT = {
  pending_email: 1,
  pending_approval: 90,
  declined: 30,
  blocked: 365,
  dormant: 60,
  deletion_pending: 14,
  erasure_pending: 14,
} as const;

/** Number of days before the removal on which the user is notified. */
export const DAYS_NOTIFIED_BEFORE = { pending_approval: 14, blocked: 30 } as const;
