/** Loads the default texts of a language and merges the custom texts over them, with the fallbacks of docs/specification.md#languages. */
import { FALLBACK_LOCALE, mergeMessages, type Messages } from '@fundus/contract/locale';
import type { LocaleReply } from '@fundus/contract/setup/setup';
import type { z } from 'zod';

type Reply = z.output<typeof LocaleReply>;
type Load = (locale: string) => Promise<Reply>;
type Log = (message: string, problem: unknown) => void;

/** Returns the texts of a locale, falling back to English. Returns `null` if these cannot be loaded either. */
export async function loadMessages(locale: string, source: { load: Load; log: Log }): Promise<Messages | null> {
  try {
    const reply = await source.load(locale);
    const base = isEmpty(reply.default) && locale !== FALLBACK_LOCALE ? (await source.load(FALLBACK_LOCALE)).default : reply.default;
    return withCustom(base, reply.custom, source.log);
  } catch (problem) {
    source.log(`Failed to load locale messages for ${locale}`, problem);
    return locale === FALLBACK_LOCALE ? null : loadMessages(FALLBACK_LOCALE, source);
  }
}

function withCustom(base: Messages, custom: Messages, log: Log): Messages {
  try {
    if (Object.values(custom).some((text) => typeof text !== 'string')) throw new TypeError('custom messages are not texts');
    return mergeMessages(base, custom);
  } catch (problem) {
    log('Failed to load custom messages, falling back to base messages', problem);
    return base;
  }
}

const isEmpty = (messages: Messages | undefined): boolean => !messages || Object.keys(messages).length === 0;
