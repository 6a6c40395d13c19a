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
  dari: 'fa',
  farsi: 'fa',
  paschto: 'ps',
  'original mit untertitel': 'o1',
  omu: 'o1',
}))
  BY_NAME.set(name, code);

/**
 * The code of a language written in any usual way: `de`, `DE`, `de-AT`, `deu`, `ger`, `Deutsch`, `German`.
 * Undefined when it names none.
 */
export const languageCode = (raw: string): string | undefined => {
  const name = raw.trim().toLowerCase().replace(/\s+/g, ' ');
  const known = BY_NAME.get(name);
  if (known) return known;
  const tag = /^([a-z]{2,3})[-_][a-z0-9_-]{2,}$/.exec(name);
  return tag ? BY_NAME.get(tag[1]!) : undefined;
};
