/** Texts of mails and printed pages: built-in texts, some of them replaced by the texts of the district. */
import { FALLBACK_LANGUAGE, languageOf, mergeMessages, createTranslator, type Messages } from '@fundus/contract/locale';
import type { MessageKey } from '@fundus/contract/messages';
import type { Ctx } from '../../http/context.ts';
import { listKnownLanguages, expectedOf, hasTexts, listOwnTexts, publishedTexts } from '../setup/index.ts';

/** Returns the text of a message. `count` selects the plural form. */
export type Translate = (key: MessageKey, values?: Record<string, string | number>) => string;

type Source = Pick<Ctx, 'db' | 'config'>;

/** Returns the published texts of a language, or of English if there are none. */
export const loadWords = async (ctx: Source, locale: string): Promise<Translate> => (await loadTranslator(ctx, locale)).t;

/** Returns the published texts with their language. */
export async function loadTranslator(ctx: Source, locale: string): Promise<{ t: Translate; language: string }> {
  const language = await shownLanguage(ctx, locale);
  return { t: translatorFor(language, (await publishedTexts(ctx.db, language)).messages), language };
}

/** Returns the stored draft texts. Those in `typed` replace them without being stored. */
export async function draftWordsFor(ctx: Source, locale: string, typed: Messages = {}): Promise<Translate> {
  const rows = await listOwnTexts(ctx.db, locale);
  return translatorFor(locale, { ...Object.fromEntries(rows.flatMap(({ key, text }) => (text === null ? [] : [[key, text]]))), ...typed });
}

/** Returns a language that the portal offers: the given one, the same without its region, or English. */
async function shownLanguage(ctx: Source, locale: string): Promise<string> {
  const known = (await listKnownLanguages(ctx)).filter(({ enabled, code }) => enabled || hasTexts(code)).map(({ code }) => code);
  return [locale, languageOf(locale)].find((code) => known.includes(code)) ?? FALLBACK_LANGUAGE;
}

function translatorFor(locale: string, own: Messages): Translate {
  const t = createTranslator(locale, mergeMessages(expectedOf(locale), own));
  return (key, values) => t(key, values) ?? key;
}
