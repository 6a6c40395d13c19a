/** A notice: the text of the mail without links that grant access. */
import type { MailTemplate } from '@fundus/contract/mails/mails';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';
import type { MailInput } from '../../mail/compose.ts';
import { insertNotice, type To } from './notice-repository.ts';
import { fitNotice, linksIn, textOf } from './notice-text.ts';
import type { MadeOf } from './notice-words.ts';

type Words = Pick<MailInput, 'subject' | 'body'>;
/** `shown`: visible in the portal; `due`: time of its daily mail; `madeOf`: source for other languages. */
type NoticeOptions = { template: MailTemplate; once?: string | undefined; shown: boolean; due: Date | null; madeOf: MadeOf | null };

/** Writes a notice and returns its id, or `null` if it was written before. */
export const writeNotice = (
  db: Db,
  now: Date,
  to: To,
  { subject, body }: Words,
  { template, once, shown, due, madeOf }: NoticeOptions,
): Promise<string | null> =>
  insertNotice(db, to, {
    id: newId(now),
    template,
    ...fitNotice({ title: subject, text: textOf(body) }),
    made_of: madeOf && JSON.stringify(madeOf),
    href: pathOf(body),
    once: once ?? null,
    created_at: now,
    shown,
    mail_due: due,
  });

/** Returns the first link of the mail inside the portal, or `null`. A fragment after # is a secret key for the mailbox only. */
function pathOf(body: Words['body']): string | null {
  const path = linksIn(body)[0]?.href ?? '';
  return /^\/(?!\/)[^#]{0,499}$/.test(path) ? path : null;
}
