/** Dates, numbers, durations and names of languages, as the language writes them. */
import { DATE_FORMATS, dateLocale, languageOf, OWN_LANGUAGES } from '@fundus/contract/locale';
import { writeDay, writeNumber, type Day } from '@fundus/contract/own-forms';

/**
 * The specification's two forms (§3), the one under which a day is spoken of: "Freitag, 20. November", and the long one of a moment as the
 * day in Germany, wherever the browser stands.
 */
const FORMATS = {
  ...DATE_FORMATS,
  weekday: { weekday: 'long', month: 'long', day: 'numeric' },
  berlin: { ...DATE_FORMATS.long, timeZone: 'Europe/Berlin' },
} as const;

/** A calendar day (`2026-11-20`) or a moment. Days stay the day they are, wherever the browser stands. */
export function formatDate(value: string | Date, format: keyof typeof FORMATS, locale: string): string {
  const day = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  const date = typeof value === 'string' ? new Date(value) : value;
  const written = format === 'berlin' ? undefined : writeDay(day ? dayOf(date) : dayHere(date), format, dateLocale(locale));
  if (written !== undefined) return written;
  const options = { ...FORMATS[format], ...(day && { timeZone: 'UTC' }) };
  return keep(dates, `${locale} ${format} ${day}`, () => new Intl.DateTimeFormat(dateLocale(locale), options)).format(date);
}

/** The same on one line: only between the weekday and the day may it break. */
export const formatWhole = (...about: Parameters<typeof formatDate>): string =>
  formatDate(...about)
    .replace(/(\d\.?) /u, '$1\u00a0')
    .replace(/ (?=\d{4}$)/u, '\u00a0');

const dayOf = (date: Date): Day => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
  weekday: date.getUTCDay(),
});

/** The day of a moment where the browser stands. */
const dayHere = (date: Date): Day => ({
  year: date.getFullYear(),
  month: date.getMonth() + 1,
  day: date.getDate(),
  weekday: date.getDay(),
});

/** Made once each: a list says hundreds of dates, and a phone takes milliseconds to make one that says them. */
const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

function keep<T>(kept: Map<string, T>, name: string, make: () => T): T {
  const known = kept.get(name) ?? make();
  kept.set(name, known);
  return known;
}

/** `digits`: the most behind the point. */
export function formatNumber(value: number, locale: string, digits = 3): string {
  const form = dateLocale(locale);
  return (
    writeNumber(value, form, digits) ??
    keep(numbers, `${locale} ${digits}`, () => new Intl.NumberFormat(form, { maximumFractionDigits: digits })).format(value)
  );
}

/** Seconds as 4:12 or 1:04:12. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Bytes as 1,4 MB. */
export function formatBytes(bytes: number, locale: string): string {
  const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  const digits = step > 1 ? 1 : 0;
  const value = bytes / 1000 ** step;
  // The portal's own languages write them alike; a browser's words for units come late on a phone.
  const short = OWN_LANGUAGES.includes(languageOf(locale)) && ['', 'kB', 'MB', 'GB'][step];
  if (short) return `${formatNumber(value, locale, digits)} ${short}`;
  const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const)[step]!;
  // In short English writes “0 byte”.
  const unitDisplay = step === 0 ? 'long' : 'short';
  const written = new Intl.NumberFormat(dateLocale(locale), { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits });
  return written.format(value).replace(' ', '\u00a0');
}

/** The portal's own languages in both of them: nearly every page names one, and a browser looks long for its first name of a language. */
const KNOWN_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { de: 'Deutsch', en: 'Englisch' },
  en: { de: 'German', en: 'English' },
};

/** Name of an ordinary language in the language shown; the code where it has none. */
export function languageName(code: string, locale: string): string {
  const known = KNOWN_NAMES[languageOf(locale)]?.[code];
  if (known !== undefined) return known;
  try {
    return new Intl.DisplayNames([dateLocale(locale)], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** A language in its own words, as the language selector lists it. */
export const ownName = (code: string): string => {
  const name = languageName(code, code);
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
};
