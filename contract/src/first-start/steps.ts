/** Steps of the set-up, and rows of the checklist. */

export const FIRST_START_STEPS = ['district', 'operator', 'look', 'mail', 'administrator'] as const;
export type FirstStartStep = (typeof FIRST_START_STEPS)[number];

/** Hours after which the setup token expires and must be printed again. */
export const TOKEN_HOURS = 24;

/** Rows of the checklist in the usual order of a media centre's work. */
export const CHECKLIST_ROWS = ['legal', 'look', 'school', 'schoolAdmin', 'staff', 'media', 'licences', 'lending'] as const;
export type ChecklistRow = (typeof CHECKLIST_ROWS)[number];

/** Rows that can be skipped. Without the others the portal has no users or media, or violates the law. */
export const SKIPPABLE_ROWS = ['look', 'staff', 'licences', 'lending'] as const satisfies readonly ChecklistRow[];
export type SkippableRow = (typeof SKIPPABLE_ROWS)[number];
