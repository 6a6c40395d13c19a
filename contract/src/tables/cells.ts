/** Parses the cells of imported tables. */

/** Time after a day, as written by databases and other programs. */
const CLOCK = /[ T,]{1,3}\d{1,2}:\d{2}(:\d{2}([.,]\d{1,6})?)?(Z| ?[+-]\d{2}:?\d{2})?$/;
const LONGEST = 60;
const DAY_FIRST = /^(?<d>\d{1,2})(?<sign>[./-])(?<m>\d{1,2})\k<sign>(?<y>\d{4})$/;
const DAY_FIRST_SHORT = /^(?<d>\d{1,2})(?<sign>[./])(?<m>\d{1,2})\k<sign>(?<y>\d{2})$/;
const YEAR_FIRST = /^(?<y>\d{4})(?<sign>[./-])(?<m>\d{1,2})\k<sign>(?<d>\d{1,2})$/;

/**
 * Returns the ISO day of a cell such as `31.07.2027`, `31. 7. 27`, `31/07/2027`, `2027-07-31` or `2027/7/31 23:59:00`. Returns null for an empty cell
 * and undefined for an invalid day.
 */
export function dayOfCell(cell: string): string | null | undefined {
  if (cell === '') return null;
  if (cell.length > LONGEST) return undefined;
  const text = cell.replace(CLOCK, '').replace(/\s/g, '');
  const { y, m, d } = (DAY_FIRST.exec(text) ?? DAY_FIRST_SHORT.exec(text) ?? YEAR_FIRST.exec(text))?.groups ?? {};
  if (!y || !m || !d) return undefined;
  const day = `${y.padStart(4, '20')}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  return new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ? day : undefined;
}
