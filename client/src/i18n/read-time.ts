/** Parses a typed time of day such as `8`, `8.30` or `8:30 Uhr`. Returns `HH:MM`, or `null` if the time is invalid. */
export function parseTimeOfDay(text: string): string | null {
  const { h = '', m = '00' } = /^(?<h>\d{1,2})(?:[:.](?<m>\d{2}))?(?:\s*(?:Uhr|h))?$/i.exec(text.trim())?.groups ?? {};
  return h !== '' && Number(h) < 24 && Number(m) < 60 ? `${h.padStart(2, '0')}:${m}` : null;
}
