/** Messages to a user by id. */
import type { MessageKey } from '@fundus/contract/messages';
import type { MailTemplate } from '@fundus/contract/mails/mails';
import { findReader } from './repository.ts';
import { findNoticeSource } from './notice-words.ts';
import type { Translate } from './words.ts';
import { writeNotice } from './write-notice.ts';
import { writeMail, type MailContext, type Message } from './write-mail.ts';

/** Notifies a user. Returns true if a mail is sent at once. Users without an address get the notice only in the portal. */
export async function notifyPerson(source: MailContext, personId: string, message: Message): Promise<boolean> {
  const reader = await findReader(source.db, personId);
  return reader ? writeMail(source, reader, message) : false;
}

/** Notifies a learner code, only in the portal. */
export async function notifyCode(
  { db, config, now }: MailContext,
  codeId: string,
  { template, compose, once }: Message,
  words: Translate,
): Promise<void> {
  const madeOf = findNoticeSource(compose, { name: '', language: 'de', locales: config.Locales });
  await writeNotice(db, now, { code: codeId }, compose(words, 'de', ''), { template, once, shown: true, due: null, madeOf });
}

/** Returns a message with one text and an optional link. It uses the texts `mail.<template>.subject`, `.text` and `.action`. */
export const simpleMail = (template: MailTemplate, values: Record<string, string | number> = {}, link?: string): Message => ({
  template,
  compose: (t, _language, name) => {
    const word = (part: string): string => t(`mail.${template}.${part}` as MessageKey, { name, ...values });
    return {
      subject: word('subject'),
      body: [{ kind: 'text', text: word('text') }, ...(link ? [{ kind: 'link' as const, label: word('action'), href: link }] : [])],
      values,
    };
  },
});
