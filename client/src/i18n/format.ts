/** Formats dates, numbers and durations, and names languages for a locale. */
import { memoize, DATE_FORMATS, dateLocale, languageOf, numberFormat, OWN_LANGUAGES } from '@fundus/contract/locale';

/**
 * Date formats: the two of the specification (§3), three with weekday, and `berlin`. The latter is the long date of a moment in Germany, independent
 * of the browser's time zone.
 */
const FORMATS = {
  ...DATE_FORMATS,
  weekday: { weekday: 'long', month: 'long', day: 'numeric' },
  dated: { weekday: 'long', ...DATE_FORMATS.long },
  brief: { weekday: 'short', month: 'numeric', day: 'numeric' },
  berlin: { ...DATE_FORMATS.long, timeZone: 'Europe/Berlin' },
} as const;

type Format = keyof typeof FORMATS;
const dateFormats = memoize((name) => {
  const [locale = '', format = 'short', zone] = name.split(' ');
  return new Intl.DateTimeFormat(dateLocale(locale), { ...FORMATS[format as Format], ...(zone && { timeZone: zone }) });
});

/** Formats a calendar day (`2026-11-20`) or a moment. A calendar day is the same in every time zone. */
export function formatDate(value: string | Date, format: Format, locale: string): string {
  const day = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  return dateFormats(`${locale} ${format}${day ? ' UTC' : ''}`).format(typeof value === 'string' ? new Date(value) : value);
}

/** Formats a period of calendar days and states common parts once (`Freitag, 4. – Montag, 7. Dezember 2026`). A period of one day is a single date. */
export const formatDays = (start: string, end: string, locale: string, format: 'dated' | 'long' = 'dated'): string =>
  dateFormats(`${locale} ${format} UTC`)
    .formatRange(new Date(start), new Date(end))
    .replace(/(\d\.?) (?=\p{L})| (?=\d{4}\b)/gu, '$1\u00a0');

/** Returns the result of `formatDate` with no-break spaces, so that a line can break only after the weekday. */
export const formatDateUnbroken = (...about: Parameters<typeof formatDate>): string =>
  formatDate(...about)
    .replace(/(\d\.?) /u, '$1\u00a0')
    .replace(/ (?=\d{4}$)/u, '\u00a0');

/** Returns a formatted number with at most `digits` decimal places. */
export const formatNumber = (value: number, locale: string, digits = 3): string => numberFormat(locale, digits).format(value);

/** Returns a duration such as 4:12 or 1:04:12. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Returns a size with a unit, such as 1,4 MB. */
export function formatBytes(bytes: number, locale: string): string {
  const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  const digits = step > 1 ? 1 : 0;
  const value = bytes / 1000 ** step;
  // In the portal's own languages the units are the same, and on phones Intl is slow to load its unit names.
  const short = OWN_LANGUAGES.includes(languageOf(locale)) && ['', 'kB', 'MB', 'GB'][step];
  if (short) return `${formatNumber(value, locale, digits)} ${short}`;
  const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const)[step]!;
  // The short English form would be “0 byte”.
  const unitDisplay = step === 0 ? 'long' : 'short';
  const written = new Intl.NumberFormat(dateLocale(locale), { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits });
  return written.format(value).replace(' ', '\u00a0');
}

/** Names of the portal's own languages. Nearly every page shows one of them, and the first `Intl.DisplayNames` is slow. */
const KNOWN_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { de: 'Deutsch', en: 'Englisch' },
  en: { de: 'German', en: 'English' },
};

/** Returns the name of a language in `locale`, or the code if the language has no name. */
export function languageName(code: string, locale: string): string {
  const known = KNOWN_NAMES[languageOf(locale)]?.[code];
  if (known !== undefined) return known;
  try {
    return new Intl.DisplayNames([dateLocale(locale)], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Returns the name of a language in the language itself, for the language selector. */
export const nativeLanguageName = (code: string): string => {
  const name = languageName(code, code);
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
};
