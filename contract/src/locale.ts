/** Languages, fallbacks, date formats; merging custom texts over default ones (docs/specification.md#languages). */
import { z } from 'zod';

/** Message key → text with `{{name}}` placeholders. */
export const Messages = z.record(z.string(), z.string());
export type Messages = z.output<typeof Messages>;

/** The fallback of every locale's texts, and of the language choice. */
export const FALLBACK_LOCALE = 'en-GB';
export const FALLBACK_LANGUAGE = 'en';

/** Those the portal's own texts are written in: there also where its configuration is not. */
export const OWN_LANGUAGES = ['de', 'en'];

/** `de-AT` → `de`. */
export const languageOf = (locale: string): string => locale.split('-')[0] ?? locale;

/** In which order to look for words somebody wrote in some languages: the one wanted, then the portal's in their order. */
export const languageOrder = (wanted: string, locales: readonly string[]): string[] => [
  wanted,
  languageOf(wanted),
  ...locales,
  ...locales.map(languageOf),
  'de',
  'en',
];

/** A right-to-left script needs the page turned round. */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  ['ar', 'fa', 'he', 'ur', 'ps', 'ckb', 'yi'].includes(languageOf(locale)) ? 'rtl' : 'ltr';

/** The stored choice, else the first supported browser language, else 'en' (docs/specification.md#languages). */
export function chooseLanguage(stored: string | null, browser: readonly string[], supported: readonly string[]): string {
  if (stored && supported.includes(stored)) return stored;
  for (const wish of browser) {
    const match = supported.find((locale) => locale === wish) ?? supported.find((locale) => languageOf(locale) === languageOf(wish));
    if (match) return match;
  }
  return supported.includes(FALLBACK_LANGUAGE) ? FALLBACK_LANGUAGE : (supported[0] ?? FALLBACK_LANGUAGE);
}

/** Custom texts over default ones; empty custom texts do not count. */
export function mergeMessages(base: Messages, custom: Messages): Messages {
  const own = Object.entries(custom).filter(([, text]) => text !== '');
  return own.length > 0 ? { ...base, ...Object.fromEntries(own) } : base;
}

const CATEGORY = /^(.+)_(zero|one|two|few|many|other)$/;

/** `search.count_one` → base and category; null for a key that is no plural form. */
export function pluralForm(key: string): { base: string; category: string } | null {
  const found = CATEGORY.exec(key);
  return found ? { base: found[1]!, category: found[2]! } : null;
}

/** The name by which a text is asked for: `search.count_one` → `search.count`. */
export const askedKey = (key: string): string => pluralForm(key)?.base ?? key;

/** The plural forms a language has: German `one`, `other`; Polish `one`, `few`, `many`, `other`. */
export const pluralCategories = (locale: string): string[] => pluralRules(locale).resolvedOptions().pluralCategories;

const OTHER = '_other';

/** Gives every plural of a set all the forms of the language; a form that is not there reads like `other`. */
export function withPlurals(messages: Messages, locale: string): Messages {
  const categories = pluralCategories(locale);
  const missing: Messages = {};
  for (const key of Object.keys(messages)) {
    // Thousands of texts are gone through before the first screen is drawn.
    if (!key.endsWith(OTHER)) continue;
    const base = key.slice(0, -OTHER.length);
    for (const category of categories) if (messages[`${base}_${category}`] === undefined) missing[`${base}_${category}`] = messages[key]!;
  }
  return Object.keys(missing).length > 0 ? { ...messages, ...missing } : messages;
}

const PLACE = /\{\{([^{}]*)\}\}/g;
const PLACE_NAME = /^-?\s*(\w+)\s*(,\s*number\b)?/;

/** Says the text of a key with its places filled, `{{count, number}}` as the language writes numbers; `count` chooses the plural form, and for nothing the one that ends in `_zero`, where there is one. Undefined where there is no such text. */
export type SayMessage = (key: string, values?: Record<string, string | number>) => string | undefined;

/** The texts of a language as sentences. `messages` may grow meanwhile. */
export function sayMessages(locale: string, messages: Messages): SayMessage {
  const pluralOf = (key: string, count: number): string | undefined => {
    const other = messages[key + OTHER];
    // A text without forms asks for no rules.
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

/** Dates are written in the form of the language; English in its British form. */
export const dateLocale = (locale: string): string => (languageOf(locale) === 'en' ? 'en-GB' : locale);

/** Caches what `make` returns by its key. A phone takes milliseconds to create an object of `Intl`, so each is created on first use and kept. */
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

/** Numbers as the language writes them, with at most `digits` behind the point. */
export const numberFormat = (locale: string, digits = 3): Intl.NumberFormat => numberFormats(`${dateLocale(locale)} ${digits}`);
