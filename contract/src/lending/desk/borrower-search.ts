/** Minimum number of letters of a name for which the desk can search borrowers. */
export const BORROWER_LETTERS = 3;
/** Maximum number of borrowers in a search result. */
export const MAX_BORROWERS = 8;
