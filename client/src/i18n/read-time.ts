/** A time of day as people write it → `HH:MM`; null where it is none. `8`, `8.30` and `8:30 Uhr` are understood. */
export function readTime(text: string): string | null {
  const { h = '', m = '00' } = /^(?<h>\d{1,2})(?:[:.](?<m>\d{2}))?(?:\s*(?:Uhr|h))?$/i.exec(text.trim())?.groups ?? {};
  return h !== '' && Number(h) < 24 && Number(m) < 60 ? `${h.padStart(2, '0')}:${m}` : null;
}
