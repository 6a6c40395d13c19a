/** Joins facts with middle dots and omits empty ones. A line can break after a dot, but not before it. */
export const joinFacts = (facts: readonly (string | number | false | null | undefined)[]): string => facts.filter(Boolean).join('\u00a0· ');
