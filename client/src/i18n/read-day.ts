/** A day as people write it → ISO; null where it is none. Day before month in every language of the portal, whatever the browser speaks. */
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
  // 31 February is no day, though a browser makes one of it.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}
