/** Patterns for `like` and `ilike`. User input is matched literally: `%`, `_` and the backslash are escaped. */
const escaped = (words: string): string => words.replace(/[\\%_]/g, '\\$&');

/** Returns a pattern that matches values containing `words`. */
export const containsPattern = (words: string): string => `%${escaped(words)}%`;

/** Returns a pattern that matches values starting with `words`. */
export const prefixPattern = (words: string): string => `${escaped(words)}%`;
