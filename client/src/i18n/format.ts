/** Dates, numbers, durations and names of languages, as the language writes them. */
import { createdOnce, DATE_FORMATS, dateLocale, languageOf, numberFormat, OWN_LANGUAGES } from '@fundus/contract/locale';

/**
 * The specification's two forms (§3), the one under which a day is spoken of: "Freitag, 20. November", the one of narrow columns: "Fr., 20.11.", and the long one of a moment as the
 * day in Germany, wherever the browser stands.
 */
const FORMATS = {
  ...DATE_FORMATS,
  weekday: { weekday: 'long', month: 'long', day: 'numeric' },
  brief: { weekday: 'short', month: 'numeric', day: 'numeric' },
  berlin: { ...DATE_FORMATS.long, timeZone: 'Europe/Berlin' },
} as const;

type Format = keyof typeof FORMATS;
const dateFormats = createdOnce((name) => {
  const [locale = '', format = 'short', zone] = name.split(' ');
  return new Intl.DateTimeFormat(dateLocale(locale), { ...FORMATS[format as Format], ...(zone && { timeZone: zone }) });
});

/** Returns a calendar day (`2026-11-20`) or a moment as text. A calendar day is the same in every time zone. */
export function formatDate(value: string | Date, format: Format, locale: string): string {
  const day = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  return dateFormats(`${locale} ${format}${day ? ' UTC' : ''}`).format(typeof value === 'string' ? new Date(value) : value);
}

/** The same on one line: only between the weekday and the day may it break. */
export const formatWhole = (...about: Parameters<typeof formatDate>): string =>
  formatDate(...about)
    .replace(/(\d\.?) /u, '$1\u00a0')
    .replace(/ (?=\d{4}$)/u, '\u00a0');

/** `digits`: the most behind the point. */
export const formatNumber = (value: number, locale: string, digits = 3): string => numberFormat(locale, digits).format(value);

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
