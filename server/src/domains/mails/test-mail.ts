/** Test mail to the administrator who edits the texts of mails (docs/behaviour/setup.md#own-texts). */
import { AppError, notFound } from '@fundus/contract/errors';
import { languageOf, pluralForm } from '@fundus/contract/locale';
import { MAILS, type MailTemplate } from '@fundus/contract/mails/mails';
import { mailTemplateOf } from '@fundus/contract/setup/texts';
import type { UserCtx } from '../../http/context.ts';
import { expectedOf, requireKnownLanguage } from '../setup/index.ts';
import { composeSample } from './sample-mail.ts';
import { draftWordsFor } from './words.ts';
import { writeMail } from './write-mail.ts';

/**
 * Sends the draft of `mail.<template>.…` with example values. Returns the address. Throws `not_found` for an unknown template, and `not_available`
 * for a user without an address.
 */
export async function sendTestMail(ctx: UserCtx, locale: string, template: string): Promise<{ to: string }> {
  await requireKnownLanguage(ctx, locale);
  const expected = expectedOf(locale);
  const keys = Object.keys(expected).filter((key) => mailTemplateOf(key) === template);
  if (keys.length === 0 || !Object.hasOwn(MAILS, template)) throw notFound('template');
  const to = ctx.user.email;
  if (!to) throw new AppError('not_available', { field: 'email' });

  const t = await draftWordsFor(ctx, locale);
  const stems = new Set(Object.keys(expected).map((key) => pluralForm(key)?.base ?? key));
  const about = { t, has: (key: string) => stems.has(key), language: locale, count: 3, pupil: false };
  const { subject, body, values } = composeSample(template as MailTemplate, about);
  await writeMail(
    ctx,
    { id: null, email: to, vorname: ctx.user.vorname, name: ctx.user.name, locale: languageOf(locale), state: 'active' },
    {
      template: 'test',
      compose: () => ({
        subject: t('mail.test.subject', { subject }),
        body: [...body, { kind: 'text' as const, text: t(MAILS[template as MailTemplate][1], values) }],
      }),
    },
    t,
  );
  return { to };
}
