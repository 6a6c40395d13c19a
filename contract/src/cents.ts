/** Amounts of money as people write them. Pure. */

/** What somebody wrote as an amount of money, `1.190,00 €` or `1,190.00`: in cents, null where it is empty, undefined where it is none. */
export function centsOf(written: string): number | null | undefined {
  const words = written.replace(/[\s€]|EUR/g, '');
  if (words === '') return null;
  const german = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(words);
  const english = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(words);
  const [, whole, part = ''] = german ?? english ?? [];
  return whole === undefined ? undefined : Number(whole.replace(/[.,]/g, '')) * 100 + Number(part.padEnd(2, '0'));
}

/** An amount in so many parts that are as equal as cents can be, and come to it. */
export const splitCents = (cents: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, i) => Math.floor((cents * (i + 1)) / parts) - Math.floor((cents * i) / parts));

/** `1190,00`, as a language writes it, and without what parts thousands; '' for none. */
export const writeCents = (cents: number | null, lang: string): string =>
  cents === null ? '' : (cents / 100).toFixed(2).replace('.', lang.startsWith('de') ? ',' : '.');
