/** School numbers as written by identity providers (docs/behaviour/accounts.md#identity-providers). */

/** Returns the possible numbers in the portal: unchanged, and without the prefix of the state. */
export const numbersOf = (school: string, prefix: string): string[] => [...new Set([school, bareNumber(school, prefix)])].filter(Boolean);

/** With a configured prefix, numbers with another prefix belong to schools of another state. */
function bareNumber(school: string, prefix: string): string {
  if (prefix === '') return school.split('-').at(-1) ?? '';
  return school.startsWith(prefix) ? school.slice(prefix.length) : '';
}
