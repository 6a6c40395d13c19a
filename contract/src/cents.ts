/** Parsing and formatting of amounts of money. */

/** Parses an amount such as `1.190,00 €` or `1,190.00`. Returns cents, `null` for an empty text, or `undefined` if the text is not an amount. */
export function parseAmount(written: string): number | null | undefined {
  const words = written.replace(/[\s€'’]|EUR/g, '');
  if (words === '') return null;
  const german = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(words);
  const english = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(words);
  const [, whole, part = ''] = german ?? english ?? [];
  return whole === undefined ? undefined : Number(whole.replace(/[.,]/g, '')) * 100 + Number(part.padEnd(2, '0'));
}

/** Splits an amount into parts that add up to it and differ by at most one cent. */
export const splitCents = (cents: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, i) => Math.floor((cents * (i + 1)) / parts) - Math.floor((cents * i) / parts));

/** Formats cents as an amount such as `1190,00`, without thousands separators. Returns an empty string for `null`. */
export const formatAmount = (cents: number | null, lang: string): string =>
  cents === null ? '' : (cents / 100).toFixed(2).replace('.', lang.startsWith('de') ? ',' : '.');
