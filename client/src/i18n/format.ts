/** Dates, numbers, durations and names of languages, as the language writes them. */
import { DATE_FORMATS, dateLocale } from '@fundus/contract/locale';

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
  return new Intl.DateTimeFormat(dateLocale(locale), { ...FORMATS[format], ...(day && { timeZone: 'UTC' }) }).format(date);
}

export const formatNumber = (value: number, locale: string): string => new Intl.NumberFormat(dateLocale(locale)).format(value);

/** Seconds as 4:12 or 1:04:12. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Bytes as 1,4 MB. */
export function formatBytes(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  const style = { style: 'unit', unit: units[step]!, maximumFractionDigits: step > 1 ? 1 : 0 } as const;
  return new Intl.NumberFormat(dateLocale(locale), style).format(bytes / 1000 ** step);
}

/** Name of an ordinary language in the language shown; the code where it has none. */
export function languageName(code: string, locale: string): string {
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
