/** Roles and filters of users (docs/behaviour/access.md#roles). */

/** Roles: 'L' teacher, 'P' other staff, 'S' learner. '' is an unknown role or an administrator without a teaching role. */
export const PERSON_ROLES = ['L', 'P', 'S', ''] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

/** Roles an administrator can assign. */
export const ASSIGNABLE_ROLES = ['L', 'P', 'S'] as const;

/** Account states to filter by. Accounts with an unconfirmed mail address are never listed. */
export const STATE_FILTERS = [
  'all',
  'pending_approval',
  'active',
  'blocked',
  'declined',
  'dormant',
  'deletion_pending',
  'erasure_pending',
] as const;

export const CAPABILITIES = ['cap_lending', 'cap_news', 'cap_catalogue', 'cap_licences'] as const;
export type Capability = (typeof CAPABILITIES)[number];

export const PERSON_KINDS = ['all', 'teachers', 'staff', 'learners', 'administrators'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

export const PERSON_SORTS = ['name', '-name', 'last', '-last', 'since', '-since'] as const;
export type PersonSort = (typeof PERSON_SORTS)[number];

export const IMPORT_ROWS = 5_000;

/** Minimum number of typed letters before users are suggested, so that the list of users cannot be browsed. */
export const MIN_LETTERS = 3;
