/** Steps of the setup and rows of the checklist. */

export const FIRST_START_STEPS = ['district', 'operator', 'look', 'mail', 'administrator'] as const;
export type FirstStartStep = (typeof FIRST_START_STEPS)[number];

/** Number of hours after which the setup token expires and must be printed again. */
export const TOKEN_HOURS = 24;

/** Rows of the checklist, in the order in which a media centre usually works. */
export const CHECKLIST_ROWS = ['legal', 'look', 'school', 'schoolAdmin', 'staff', 'media', 'licences', 'lending'] as const;
export type ChecklistRow = (typeof CHECKLIST_ROWS)[number];

/** Rows that can be skipped. All other rows are needed for users and media or required by law. */
export const SKIPPABLE_ROWS = ['look', 'staff', 'licences', 'lending'] as const satisfies readonly ChecklistRow[];
export type SkippableRow = (typeof SKIPPABLE_ROWS)[number];
