/** Parses a time such as `1:04:12`, `4:12`, `90` or `4:12,5`. Returns seconds, or `null` if the time is invalid. */
export function parseTimecode(text: string): number | null {
  const parts = text.trim().replace(',', '.').split(':');
  if (parts.length > 3 || !parts.every((part, i) => (i === parts.length - 1 ? /^\d+(\.\d+)?$/ : /^\d+$/).test(part))) return null;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}
