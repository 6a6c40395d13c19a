/** Languages and fallbacks, date formats, and merging of custom and default texts (docs/specification.md#languages). */
import { z } from 'zod';

/** Texts by message key. They contain placeholders such as `{{name}}`. */
export const Messages = z.record(z.string(), z.string());
export type Messages = z.output<typeof Messages>;

/** Fallback language for texts and for the choice of language. */
export const FALLBACK_LOCALE = 'en-GB';
export const FALLBACK_LANGUAGE = 'en';

/** Languages of the built-in texts, which are always available. */
export const OWN_LANGUAGES = ['de', 'en'];

/** Returns the language of a locale, such as `de` for `de-AT`. */
export const languageOf = (locale: string): string => locale.split('-')[0] ?? locale;

/** Returns the languages in order of preference, starting with the wanted one. */
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

/** Returns the stored language, otherwise the first supported language of the browser, otherwise English (docs/specification.md#languages). */
export function chooseLanguage(stored: string | null, browser: readonly string[], supported: readonly string[]): string {
  if (stored && supported.includes(stored)) return stored;
  for (const wish of browser) {
    const match = supported.find((locale) => locale === wish) ?? supported.find((locale) => languageOf(locale) === languageOf(wish));
    if (match) return match;
  }
  return supported.includes(FALLBACK_LANGUAGE) ? FALLBACK_LANGUAGE : (supported[0] ?? FALLBACK_LANGUAGE);
}

/** Returns the default texts, overridden by custom texts that are not empty. */
export function mergeMessages(base: Messages, custom: Messages): Messages {
  const own = Object.entries(custom).filter(([, text]) => text !== '');
  return own.length > 0 ? { ...base, ...Object.fromEntries(own) } : base;
}

const CATEGORY = /^(.+)_(zero|one|two|few|many|other)$/;

/** Returns the base and the category of a plural key such as `search.count_one`, or `null`. */
export function pluralForm(key: string): { base: string; category: string } | null {
  const found = CATEGORY.exec(key);
  return found ? { base: found[1]!, category: found[2]! } : null;
}

/** Returns the key without its plural category, such as `search.count` for `search.count_one`. */
export const baseKeyOf = (key: string): string => pluralForm(key)?.base ?? key;

/** Returns the plural categories of a language, such as `one` and `other` for German. */
export const pluralCategories = (locale: string): string[] => pluralRules(locale).resolvedOptions().pluralCategories;

const OTHER = '_other';

/** Suffix of a key whose text addresses a learner. This text replaces the text of the key without the suffix. */
export const PUPIL = '.pupil';

/** Adds the plural forms that the language needs. Missing forms use the text of `other`. */
export function withPlurals(messages: Messages, locale: string): Messages {
  const categories = pluralCategories(locale);
  const missing: Messages = {};
  for (const key of Object.keys(messages)) {
    // Skips most keys quickly, because thousands are scanned before the first screen is rendered.
    if (!key.endsWith(OTHER)) continue;
    const base = key.slice(0, -OTHER.length);
    for (const category of categories) if (messages[`${base}_${category}`] === undefined) missing[`${base}_${category}`] = messages[key]!;
  }
  return Object.keys(missing).length > 0 ? { ...messages, ...missing } : messages;
}

const PLACE = /\{\{([^{}]*)\}\}/g;
const PLACE_NAME = /^-?\s*(\w+)\s*(,\s*number\b)?/;

/**
 * Returns the text of a key with its placeholders filled in, or `undefined` for an unknown key. `count` selects the plural form, or `_zero` for 0 if
 * it exists. `{{count, number}}` is formatted for the language.
 */
export type FindText = (key: string, values?: Record<string, string | number>) => string | undefined;

/** Creates the translator for a language. Messages may be added to `messages` later. */
export function createTranslator(locale: string, messages: Messages): FindText {
  const pluralOf = (key: string, count: number): string | undefined => {
    const other = messages[key + OTHER];
    // Plural rules are slow to create and not needed for texts without plural forms.
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

/** Date formats (docs/specification.md#languages). */
export const DATE_FORMATS = {
  short: { year: 'numeric', month: '2-digit', day: '2-digit' },
  long: { year: 'numeric', month: 'long', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Returns the locale for date formats, which is British English for English. */
export const dateLocale = (locale: string): string => (languageOf(locale) === 'en' ? 'en-GB' : locale);

/** Returns a function that caches the results of `make`. Creating an `Intl` object takes several milliseconds on a phone. */
export function memoize<T>(make: (key: string) => T): (key: string) => T {
  const created = new Map<string, T>();
  return (key) => {
    const known = created.get(key) ?? make(key);
    created.set(key, known);
    return known;
  };
}

const pluralRules = memoize((locale) => new Intl.PluralRules(locale));
const numberFormats = memoize((name) => {
  const [locale = '', digits] = name.split(' ');
  return new Intl.NumberFormat(locale, { maximumFractionDigits: Number(digits) });
});

/** Returns the number format of a language with at most the given number of fraction digits. */
export const numberFormat = (locale: string, digits = 3): Intl.NumberFormat => numberFormats(`${dateLocale(locale)} ${digits}`);
