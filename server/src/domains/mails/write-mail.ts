/** The only delivery people are told something, by mail and as a notice in the portal: in the language of its reader, and with a foot that says why it comes and where that is set (docs/behaviour/mails.md#mails). */
import { fullName } from '@fundus/contract/people/full-name';
import type { FrontendConfig } from '@fundus/contract/config';
import { isNotice, isRequired, MAILS, notificationOf, type MailKind, type MailTemplate } from '@fundus/contract/mails/mails';
import type { MailChoice } from '@fundus/contract/mails/notifications';
import { href } from '@fundus/contract/screens';
import type { Db } from '../../db/open.ts';
import { nextMorning } from '../../jobs/hour-of-mails.ts';
import type { MailInput } from '../../mail/compose.ts';
import { putMail } from '../../mail/outbox.ts';
import { countWithin, limitKey, type LimitRule } from '../../limits/limits.ts';
import { findWants } from './notice-repository.ts';
import { findMadeOf } from './notice-words.ts';
import { tellBrowsers } from './push.ts';
import { writeNotice } from './write-notice.ts';
import { loadWords, type Say } from './words.ts';

export type MailSource = { db: Db; config: FrontendConfig; now: Date };

type MailReader = {
  /** Of the account; null where nobody's is meant. */
  id: string | null;
  email: string | null;
  vorname?: string;
  name?: string;
  locale: string | null;
  /** Of the account that has this address; none has where it is missing. */
  state?: string;
};

/** Somebody of whom there is an address only. */
type Stranger = Pick<MailReader, 'vorname' | 'name' | 'locale'> & { email: string };

/** What is said, without who it goes to and why. `values` are for the words that say why. */
type MailContent = Pick<MailInput, 'subject' | 'body' | 'replyTo'> & { values?: Record<string, string | number> };
type Compose = (say: Say, language: string, name: string) => MailContent;
/** With `once` nobody is told the same again. */
export type Message = { template: MailTemplate; compose: Compose; once?: string };

/** Where notifications are switched off. */
const SETTINGS = href('account', { section: 'notifications' });

function footOf(say: Say, kind: MailKind, state: string | undefined): Pick<MailInput, 'required' | 'settings'> {
  if (kind === 'outside' || kind === 'operator' || state === undefined) return {};
  return {
    ...(isRequired(kind) && { required: say('mail.required') }),
    // Others cannot get there; and whoever waits for the deletion of their account would keep it by signing in.
    ...(state === 'active' && { settings: { label: say('mail.settings'), href: SETTINGS } }),
  };
}

/** Mails to one address a day that others caused: those who have an account, or anybody. */
const PER_RECIPIENT: LimitRule = { most: 5, withinMinutes: 24 * 60, grows: false };

/** Tells somebody. Gives whether a mail leaves at once. `words` are others than the published ones. */
export async function writeMail(source: MailSource, reader: MailReader, message: Message, words?: Say): Promise<boolean> {
  if (MAILS[message.template][0] === 'outside') throw new Error(`${message.template} goes to strangers: writeToStranger`);
  return put(source, reader, message, words);
}

/**
 * The same to an address that somebody typed: within its budget, so that the portal floods nobody. False beyond it. `asked`: without an account
 * one can cause it; people who invite have a budget of their own with each address, so that strangers cannot use it up.
 */
export async function writeToStranger(
  source: MailSource & { secret: string },
  reader: Stranger,
  message: Message,
  by: 'anybody' | 'account',
): Promise<boolean> {
  const key = limitKey(source.secret, `mail-${by}`, reader.email);
  return (await countWithin(source.db, key, source.now, PER_RECIPIENT)) === 0 && put(source, { ...reader, id: null }, message);
}

async function put(
  { db, config, now }: MailSource,
  { id, email, vorname, name: surname, locale, state }: MailReader,
  { template, compose, once }: Message,
  words?: Say,
): Promise<boolean> {
  const delivery = await findDelivery(db, id, template);
  const mailed = email !== null && delivery.mail === 'now';
  const later = email !== null && id !== null && delivery.mail === 'daily';
  if (!mailed && !later && !delivery.shown) return false;
  const language = locale ?? config.Locales[0] ?? 'de';
  const say = words ?? (await loadWords({ db, config }, language));
  const name = fullName({ vorname, name: surname });
  const { values, ...content } = compose(say, language, name);
  const mail = mailOf(say, { template, content, values }, { address: email ?? '', name, language, state });
  if (id !== null && (delivery.shown || later || once !== undefined)) {
    const madeOf = delivery.shown ? findMadeOf(compose, { name, language, locales: config.Locales }) : null;
    const how = { template, once, shown: delivery.shown, due: later ? nextMorning(now) : null, madeOf };
    const notice = await writeNotice(db, now, { person: id }, content, how);
    if (notice === null) return false;
    if (config.WebPush && delivery.shown) await tellBrowsers(db, now, id, notice);
  }
  if (!mailed) return false;
  const [kind] = MAILS[template];
  await putMail(db, now, { ...mail, ...(id !== null && delivery.optional && { unsubscribe: { person: id, kind } }) });
  return true;
}

type Composed = { template: MailTemplate; content: Omit<MailContent, 'values'>; values: MailContent['values'] };
type Addressed = { address: string; name: string; language: string; state: string | undefined };

/** What was composed, with who it goes to and why it comes. */
export function mailOf(say: Say, { template, content, values }: Composed, { address, name, language, state }: Addressed): MailInput {
  const [kind, reason] = MAILS[template];
  return { to: { address, ...(name && { name }) }, language, ...content, reason: say(reason, values), ...footOf(say, kind, state) };
}

type Delivery = { mail: MailChoice; shown: boolean; optional: boolean };

/** How somebody wants to be told this. */
async function findDelivery(db: Db, id: string | null, template: MailTemplate): Promise<Delivery> {
  const [kind] = MAILS[template];
  const name = notificationOf(kind);
  const wants = id === null ? undefined : await findWants(db, id);
  if (wants && wants.state !== 'active' && kind !== 'account') return { mail: 'off', shown: false, optional: false };
  if (name === undefined || !wants) return { mail: 'now', shown: wants !== undefined && isNotice(template), optional: kind === 'daily' };
  const mail = wants.muted.includes(name) ? 'off' : wants.mail_daily.includes(name) ? 'daily' : 'now';
  return { mail, shown: isNotice(template) && !wants.portal_off.includes(name), optional: true };
}
