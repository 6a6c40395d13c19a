/** Options of account forms, free of schemas (docs/decisions/0007-no-schemas-in-the-client-bundle.md). */
export const SALUTATIONS = ['', 'ms', 'mr', 'mx'] as const;
export type Salutation = (typeof SALUTATIONS)[number];

/** 'L' teacher, 'P' other staff. */
export const STAFF_ROLES = ['L', 'P'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
