/** Writes a notice, which is the text of a mail without links that grant access. */
import type { MailTemplate } from '@fundus/contract/mails/mails';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';
import type { MailInput } from '../../mail/compose.ts';
import { insertNotice, type NoticeRecipient } from './notice-repository.ts';
import { fitNotice, linksIn, renderMailText } from './notice-text.ts';
import type { NoticeParts } from './notice-words.ts';

type Words = Pick<MailInput, 'subject' | 'body'>;
/** `shown` makes the notice visible in the portal. `due` is the time of its daily mail, and `madeOf` the source for other languages. */
type NoticeOptions = { template: MailTemplate; once?: string | undefined; shown: boolean; due: Date | null; madeOf: NoticeParts | null };

/** Writes a notice and returns its id. Returns `null` if it was already written. */
export const writeNotice = (
  db: Db,
  now: Date,
  to: NoticeRecipient,
  { subject, body }: Words,
  { template, once, shown, due, madeOf }: NoticeOptions,
): Promise<string | null> =>
  insertNotice(db, to, {
    id: newId(now),
    template,
    ...fitNotice({ title: subject, text: renderMailText(body) }),
    made_of: madeOf && JSON.stringify(madeOf),
    href: pathOf(body),
    once: once ?? null,
    created_at: now,
    shown,
    mail_due: due,
  });

/**
 * Returns the first link of the mail if it leads to a page of the portal, otherwise `null`. Links with a fragment are excluded, because it is a
 * secret that only the mailbox may contain.
 */
function pathOf(body: Words['body']): string | null {
  const path = linksIn(body)[0]?.href ?? '';
  return /^\/(?!\/)[^#]{0,499}$/.test(path) ? path : null;
}
