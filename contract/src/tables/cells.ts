/** Parses the cells of imported tables. */

/**
 * Returns the ISO day of a cell such as `31.07.2027`, `31.7.27`, `31/07/2027` or `2027-07-31`. Returns null for an empty cell and undefined for an
 * invalid day.
 */
export function dayOfCell(cell: string): string | null | undefined {
  if (cell === '') return null;
  const [, d, m, y] = /^(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})$/.exec(cell) ?? [];
  const year = y?.length === 2 ? `20${y}` : y;
  const day = year ? `${year}-${m!.padStart(2, '0')}-${d!.padStart(2, '0')}` : cell;
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ? day : undefined;
}
