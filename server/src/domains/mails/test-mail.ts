/** A mail of the portal as it will look, sent to the administrator who is writing its texts (docs/behaviour/setup.md#own-texts). */
import { AppError, notFound } from '@fundus/contract/errors';
import { languageOf } from '@fundus/contract/locale';
import type { MessageKey } from '@fundus/contract/messages';
import { MAIL_AREA, mailTemplateOf, placeholdersOf } from '@fundus/contract/setup/texts';
import type { UserCtx } from '../../http/context.ts';
import { expectedOf, mustKnow } from '../setup/index.ts';
import { draftWordsFor } from './words.ts';
import { writeMail } from './write-mail.ts';

/**
 * Sends the texts `mail.<template>.…` of the draft, what the portal would fill in named in brackets. Gives the address. Refusals:
 * `not_found` for a template nobody sends, `not_available` for a person without an address.
 */
export async function sendTestMail(ctx: UserCtx, locale: string, template: string): Promise<{ to: string }> {
  await mustKnow(ctx, locale);
  const expected = expectedOf(locale);
  const keys = Object.keys(expected).filter((key) => mailTemplateOf(key) === template) as MessageKey[];
  if (keys.length === 0) throw notFound('template');
  const to = ctx.user.email;
  if (!to) throw new AppError('not_available', { field: 'email' });

  const say = await draftWordsFor(ctx, locale);
  const filled = (key: MessageKey): string =>
    say(key, Object.fromEntries(placeholdersOf(expected[key] ?? '').map((name) => [name, `[${name}]`])));
  const subject = `${MAIL_AREA}.${template}.subject` as MessageKey;
  await writeMail(
    ctx,
    { id: null, email: to, vorname: ctx.user.vorname, name: ctx.user.name, locale: languageOf(locale), state: 'active' },
    {
      template: 'test',
      compose: () => ({
        subject: say('mail.test.subject', { subject: keys.includes(subject) ? filled(subject) : template }),
        body: keys.filter((key) => key !== subject).map((key) => ({ kind: 'text' as const, text: filled(key) })),
      }),
    },
    say,
  );
  return { to };
}
