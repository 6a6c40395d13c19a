/** Language codes (fn_sprache) with German names. The codes s1, p1, o1 and o2 denote easy language, plain language and original versions. */
import { LANGUAGE_TABLE } from './languages-data.ts';

export type Language = { code: string; label: string };

const ROWS = LANGUAGE_TABLE.trim()
  .split('\n')
  .map((line) => line.split('|') as [code: string, others: string, label: string]);

export const LANGUAGES: readonly Language[] = ROWS.map(([code, , label]) => ({ code, label }));

const LABELS = new Map(LANGUAGES.map(({ code, label }) => [code, label]));

/** Returns whether the language code is known. */
export const isLanguage = (code: string): boolean => LABELS.has(code);

/** Returns the German name of a language, or the code itself if it is unknown. */
export const languageLabel = (code: string): string => LABELS.get(code) ?? code;

/** Codes by lower-case name: two-letter code, three-letter codes (`deu`, `ger`), and German name. */
const BY_NAME = new Map<string, string>();
for (const [code, , label] of [...ROWS].reverse()) BY_NAME.set(label.toLowerCase(), code);
for (const [code, others] of ROWS) for (const other of others.split(',')) if (other) BY_NAME.set(other, code);
for (const [code] of ROWS) BY_NAME.set(code, code);
for (const [name, code] of Object.entries({
  german: 'de',
  english: 'en',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
  russian: 'ru',
  turkish: 'tr',
  arabic: 'ar',
  ukrainian: 'uk',
  polish: 'pl',
  latin: 'la',
  dgs: 'gsg',
  'sgn-de': 'gsg',
  dari: 'fa',
  farsi: 'fa',
  paschto: 'ps',
  'original mit untertitel': 'o1',
  omu: 'o1',
}))
  BY_NAME.set(name, code);

/** Codes by English name, and by native name for common languages. Created on first use. */
let foreignNames: ReadonlyMap<string, string> | undefined;

function listForeignNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  for (const [code] of [...ROWS].reverse()) {
    if (!/^[a-z]{2,3}$/.test(code)) continue;
    const own = code.length === 2 ? new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code) : undefined;
    for (const name of [own, english.of(code)]) if (name) names.set(name.toLowerCase(), code);
  }
  return names;
}

/** Address of a language registry entry, which ends in the language code. */
const REGISTER = /^https?:\/\/[^\s]{1,100}\/([a-z]{2,3})$/;

/**
 * Returns the code of a language in any common notation, such as `de-AT`, `ger`, `German`, `français` or a registry address; undefined if it is
 * unknown.
 */
export const languageCode = (raw: string): string | undefined => {
  const name = raw.trim().toLowerCase().replace(/\s+/g, ' ');
  const known = BY_NAME.get(name);
  if (known) return known;
  const tag = /^([a-z]{2,3})[-_][a-z0-9_-]{2,}$/.exec(name) ?? REGISTER.exec(name);
  if (tag) return BY_NAME.get(tag[1]!);
  foreignNames ??= listForeignNames();
  return foreignNames.get(name);
};

/** Separators between several languages in one value, most reliable first. */
const SEPARATORS = [/[;,|/\n+&]/, /\s(?:and|und|et)\s/];

/** Values that stand for no language or an unknown language. */
const NO_LANGUAGE = new Set(['und', 'zxx', 'mis', 'mul', 'xx', 'n/a', '-']);

/** Returns the codes of all languages in a value, such as `ger;eng` or `Deutsch / Englisch`. `unknown` contains the unrecognised parts. */
export function languageCodes(raw: string): { codes: string[]; unknown: string[] } {
  const value = raw.trim();
  if (value === '' || NO_LANGUAGE.has(value.toLowerCase())) return { codes: [], unknown: [] };
  const whole = languageCode(value) ?? languageCode(value.replace(/\s?\([^()]*\)$/, ''));
  if (whole !== undefined) return { codes: [whole], unknown: [] };
  for (const separator of SEPARATORS) {
    const parts = value.split(separator).filter((part) => part.trim() !== '');
    if (parts.length < 2 || parts.length > 50) continue;
    const read = parts.map((part) => languageCodes(part));
    if (read.some(({ codes }) => codes.length > 0))
      return { codes: [...new Set(read.flatMap(({ codes }) => codes))], unknown: read.flatMap(({ unknown }) => unknown) };
  }
  // Splits at blanks only if every word is a code (`ger eng`), because words of a sentence can match codes by chance.
  const words = value.split(/\s+/).map((word) => (word.length <= 3 ? languageCode(word) : undefined));
  return words.includes(undefined) ? { codes: [], unknown: [value] } : { codes: [...new Set(words as string[])], unknown: [] };
}
