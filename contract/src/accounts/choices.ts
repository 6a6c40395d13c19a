/** What people choose from when they say who they are; without schemas, for forms (docs/decisions/0007-no-schemas-in-the-client-bundle.md). */
export const SALUTATIONS = ['', 'ms', 'mr', 'mx'] as const;
export type Salutation = (typeof SALUTATIONS)[number];

/** 'L' teacher, 'P' other staff. */
export const STAFF_ROLES = ['L', 'P'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
