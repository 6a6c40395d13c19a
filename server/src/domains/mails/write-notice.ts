/** A notice in the portal: the words of the mail about it, without what opens things to whoever holds the link. */
import type { MailTemplate } from '@fundus/contract/mails/mails';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';
import type { MailInput } from '../../mail/compose.ts';
import { insertNotice, type To } from './notice-repository.ts';
import { fitNotice, linksIn, textOf } from './notice-text.ts';
import type { MadeOf } from './notice-words.ts';

type Words = Pick<MailInput, 'subject' | 'body'>;
/** `shown` in the portal; `due` is when the mail of the day leaves that it is to stand in; `madeOf` for who reads it in another language. */
type How = { template: MailTemplate; once?: string | undefined; shown: boolean; due: Date | null; madeOf: MadeOf | null };

/** Its id; null where they were told before, and it is told once only. */
export const writeNotice = (
  db: Db,
  now: Date,
  to: To,
  { subject, body }: Words,
  { template, once, shown, due, madeOf }: How,
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

/** Where the mail leads first, within the portal; what stands behind a # is a key that the mailbox alone holds. */
function pathOf(body: Words['body']): string | null {
  const path = linksIn(body)[0]?.href ?? '';
  return /^\/(?!\/)[^#]{0,499}$/.test(path) ? path : null;
}
