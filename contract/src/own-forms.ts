/**
 * Numbers, days and plural forms in the portal's own languages, as `Intl` writes them. A phone takes 25 ms to make its first form of `Intl`, which a page
 * that shows one date and one size waits for. Undefined where only `Intl` knows.
 */

type Form = {
  thousands: string;
  point: string;
  months: readonly string[];
  days: readonly string[];
  short: (day: string, month: string, year: string) => string;
  long: (day: number, month: string, year: number) => string;
  weekday: (weekday: string, day: number, month: string) => string;
};

const words = (text: string): string[] => text.split(' ');

const GERMAN: Form = {
  thousands: '.',
  point: ',',
  months: words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
  days: words('Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'),
  short: (day, month, year) => `${day}.${month}.${year}`,
  long: (day, month, year) => `${day}. ${month} ${year}`,
  weekday: (weekday, day, month) => `${weekday}, ${day}. ${month}`,
};
const BRITISH: Form = {
  thousands: ',',
  point: '.',
  months: words('January February March April May June July August September October November December'),
  days: words('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
  short: (day, month, year) => `${day}/${month}/${year}`,
  long: (day, month, year) => `${day} ${month} ${year}`,
  weekday: (weekday, day, month) => `${weekday} ${day} ${month}`,
};
/** By what `dateLocale` gives. */
const FORMS: Readonly<Record<string, Form>> = { de: GERMAN, 'de-DE': GERMAN, 'en-GB': BRITISH };

/** Up to here every digit counts, those behind the point with them. */
const LARGEST = 1e12;

/** `digits`: the most behind the point, up to three; rounded half away from zero, as the number is written. */
export function writeNumber(value: number, locale: string, digits: number): string | undefined {
  const form = FORMS[locale];
  const written = String(value);
  if (!form || !(value >= 0 && value <= LARGEST) || written.includes('e')) return undefined;
  const [whole = '', behind = ''] = written.split('.');
  const scaled = Number(whole + behind.slice(0, digits).padEnd(digits, '0')) + (behind.charAt(digits) >= '5' ? 1 : 0);
  const all = String(scaled).padStart(digits + 1, '0');
  const shown = all.slice(all.length - digits).replace(/0{1,3}$/, '');
  return all.slice(0, all.length - digits).replace(/\B(?=(?:\d{3}){1,4}$)/g, form.thousands) + (shown && form.point + shown);
}

/** `month` from 1; `weekday` from 0, a Sunday. Years of four digits. */
export type Day = { year: number; month: number; day: number; weekday: number };

export function writeDay({ year, month, day, weekday }: Day, format: 'short' | 'long' | 'weekday', locale: string): string | undefined {
  const form = FORMS[locale];
  if (!form || !(year >= 1000 && year <= 9999)) return undefined;
  const name = form.months[month - 1]!;
  if (format === 'long') return form.long(day, name, year);
  if (format === 'weekday') return form.weekday(form.days[weekday]!, day, name);
  return form.short(String(day).padStart(2, '0'), String(month).padStart(2, '0'), String(year));
}

/** The plural form a number takes. */
export const choosePlural = (count: number, locale: string): 'one' | 'other' | undefined =>
  /^(de|en)(-|$)/.test(locale) ? (Math.abs(count) === 1 ? 'one' : 'other') : undefined;
