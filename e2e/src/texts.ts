/** Looks up UI texts for tests. */
import { baseKeyOf, PUPIL } from '@fundus/contract/locale';
import { de, en, type MessageKey } from '@fundus/contract/messages';

type Values = Record<string, string | number> & { count?: number };

const messages: Record<string, Record<string, string>> = { de, en };

/** Returns the text of a key with its placeholders filled in. `count` selects the plural form. Throws if the key is unknown. */
export function text(key: MessageKey, values: Values = {}, language = 'de'): string {
  const table = messages[language] ?? {};
  const form = values.count === undefined ? undefined : new Intl.PluralRules(language).select(values.count);
  const found = table[`${key}_${form}`] ?? table[key];
  if (found === undefined) throw new Error(`no text ${key} in ${language}`);
  return found.replace(/\{\{-?\s*(\w+)[^}]*\}\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? value.toLocaleString(language) : (value ?? '');
  });
}

/** Returns the text of a key as shown to learners. */
export const textForPupil = (key: MessageKey, values: Values = {}, language = 'de'): string => {
  const pupil = `${key}${PUPIL}`;
  const exists = Object.keys(messages[language] ?? {}).some((each) => baseKeyOf(each) === pupil);
  return text(exists ? (pupil as MessageKey) : key, values, language);
};

const escape = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a pattern that matches the text of a key in either language. */
export const either = (key: MessageKey): RegExp => new RegExp(`^(${escape(text(key))}|${escape(text(key, {}, 'en'))})$`);
