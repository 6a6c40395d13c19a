/** Mails about trials, written in the transaction of the event they report (docs/behaviour/marketplace.md#mails). */
import { dateLocale } from '@fundus/contract/locale';
import type { MailTemplate } from '@fundus/contract/mails/mails';
import { href } from '@fundus/contract/screens';
import type { Ctx } from '../../../http/context.ts';
import { notifyPerson, type MailContext, type Message } from '../../mails/index.ts';
import { listDeciders } from '../orders/order-repository.ts';
import type { TrialRow } from './trial-repository.ts';

type At = Pick<Ctx, 'db' | 'now' | 'config' | 'user'> & Pick<MailContext, 'delayed'>;
type News = 'asked' | 'approved' | 'declined' | 'ended';

const TEMPLATES = {
  asked: 'trialAsked',
  approved: 'trialApproved',
  declined: 'trialDeclined',
  ended: 'trialEnded',
} as const satisfies Record<News, MailTemplate>;

/** Notifies the administrators of a new request, and the requesting user of all other events. */
export async function notifyOfTrial(ctx: At, trial: TrialRow, news: News): Promise<void> {
  const { title, publisher, product_id, ends_on, note, reason, used, media } = trial;
  const template = TEMPLATES[news];
  const quote = news === 'asked' ? note : news === 'declined' ? reason : '';
  const message: Message = {
    template,
    compose: (t, language, name) => {
      const day =
        ends_on === null
          ? ''
          : new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(ends_on));
      const values = { name, title, publisher, day, used: String(used.length), media: String(media) };
      return {
        subject: t(`mail.${template}.subject`, values),
        body: [
          { kind: 'text', text: t(`mail.${template}.text`, values) },
          ...(quote === '' ? [] : [{ kind: 'quote' as const, text: quote }]),
          ...(news === 'ended' && used.length > 0 ? [{ kind: 'text' as const, text: used.map((line) => `– ${line}`).join('\n') }] : []),
          {
            kind: 'link',
            label: t(`mail.${template}.open`),
            href: news === 'asked' ? href('marketplace', {}, { tab: 'orders' }) : href('marketplacemedia', { id: product_id }),
          },
        ],
        values,
      };
    },
  };
  const readers = news === 'asked' ? (await listDeciders(ctx.db, { school_id: trial.school_id })).map(({ id }) => id) : [trial.person_id];
  for (const person of readers) if (person !== ctx.user?.id) await notifyPerson(ctx, person, message);
}
