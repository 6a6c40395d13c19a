/** The steps of the set-up, and the rows of the checklist. */

export const FIRST_START_STEPS = ['district', 'operator', 'look', 'mail', 'administrator'] as const;
export type FirstStartStep = (typeof FIRST_START_STEPS)[number];

/** Hours after which the token has to be printed again. */
export const TOKEN_HOURS = 24;

/** Rows of the checklist in the order in which a media centre does them. */
export const CHECKLIST_ROWS = ['legal', 'look', 'school', 'schoolAdmin', 'staff', 'media', 'licences', 'lending'] as const;
export type ChecklistRow = (typeof CHECKLIST_ROWS)[number];

/** Rows that can be set aside: without the others the portal has no users, no media, or breaks the law. */
export const SKIPPABLE_ROWS = ['look', 'staff', 'licences', 'lending'] as const satisfies readonly ChecklistRow[];
export type SkippableRow = (typeof SKIPPABLE_ROWS)[number];
