/** Minimum number of letters of a name before the desk searches borrowers. */
export const BORROWER_LETTERS = 3;
/** Maximum number of borrowers in the result. */
export const MAX_BORROWERS = 8;
