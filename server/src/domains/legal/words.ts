/** The texts of mails in German and English. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FALLBACK_LANGUAGE, languageOf, Messages } from '@fundus/contract/locale';
import type { MessageKey } from '@fundus/contract/messages';

const FOLDER = join(import.meta.dirname, '../../../../contract/messages');
const read = (language: string): Messages => Messages.parse(JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8')));
const SETS = new Map(['de', FALLBACK_LANGUAGE].map((language) => [language, read(language)]));

/** Says a message in a language; English where the portal brings no texts in it. */
export function wordsOf(locale: string): (key: MessageKey, values?: Record<string, string>) => string {
  const set = SETS.get(languageOf(locale)) ?? SETS.get(FALLBACK_LANGUAGE)!;
  return (key, values = {}) => (set[key] ?? key).replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values[name] ?? '');
}
