/**
 * Delivers messages by mail and as a notice, in the language of the recipient. The footer states the reason and links the settings
 * (docs/behaviour/mails.md#mails).
 */
import { fullName } from '@fundus/contract/people/full-name';
import type { FrontendConfig } from '@fundus/contract/config';
import { isNotice, isRequired, MAILS, notificationOf, type MailKind, type MailTemplate } from '@fundus/contract/mails/mails';
import type { MailChoice } from '@fundus/contract/mails/notifications';
import { href } from '@fundus/contract/screens';
import type { Db } from '../../db/open.ts';
import { nextMorning } from '../../jobs/hour-of-mails.ts';
import type { MailInput } from '../../mail/compose.ts';
import { enqueueMail } from '../../mail/outbox.ts';
import { countAttempts, limitKey, type LimitRule } from '../../limits/limits.ts';
import { findDeliverySettings } from './notice-repository.ts';
import { findNoticeSource } from './notice-words.ts';
import { pushToBrowsers } from './push.ts';
import { writeNotice } from './write-notice.ts';
import { loadWords, type Translate } from './words.ts';

/** Messages of a decision that can be undone. They are sent at `until`, unless the decision is undone before. */
export type DelayedMessages = { until: Date; jobs: string[]; notices: string[] };

export type MailContext = { db: Db; config: FrontendConfig; now: Date; delayed?: DelayedMessages };

type MailReader = {
  /** Id of the account, or `null` for an address without an account. */
  id: string | null;
  email: string | null;
  vorname?: string;
  name?: string;
  locale: string | null;
  /** State of the account with this address, if any. */
  state?: string;
};

/** Recipient of whom only the address is known. */
type Stranger = Pick<MailReader, 'vorname' | 'name' | 'locale'> & { email: string };

/** Content of a mail without recipient and reason. `values` fill the placeholders of the reason. */
type MailContent = Pick<MailInput, 'subject' | 'body' | 'replyTo'> & { values?: Record<string, string | number> };
type Compose = (t: Translate, language: string, name: string) => MailContent;
/** Message to one recipient. A message with `once` is delivered only once. */
export type Message = { template: MailTemplate; compose: Compose; once?: string };

/** Address of the page with notification settings. */
const SETTINGS = href('account', { section: 'notifications' });

function footOf(t: Translate, kind: MailKind, state: string | undefined): Pick<MailInput, 'required' | 'settings'> {
  if (kind === 'outside' || kind === 'operator' || state === undefined) return {};
  return {
    ...(isRequired(kind) && { required: t('mail.required') }),
    // Accounts in other states cannot open the settings, and logging in would cancel a pending deletion.
    ...(state === 'active' && { settings: { label: t('mail.settings'), href: SETTINGS } }),
  };
}

/** Maximum number of mails a day that others can cause to one address. It is counted separately for senders with and without an account. */
const PER_RECIPIENT: LimitRule = { most: 5, withinMinutes: 24 * 60, grows: false };

/** Delivers a message. Returns true if a mail is sent at once. `words` replace the published texts. */
export async function writeMail(source: MailContext, reader: MailReader, message: Message, words?: Translate): Promise<boolean> {
  if (MAILS[message.template][0] === 'outside')
    throw new Error(`${message.template} is for people without an account: use mailUnknownAddress`);
  return enqueue(source, reader, message, words);
}

/**
 * Delivers a message to an address that someone entered. Returns false beyond the daily limit, which protects the address against floods of mail.
 * Senders without an account (`anybody`) have a separate limit, so that they cannot exhaust that of users who invite.
 */
export async function mailUnknownAddress(
  source: MailContext & { secret: string },
  reader: Stranger,
  message: Message,
  by: 'anybody' | 'account',
): Promise<boolean> {
  const key = limitKey(source.secret, `mail-${by}`, reader.email);
  return (await countAttempts(source.db, key, source.now, PER_RECIPIENT)) === 0 && enqueue(source, { ...reader, id: null }, message);
}

async function enqueue(
  { db, config, now, delayed }: MailContext,
  { id, email, vorname, name: surname, locale, state }: MailReader,
  { template, compose, once }: Message,
  words?: Translate,
): Promise<boolean> {
  const delivery = await findDelivery(db, id, template);
  const mailed = email !== null && delivery.mail === 'now';
  const later = email !== null && id !== null && delivery.mail === 'daily';
  if (!mailed && !later && !delivery.shown) return false;
  const language = locale ?? config.Locales[0] ?? 'de';
  const t = words ?? (await loadWords({ db, config }, language));
  const name = fullName({ vorname, name: surname });
  const { values, ...content } = compose(t, language, name);
  const mail = mailOf(t, { template, content, values }, { address: email ?? '', name, language, state });
  if (id !== null && (delivery.shown || later || once !== undefined)) {
    const madeOf = delivery.shown ? findNoticeSource(compose, { name, language, locales: config.Locales }) : null;
    const how = { template, once, shown: delivery.shown, due: later ? nextMorning(now) : null, madeOf };
    const notice = await writeNotice(db, now, { person: id }, content, how);
    if (notice === null) return false;
    const pushed = config.WebPush && delivery.shown ? await pushToBrowsers(db, now, id, notice, delayed?.until) : [];
    delayed?.notices.push(notice);
    delayed?.jobs.push(...pushed);
  }
  if (!mailed) return false;
  const [kind] = MAILS[template];
  const job = await enqueueMail(
    db,
    now,
    { ...mail, ...(id !== null && delivery.optional && { unsubscribe: { person: id, kind } }) },
    delayed?.until,
  );
  delayed?.jobs.push(job);
  return true;
}

type Composed = { template: MailTemplate; content: Omit<MailContent, 'values'>; values: MailContent['values'] };
type Addressed = { address: string; name: string; language: string; state: string | undefined };

/** Adds the recipient, the reason and the footer to a mail. */
export function mailOf(t: Translate, { template, content, values }: Composed, { address, name, language, state }: Addressed): MailInput {
  const [kind, reason] = MAILS[template];
  return { to: { address, ...(name && { name }) }, language, ...content, reason: t(reason, values), ...footOf(t, kind, state) };
}

type Delivery = { mail: MailChoice; shown: boolean; optional: boolean };

/** Returns the delivery that the user chose for the template. */
async function findDelivery(db: Db, id: string | null, template: MailTemplate): Promise<Delivery> {
  const [kind] = MAILS[template];
  const name = notificationOf(kind);
  const wants = id === null ? undefined : await findDeliverySettings(db, id);
  if (wants && wants.state !== 'active' && kind !== 'account') return { mail: 'off', shown: false, optional: false };
  if (name === undefined || !wants) return { mail: 'now', shown: wants !== undefined && isNotice(template), optional: kind === 'daily' };
  const mail = wants.muted.includes(name) ? 'off' : wants.mail_daily.includes(name) ? 'daily' : 'now';
  return { mail, shown: isNotice(template) && !wants.portal_off.includes(name), optional: true };
}
