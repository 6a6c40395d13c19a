/** Mails to a person in their own language (behaviour.md 5.17). */
import type { FrontendConfig } from '@fundus/contract/config';
import type { MessageKey } from '@fundus/contract/messages';
import type { Notification } from '@fundus/contract/notifications';
import { href } from '@fundus/contract/screens';
import type { Db } from '../../db/open.ts';
import type { MailInput } from '../../mail/compose.ts';
import { putMail } from '../../mail/outbox.ts';
import { wordsFor, type Say } from '../setup/index.ts';
import { findReader } from './repository.ts';

export type Source = { db: Db; config: FrontendConfig; now: Date };

/** What is said, without who it goes to. */
export type Told = Pick<MailInput, 'subject' | 'body' | 'reason'>;

/** Where notifications are switched off. */
export const SETTINGS_PATH = href('account', { section: 'notifications' });

/**
 * Puts a mail to a person into the outbox. False when they have no address, or switched this `notification` off; a mail without one is
 * required and cannot be switched off.
 */
export async function tellPerson(
  source: Source,
  personId: string,
  compose: (say: Say, language: string, name: string) => Told,
  notification?: Notification,
): Promise<boolean> {
  const reader = await findReader(source.db, personId);
  if (!reader?.email || (notification && reader.muted.includes(notification))) return false;
  await writeTo(source, { ...reader, email: reader.email }, compose, notification);
  return true;
}

/** … and to an address that need not be the one of the account. */
export async function writeTo(
  { db, config, now }: Source,
  reader: { email: string; vorname: string; name: string; locale: string | null },
  compose: (say: Say, language: string, name: string) => Told,
  notification?: Notification,
): Promise<void> {
  const language = reader.locale ?? config.Locales[0] ?? 'de';
  const say = await wordsFor({ db, config }, language);
  const name = `${reader.vorname} ${reader.name}`.trim();
  const told = compose(say, language, name);
  const settings = { kind: 'link' as const, label: say('mail.settings'), href: SETTINGS_PATH };
  await putMail(db, now, {
    to: { address: reader.email, ...(name && { name }) },
    language,
    ...told,
    body: notification ? [...told.body, settings] : told.body,
  });
}

/** A mail of one sentence and perhaps a link, whose words are `mail.<template>.subject`, `.text`, `.action` and `.reason`. */
export const plainly =
  (template: string, values: Record<string, string | number> = {}, link?: string) =>
  (say: Say, _language: string, name: string): Told => {
    const word = (part: string): string => say(`mail.${template}.${part}` as MessageKey, { name, ...values });
    return {
      subject: word('subject'),
      body: [{ kind: 'text', text: word('text') }, ...(link ? [{ kind: 'link' as const, label: word('action'), href: link }] : [])],
      reason: say('mail.accountReason'),
    };
  };
