/** Mails about orders, which are written in the transaction of the event (docs/behaviour/marketplace.md#mails). */
import type { MailTemplate } from '@fundus/contract/mails/mails';
import { dateLocale } from '@fundus/contract/locale';
import { href } from '@fundus/contract/screens';
import { sumLines } from '@fundus/contract/marketplace/rules';
import type { Ctx } from '../../../http/context.ts';
import { notifyPerson, type MailContext, type Message } from '../../mails/index.ts';
import { readLinesOf } from '../invoices/invoice.ts';
import { findOrder, listDeciders } from './order-repository.ts';
import { readLines } from './order-view.ts';
import { formatTerms } from '../invoices/terms-words.ts';

type At = Pick<Ctx, 'db' | 'now' | 'config' | 'user'> & Pick<MailContext, 'delayed'>;
type News = 'asked' | 'bought' | 'declined' | 'cancelled' | 'expired' | 'fulfilled' | 'withdrawn' | 'refunded';

/** Template and recipients for each event. Recipients are the buyer, the administrators of the school or the sellers. */
const MAILS_OF: Record<News, { template: MailTemplate; buyer: boolean; school?: true; seller?: true }> = {
  asked: { template: 'purchaseAsked', buyer: false, school: true },
  bought: { template: 'purchaseOrdered', buyer: false, seller: true },
  declined: { template: 'purchaseDeclined', buyer: true },
  cancelled: { template: 'purchaseCancelled', buyer: true, school: true, seller: true },
  expired: { template: 'purchaseCancelled', buyer: true, school: true },
  fulfilled: { template: 'purchaseConfirmed', buyer: true, school: true },
  withdrawn: { template: 'purchaseWithdrawn', buyer: false, seller: true },
  refunded: { template: 'purchaseRefunded', buyer: true, school: true },
};

/** Writes one mail to each recipient. The user who acts receives one only about their own order. */
export async function notifyOfOrder(ctx: At, id: string, news: News): Promise<void> {
  const { template, buyer, school, seller } = MAILS_OF[news];
  const order = (await findOrder(ctx.db, id))!;
  const lines = await readLines(ctx, order);
  const { gross } = sumLines(lines);
  const sheet = news === 'fulfilled' ? await readLinesOf(ctx.db, order) : [];
  const readers = new Set<string>();
  if (buyer && order.buyer_id !== null && order.of_buyers_place) readers.add(order.buyer_id);
  const school_id = school ? order.school_id : null;
  for (const person of school_id === null ? [] : await listDeciders(ctx.db, { school_id })) readers.add(person.id);
  if (seller && order.number !== null)
    for (const person of await listDeciders(ctx.db, { district_id: order.district_id })) readers.add(person.id);
  if (ctx.user && !(buyer && ctx.user.id === order.buyer_id)) readers.delete(ctx.user.id);
  const message: Message = {
    template,
    compose: (t, language, name) => {
      const money = new Intl.NumberFormat(dateLocale(language), { style: 'currency', currency: 'EUR' }).format(gross / 100);
      const values = { number: order.number ?? '', school: order.school_name ?? '', total: money };
      const words = news === 'withdrawn' ? order.withdrawal : news === 'asked' ? order.note : order.reason;
      const word = (part: string): string => t(`mail.${template}.${part}` as 'mail.purchaseConfirmed.text', { name, ...values });
      const terms = formatTerms(t, sheet, language);
      return {
        subject: word('subject'),
        body: [
          { kind: 'text', text: word('text') },
          ...(words === '' ? [] : [{ kind: 'quote' as const, text: words }]),
          {
            kind: 'text',
            text: lines
              .map(({ quantity, title, publisher }, at) =>
                [`– ${quantity} × ${title} (${publisher})`, terms[at]].filter(Boolean).join(': '),
              )
              .join('\n'),
          },
          ...(news === 'fulfilled' && order.codes ? [{ kind: 'text' as const, text: t('mail.purchaseConfirmed.codes') }] : []),
          { kind: 'link', label: t('mail.purchaseConfirmed.open'), href: href('purchase-confirmed', {}, { order: id }) },
        ],
        values,
      };
    },
  };
  for (const person of readers) await notifyPerson(ctx, person, message);
}
