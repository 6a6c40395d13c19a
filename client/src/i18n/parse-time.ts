/** Parses a start or end time from an address: `252`, `4:12`, `1:04:12` or `1h4m12s`. Returns seconds, or `null` if the time is invalid. */
export function parseTime(text: string | number | null | undefined): number | null {
  if (text == null) return null;
  if (typeof text === 'number') return Number.isFinite(text) && text >= 0 ? text : null;
  const plain = text.trim();
  if (/^\d+(\.\d+)?s?$/.test(plain)) return parseFloat(plain);
  const clock = /^(?:(\d+):)?(\d{1,3}):([0-5]\d(?:\.\d+)?)$/.exec(plain);
  const units = /^(?=\d)(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/i.exec(plain);
  const parts = clock ?? units;
  return parts ? Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0) : null;
}
