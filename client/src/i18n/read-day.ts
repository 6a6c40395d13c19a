const WRITTEN = [
  /^(?<d>\d{1,2})[./\s-]+(?<m>\d{1,2})[./\s-]+(?<y>\d{4}|\d{2})$/,
  /^(?<d>\d{2})(?<m>\d{2})(?<y>\d{4})$/,
  /^(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})$/,
];

/** German and English month names by their first three letters, in the order of the months. */
const MONTHS = ['jan', 'feb', 'mär|mar', 'apr', 'mai|may', 'jun', 'jul', 'aug', 'sep', 'okt|oct', 'nov', 'dez|dec'];
/** Matches a month name, in full or abbreviated, with the separators around it. */
const MONTH_NAME = /[.\s]{0,3}(?<![a-zä])(jan|feb|mär|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec)[a-z]{0,6}[.\s]{0,3}/i;

/** Matches a date without a year. */
const WITHOUT_YEAR = /^(\d{1,2})[./\s-]+(\d{1,2})[./]?$/;
/** Maximum number of years between two leap days. */
const MAX_YEARS = 8;

/**
 * Parses a typed date, in which the day always comes before the month. Returns an ISO date, or `null` if it is invalid. With `now`, a date without a
 * year is its next occurrence, today included. If that is after `max`, it is the last occurrence not after `max`.
 */
export function parseDay(typed: string, { now, max }: { now?: string; max?: string | undefined } = {}): string | null {
  const text = typed
    .trim()
    .replace(MONTH_NAME, (_, name: string) => `.${MONTHS.findIndex((names) => names.includes(name.toLowerCase())) + 1}.`);
  const parts = WITHOUT_YEAR.exec(text);
  if (now === undefined || !parts) return readFullDate(text);
  const [, day, month] = parts;
  const year = Number(now.slice(0, 4));
  /** Returns the first matching date, searching from the current year forwards (`by` 1) or backwards (`by` -1), or `null`. */
  const find = (by: 1 | -1, matches: (found: string) => boolean): string | null =>
    Array.from({ length: MAX_YEARS + 1 }, (_, i) => readFullDate(`${day}.${month}.${year + by * i}`)).find(
      (found) => found !== null && matches(found),
    ) ?? null;
  const next = find(1, (found) => found >= now);
  return next !== null && max && next > max ? find(-1, (found) => found <= max) : next;
}

function readFullDate(text: string): string | null {
  const found = WRITTEN.map((form) => form.exec(text)?.groups).find(Boolean);
  if (!found) return null;
  const { d = '', m = '', y = '' } = found;
  const day = `${y.length === 2 ? `20${y}` : y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  const date = new Date(`${day}T00:00:00Z`);
  // Rejects days such as 31 February, which `Date` moves to March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}
