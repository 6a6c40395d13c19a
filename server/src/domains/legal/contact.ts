/**
 * Contact form and accessibility reports (docs/behaviour/legal.md#contact). The form is open to guests and therefore rate-limited. Addresses are
 * never displayed.
 */
import { shiftMonths, today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import type { ContactMessage } from '@fundus/contract/legal/contact-message';
import { servesPage } from '@fundus/contract/legal/destinations';
import { dateLocale, DATE_FORMATS } from '@fundus/contract/locale';
import type { MessageKey } from '@fundus/contract/messages';
import type { Ctx } from '../../http/context.ts';
import { readOperator } from './pages.ts';
import { countAttempts, limitKey, tooManyAttempts, type LimitRule } from '../../limits/limits.ts';
import { listDistrictAdmins } from './repository.ts';
import { type Message, type Translate, writeMail, mailUnknownAddress } from '../mails/index.ts';

const HOUR = 60;
/** Limit per network address, which all users of a school may share. */
const PER_ADDRESS: LimitRule = { most: 10, withinMinutes: HOUR, grows: false };
const MAX_RECIPIENTS = 5;

/** Mails the message to the operator. Messages of bots are accepted but not delivered. Throws `too_many_attempts`. */
export async function sendMessage(ctx: Ctx, message: ContactMessage): Promise<{ copy: boolean; answer_by: string | null }> {
  const served = message.topic === 'accessibility' ? 'accessibility' : 'imprint';
  if (!servesPage(served, ctx.config)) throw new AppError('feature_disabled');
  const answer_by = message.topic === 'accessibility' ? shiftMonths(today(ctx.now), 1) : null;
  if (message.website !== '') return { copy: message.copy, answer_by };

  const wait = await countAttempts(ctx.db, limitKey(ctx.secret, 'contact-address', ctx.address), ctx.now, PER_ADDRESS);
  if (wait > 0) throw tooManyAttempts(wait);
  const recipients = await findRecipients(ctx);
  if (recipients.length === 0) throw new AppError('not_available');
  // Writes to the operator in the default language of the portal.
  const language = ctx.config.Locales[0] ?? 'de';
  for (const email of recipients) await writeMail(ctx, { id: null, email, locale: language }, toOperator(message, answer_by));

  const { copy } = message;
  if (!copy) return { copy, answer_by };
  // The message is included only if the address belongs to the signed-in user. Other addresses receive a receipt without it.
  const own = ctx.user !== null && ctx.user.email.toLowerCase() === message.email.toLowerCase();
  const reader = { email: message.email, locale: message.language };
  return {
    copy: await mailUnknownAddress(ctx, reader, own ? toWriter(message, answer_by) : receipt(message, answer_by), 'anybody'),
    answer_by,
  };
}

async function findRecipients({ db }: Ctx): Promise<string[]> {
  const { email } = await readOperator(db);
  return email ? [email] : listDistrictAdmins(db, MAX_RECIPIENTS);
}

const longDate = (day: string, language: string): string =>
  new Intl.DateTimeFormat(dateLocale(language), { ...DATE_FORMATS.long, timeZone: 'UTC' }).format(new Date(day));

function toOperator(message: ContactMessage, answer_by: string | null): Message {
  const template = message.topic === 'accessibility' ? 'accessibilityReport' : 'contact';
  const compose: Message['compose'] = (t, language) => {
    const none = t('mail.contact.none');
    return {
      ...(message.email && { replyTo: { address: message.email, ...(message.name && { name: message.name }) } }),
      subject: t(`mail.${template}.subject` satisfies MessageKey, { subject: message.subject }),
      body: [
        { kind: 'text', text: t(`mail.${template}.intro` satisfies MessageKey) },
        {
          kind: 'facts',
          rows: [
            [t('contact.name'), message.name || none],
            [t('contact.email'), message.email || none],
            ...(message.page ? [[t('contact.page'), message.page]] : []),
            ...(answer_by ? [[t('mail.accessibilityReport.answerBy'), longDate(answer_by, language)]] : []),
            [t('contact.subject'), message.subject],
          ] as [string, string][],
        },
        { kind: 'quote', text: message.text },
        ...(message.email ? [{ kind: 'text' as const, text: t('mail.contact.reply') }] : []),
      ],
    };
  };
  return { template, compose };
}

const answerLine = (message: ContactMessage, answer_by: string | null) => (t: Translate) =>
  answer_by ? [{ kind: 'text' as const, text: t('contact.sent.answerBy', { date: longDate(answer_by, message.language) }) }] : [];

const receipt = (message: ContactMessage, answer_by: string | null): Message => ({
  template: 'contactCopy',
  compose: (t) => ({
    subject: t('mail.contactCopy.receipt.subject'),
    body: [{ kind: 'text', text: t('mail.contactCopy.receipt') }, ...answerLine(message, answer_by)(t)],
  }),
});

/** Returns the receipt in the writer's language. It explains that it was sent automatically, because the address may be wrong. */
const toWriter = (message: ContactMessage, answer_by: string | null): Message => ({
  template: 'contactCopy',
  compose: (t) => ({
    subject: t('mail.contactCopy.subject', { subject: message.subject }),
    body: [
      { kind: 'text', text: t('mail.contactCopy.intro') },
      ...answerLine(message, answer_by)(t),
      { kind: 'quote', text: message.text },
    ],
  }),
});
