/** Language codes (fn_sprache) with German names: about 490, among them the field's own s1, p1, o1 and o2. */
import { LANGUAGE_TABLE } from './languages-data.ts';

export type Language = { code: string; label: string };

const ROWS = LANGUAGE_TABLE.trim()
  .split('\n')
  .map((line) => line.split('|') as [code: string, others: string, label: string]);

export const LANGUAGES: readonly Language[] = ROWS.map(([code, , label]) => ({ code, label }));

const LABELS = new Map(LANGUAGES.map(({ code, label }) => [code, label]));

/** Whether the code stands in the table. */
export const isLanguage = (code: string): boolean => LABELS.has(code);

/** The German name; an unknown code of a supplier is shown as it is. */
export const languageLabel = (code: string): string => LABELS.get(code) ?? code;

/** Codes by everything a supplier may call them: two and three letters, terminology and bibliographic (`deu`, `ger`), German name. */
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

/** Names in English, and of the common languages those they have in themselves. Made once, when a word is none of the names above. */
let foreignNames: ReadonlyMap<string, string> | undefined;

function namesElsewhere(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  for (const [code] of [...ROWS].reverse()) {
    if (!/^[a-z]{2,3}$/.test(code)) continue;
    const own = code.length === 2 ? new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code) : undefined;
    for (const name of [own, english.of(code)]) if (name) names.set(name.toLowerCase(), code);
  }
  return names;
}

/** A register of languages, whose addresses end in the code. */
const REGISTER = /^https?:\/\/[^\s]{1,100}\/([a-z]{2,3})$/;

/**
 * The code of a language written in any usual way: `de`, `DE`, `de-AT`, `deu`, `ger`, `Deutsch`, `German`, `français`, an address of a register.
 * Undefined when it names none.
 */
export const languageCode = (raw: string): string | undefined => {
  const name = raw.trim().toLowerCase().replace(/\s+/g, ' ');
  const known = BY_NAME.get(name);
  if (known) return known;
  const tag = /^([a-z]{2,3})[-_][a-z0-9_-]{2,}$/.exec(name) ?? REGISTER.exec(name);
  if (tag) return BY_NAME.get(tag[1]!);
  foreignNames ??= namesElsewhere();
  return foreignNames.get(name);
};

/** What may be between several languages of one value, the surest first. */
const SEPARATORS = [/[;,|/\n+&]/, /\s(?:and|und|et)\s/];

/** Values that say that there is no language, or that it is not known. */
const NO_LANGUAGE = new Set(['und', 'zxx', 'mis', 'mul', 'xx', 'n/a', '-']);

/** The codes of all languages a value names (`ger;eng`, `Deutsch / Englisch`, `German (Germany)`), and what in it names none. */
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
  // `ger eng`: of words in a sentence some are codes by chance.
  const words = value.split(/\s+/).map((word) => (word.length <= 3 ? languageCode(word) : undefined));
  return words.includes(undefined) ? { codes: [], unknown: [value] } : { codes: [...new Set(words as string[])], unknown: [] };
}
