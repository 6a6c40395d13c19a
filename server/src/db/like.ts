/** Patterns for `like` and `ilike`. What somebody typed stands for itself: `%`, `_` and the backslash mean nothing in it. */
const escaped = (words: string): string => words.replace(/[\\%_]/g, '\\$&');

/** Matches what has the words somewhere in it. */
export const containing = (words: string): string => `%${escaped(words)}%`;

/** Matches what begins with the words. */
export const beginningWith = (words: string): string => `${escaped(words)}%`;
