/** Options of account forms, without schemas (docs/decisions/0007-no-schemas-in-the-client-bundle.md). */
export const SALUTATIONS = ['', 'ms', 'mr', 'mx'] as const;
export type Salutation = (typeof SALUTATIONS)[number];

/** Roles of staff: 'L' for teachers, 'P' for other staff. */
export const STAFF_ROLES = ['L', 'P'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
