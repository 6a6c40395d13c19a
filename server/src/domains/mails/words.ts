/** The portal's words for mails and papers: the default ones with the district's own over them, as on the pages. */
import { FALLBACK_LANGUAGE, languageOf, mergeMessages, sayMessages, type Messages } from '@fundus/contract/locale';
import type { MessageKey } from '@fundus/contract/messages';
import type { Ctx } from '../../http/context.ts';
import { listKnownLanguages, expectedOf, hasTexts, listOwnTexts, publishedTexts } from '../setup/index.ts';

/** Says a message; `count` chooses the plural form. */
export type Say = (key: MessageKey, values?: Record<string, string | number>) => string;

type Source = Pick<Ctx, 'db' | 'config'>;

/** The published words of a language; those of English where the portal has no texts in it. */
export const loadWords = async (ctx: Source, locale: string): Promise<Say> => (await loadSpoken(ctx, locale)).say;

/** The same, with the language they are in. */
export async function loadSpoken(ctx: Source, locale: string): Promise<{ say: Say; language: string }> {
  const language = await shownLanguage(ctx, locale);
  return { say: speak(language, (await publishedTexts(ctx.db, language)).messages), language };
}

/** The words as an administrator is working on them; `typed` are not kept yet. */
export async function draftWordsFor(ctx: Source, locale: string, typed: Messages = {}): Promise<Say> {
  const rows = await listOwnTexts(ctx.db, locale);
  return speak(locale, { ...Object.fromEntries(rows.flatMap(({ key, text }) => (text === null ? [] : [[key, text]]))), ...typed });
}

/** A language the portal offers, be it without its region; else English. */
async function shownLanguage(ctx: Source, locale: string): Promise<string> {
  const known = (await listKnownLanguages(ctx)).filter(({ enabled, code }) => enabled || hasTexts(code)).map(({ code }) => code);
  return [locale, languageOf(locale)].find((code) => known.includes(code)) ?? FALLBACK_LANGUAGE;
}

function speak(locale: string, own: Messages): Say {
  const say = sayMessages(locale, mergeMessages(expectedOf(locale), own));
  return (key, values) => say(key, values) ?? key;
}
