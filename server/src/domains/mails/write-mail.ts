/** The only way a mail leaves: in the language of its reader, and with a foot that says why it comes and where that is set (docs/behaviour/mails.md#mails). */
import { fullName } from '@fundus/contract/people/full-name';
import type { FrontendConfig } from '@fundus/contract/config';
import { MAILS, type MailKind, type MailTemplate } from '@fundus/contract/mails/mails';
import { href } from '@fundus/contract/screens';
import type { Db } from '../../db/open.ts';
import type { MailInput } from '../../mail/compose.ts';
import { putMail } from '../../mail/outbox.ts';
import { countWithin, limitKey, type LimitRule } from '../../limits/limits.ts';
import { loadWords, type Say } from './words.ts';

export type MailSource = { db: Db; config: FrontendConfig; now: Date };

type MailReader = {
  email: string;
  vorname?: string;
  name?: string;
  locale: string | null;
  /** Of the account that has this address; none has where it is missing. */
  state?: string;
  /** What this account switched off. */
  muted?: readonly string[];
};

/** What is said, without who it goes to and why. `values` are for the words that say why. */
type MailContent = Pick<MailInput, 'subject' | 'body' | 'replyTo'> & { values?: Record<string, string | number> };
type Compose = (say: Say, language: string, name: string) => MailContent;
export type Message = { template: MailTemplate; compose: Compose };

/** Where notifications are switched off. */
const SETTINGS = href('account', { section: 'notifications' });

function footOf(say: Say, kind: MailKind, state: string | undefined): Pick<MailInput, 'required' | 'settings'> {
  if (kind === 'outside' || kind === 'operator' || state === undefined) return {};
  return {
    ...(kind === 'required' && { required: say('mail.required') }),
    // Others cannot get there; and whoever waits for the deletion of their account would keep it by signing in.
    ...(state === 'active' && { settings: { label: say('mail.settings'), href: SETTINGS } }),
  };
}

/** Mails to one address a day that others caused: those who have an account, or anybody. */
const PER_RECIPIENT: LimitRule = { most: 5, withinMinutes: 24 * 60, grows: false };

/** Puts a mail into the outbox. False when its reader has switched such mails off. `words` are others than the published ones. */
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
  reader: MailReader,
  message: Message,
  by: 'anybody' | 'account',
): Promise<boolean> {
  const key = limitKey(source.secret, `mail-${by}`, reader.email);
  return (await countWithin(source.db, key, source.now, PER_RECIPIENT)) === 0 && put(source, reader, message);
}

async function put(
  { db, config, now }: MailSource,
  { email: address, vorname, name: surname, locale, state, muted = [] }: MailReader,
  { template, compose }: Message,
  words?: Say,
): Promise<boolean> {
  const [kind, reason] = MAILS[template];
  if (muted.includes(kind)) return false;
  const language = locale ?? config.Locales[0] ?? 'de';
  const say = words ?? (await loadWords({ db, config }, language));
  const name = fullName({ vorname, name: surname });
  const { values, ...content } = compose(say, language, name);
  const to = { address, ...(name && { name }) };
  await putMail(db, now, { to, language, ...content, reason: say(reason, values), ...footOf(say, kind, state) });
  return true;
}
