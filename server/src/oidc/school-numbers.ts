/** The number of a school as another portal writes it (docs/behaviour/accounts.md#other-portals). */

/** Every way it may be written here: as it came, and without the state it is of. */
export const numbersOf = (school: string, prefix: string): string[] => [...new Set([school, bareNumber(school, prefix)])].filter(Boolean);

/** A named prefix is kept to: behind another one stands the number of another state's school. */
function bareNumber(school: string, prefix: string): string {
  if (prefix === '') return school.split('-').at(-1) ?? '';
  return school.startsWith(prefix) ? school.slice(prefix.length) : '';
}
