/** Languages, fallbacks, date formats, and merging of custom and default texts (docs/specification.md#languages). */
import { z } from 'zod';

/** Message key → text with `{{name}}` placeholders. */
export const Messages = z.record(z.string(), z.string());
export type Messages = z.output<typeof Messages>;

/** Fallback language of texts, and of the language choice. */
export const FALLBACK_LOCALE = 'en-GB';
export const FALLBACK_LANGUAGE = 'en';

/** Languages of the built-in texts, available even without the configuration. */
export const OWN_LANGUAGES = ['de', 'en'];

/** `de-AT` → `de`. */
export const languageOf = (locale: string): string => locale.split('-')[0] ?? locale;

/** Returns languages in order of preference: the wanted one, then the portal's. */
export const languageOrder = (wanted: string, locales: readonly string[]): string[] => [
  wanted,
  languageOf(wanted),
  ...locales,
  ...locales.map(languageOf),
  'de',
  'en',
];

/** Returns the writing direction of a language. */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  ['ar', 'fa', 'he', 'ur', 'ps', 'ckb', 'yi'].includes(languageOf(locale)) ? 'rtl' : 'ltr';

/** Returns the stored language, or the first supported one of the browser, or 'en' (docs/specification.md#languages). */
export function chooseLanguage(stored: string | null, browser: readonly string[], supported: readonly string[]): string {
  if (stored && supported.includes(stored)) return stored;
  for (const wish of browser) {
    const match = supported.find((locale) => locale === wish) ?? supported.find((locale) => languageOf(locale) === languageOf(wish));
    if (match) return match;
  }
  return supported.includes(FALLBACK_LANGUAGE) ? FALLBACK_LANGUAGE : (supported[0] ?? FALLBACK_LANGUAGE);
}

/** Returns the default texts overridden by custom ones; empty custom texts are ignored. */
export function mergeMessages(base: Messages, custom: Messages): Messages {
  const own = Object.entries(custom).filter(([, text]) => text !== '');
  return own.length > 0 ? { ...base, ...Object.fromEntries(own) } : base;
}

const CATEGORY = /^(.+)_(zero|one|two|few|many|other)$/;

/** Returns base and category of a plural key such as `search.count_one`, or null. */
export function pluralForm(key: string): { base: string; category: string } | null {
  const found = CATEGORY.exec(key);
  return found ? { base: found[1]!, category: found[2]! } : null;
}

/** Returns the key without its plural category: `search.count_one` → `search.count`. */
export const baseKeyOf = (key: string): string => pluralForm(key)?.base ?? key;

/** Returns the plural categories of a language: German `one`, `other`; Polish `one`, `few`, `many`, `other`. */
export const pluralCategories = (locale: string): string[] => pluralRules(locale).resolvedOptions().pluralCategories;

const OTHER = '_other';

/** Ending of a key whose text addresses a pupil; shown instead of the text of the key without it. */
export const PUPIL = '.pupil';

/** Adds all plural forms of the language to a set of texts; missing forms repeat `other`. */
export function withPlurals(messages: Messages, locale: string): Messages {
  const categories = pluralCategories(locale);
  const missing: Messages = {};
  for (const key of Object.keys(messages)) {
    // Fast path: thousands of keys are scanned before the first screen is drawn.
    if (!key.endsWith(OTHER)) continue;
    const base = key.slice(0, -OTHER.length);
    for (const category of categories) if (messages[`${base}_${category}`] === undefined) missing[`${base}_${category}`] = messages[key]!;
  }
  return Object.keys(missing).length > 0 ? { ...messages, ...missing } : messages;
}

const PLACE = /\{\{([^{}]*)\}\}/g;
const PLACE_NAME = /^-?\s*(\w+)\s*(,\s*number\b)?/;

/**
 * Returns the text of a key with its placeholders filled; `{{count, number}}` is formatted for the language. `count` selects the plural form, and
 * `_zero` for 0 if it exists. Returns undefined for an unknown key.
 */
export type FindText = (key: string, values?: Record<string, string | number>) => string | undefined;

/** Returns the formatter for a language. `messages` may grow later. */
export function createTranslator(locale: string, messages: Messages): FindText {
  const pluralOf = (key: string, count: number): string | undefined => {
    const other = messages[key + OTHER];
    // Texts without plural forms need no plural rules.
    if (other === undefined) return undefined;
    const form = pluralRules(locale).select(count);
    return messages[`${key}_${form}`] ?? other;
  };
  return (key, values = {}) => {
    const { count } = values;
    const none = count === 0 ? messages[`${key}_zero`] : undefined;
    const form = typeof count === 'number' ? pluralOf(key, count) : undefined;
    return (none ?? form ?? messages[key])?.replace(PLACE, (whole, inside: string) => {
      const [, name, asNumber] = PLACE_NAME.exec(inside) ?? [];
      if (name === undefined) return whole;
      const value = values[name] ?? '';
      if (!asNumber || typeof value !== 'number') return String(value);
      return numberFormat(locale).format(value);
    });
  };
}

/** Short: numeric year, 2-digit month and day. Long: numeric year, long month, numeric day (docs/specification.md#languages). */
export const DATE_FORMATS = {
  short: { year: 'numeric', month: '2-digit', day: '2-digit' },
  long: { year: 'numeric', month: 'long', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Returns the locale for dates: that of the language, and British English for English. */
export const dateLocale = (locale: string): string => (languageOf(locale) === 'en' ? 'en-GB' : locale);

/** Caches the results of `make` by key. Creating an `Intl` object takes a phone milliseconds, so each is created on first use and kept. */
export function createdOnce<T>(make: (key: string) => T): (key: string) => T {
  const created = new Map<string, T>();
  return (key) => {
    const known = created.get(key) ?? make(key);
    created.set(key, known);
    return known;
  };
}

const pluralRules = createdOnce((locale) => new Intl.PluralRules(locale));
const numberFormats = createdOnce((name) => {
  const [locale = '', digits] = name.split(' ');
  return new Intl.NumberFormat(locale, { maximumFractionDigits: Number(digits) });
});

/** Returns the number format of a language with at most `digits` fraction digits. */
export const numberFormat = (locale: string, digits = 3): Intl.NumberFormat => numberFormats(`${dateLocale(locale)} ${digits}`);
