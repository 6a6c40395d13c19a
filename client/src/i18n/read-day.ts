/** Parses a typed date. Returns ISO, or `null` if it is invalid. Day before month in all languages of the portal. */
const WRITTEN = [
  /^(?<d>\d{1,2})[./\s-]+(?<m>\d{1,2})[./\s-]+(?<y>\d{4}|\d{2})$/,
  /^(?<d>\d{2})(?<m>\d{2})(?<y>\d{4})$/,
  /^(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})$/,
];

export function readDay(text: string): string | null {
  const found = WRITTEN.map((form) => form.exec(text.trim())?.groups).find(Boolean);
  if (!found) return null;
  const { d = '', m = '', y = '' } = found;
  const day = `${y.length === 2 ? `20${y}` : y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  const date = new Date(`${day}T00:00:00Z`);
  // Rejects days such as 31 February, which `Date` moves to March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}
