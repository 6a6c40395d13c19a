/** A notice in the portal: the words of the mail about it, without what opens things to whoever holds the link. */
import type { MailTemplate } from '@fundus/contract/mails/mails';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';
import type { MailInput } from '../../mail/compose.ts';
import { insertNotice, type To } from './notice-repository.ts';

const LONGEST_TITLE = 300;
const LONGEST_TEXT = 2_000;

type Words = Pick<MailInput, 'subject' | 'body'>;
/** `shown` in the portal; `due` is when the mail of the day leaves that it is to stand in. */
type How = { template: MailTemplate; once?: string | undefined; shown: boolean; due: Date | null };

/** Its id; null where they were told before, and it is told once only. */
export const writeNotice = (
  db: Db,
  now: Date,
  to: To,
  { subject, body }: Words,
  { template, once, shown, due }: How,
): Promise<string | null> =>
  insertNotice(db, to, {
    id: newId(now),
    template,
    title: cut(subject, LONGEST_TITLE) || '–',
    body: cut(textOf(body), LONGEST_TEXT),
    href: pathOf(body),
    once: once ?? null,
    created_at: now,
    shown,
    mail_due: due,
  });

const linksIn = (body: Words['body']) => body.filter((block) => block.kind === 'link');

/** Where the mail leads first, within the portal; what stands behind a # is a key that the mailbox alone holds. */
function pathOf(body: Words['body']): string | null {
  const path = linksIn(body)[0]?.href ?? '';
  return /^\/(?!\/)[^#]{0,499}$/.test(path) ? path : null;
}

/** Of several links the names say what it is about; a single one is where the notice leads. */
const textOf = (body: Words['body']): string =>
  body
    .flatMap((block) => {
      if (block.kind === 'link') return linksIn(body).length > 2 ? [block.label] : [];
      if (block.kind === 'facts') return [block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')];
      return [block.text];
    })
    .join('\n\n')
    .trim();

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`);
