/** Formats of school numbers that identity providers send (docs/behaviour/accounts.md#identity-providers). */

/** Returns the numbers under which the portal may know the school: the given one, and the one without the prefix of the federal state. */
export const numbersOf = (school: string, prefix: string): string[] => [...new Set([school, bareNumber(school, prefix)])].filter(Boolean);

/**
 * Returns the number without its prefix. If a prefix is configured, returns an empty string for other prefixes, because they belong to other states.
 */
function bareNumber(school: string, prefix: string): string {
  if (prefix === '') return school.split('-').at(-1) ?? '';
  return school.startsWith(prefix) ? school.slice(prefix.length) : '';
}
