/** The invoice of an order on its way: as PDF, or as XRechnung (docs/behaviour/marketplace.md#invoices). */
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { notFound } from '@fundus/contract/errors';
import { dateLocale, languageOf } from '@fundus/contract/locale';
import type { orders } from '@fundus/contract/marketplace/orders';
import type { UserCtx } from '../../http/context.ts';
import { loadWords, type Say } from '../mails/index.ts';
import { writeCii } from './cii.ts';
import { drawInvoice } from './draw-invoice.ts';
import type { InvoiceContent, InvoiceLine } from './invoice.ts';
import { listInvoices } from './invoice-repository.ts';
import { requireOrder } from './order-view.ts';
import { writeUbl } from './ubl.ts';

export const INVOICE_WORDS = [
  ...(['title.invoice', 'title.cancellation', 'number', 'date', 'due', 'order', 'costCentre', 'reference', 'cancels', 'to'] as const),
  ...([
    'column.title',
    'column.quantity',
    'column.price',
    'column.sum',
    'net',
    'vat',
    'total',
    'pay',
    'paid',
    'back',
    'vatId',
    'delivered',
    'exempt',
    'taxNumber',
  ] as const),
] as const;
export type InvoiceWords = Record<(typeof INVOICE_WORDS)[number], string>;

/** *30 Plätze · Nutzbar vom 23.11.2026 bis 31.07.2027*. */
const sayLines = (say: Say, { lines }: InvoiceContent, lang: string): string[] => {
  const form = new Intl.DateTimeFormat(dateLocale(lang), { dateStyle: 'medium', timeZone: 'UTC' });
  const day = (iso: string): string => form.format(new Date(iso));
  return lines.map((line) => [sayScope(say, line), sayPeriod(say, line, day)].filter(Boolean).join(' · '));
};

const sayScope = (say: Say, { scope, seats = 0, audience }: InvoiceLine): string =>
  scope === undefined
    ? ''
    : [
        [say(`market.scope.${scope}`), ...(seats > 0 && scope !== 'single' ? [say('market.seats', { count: seats })] : [])].join(', '),
        ...(audience === 'teacher' ? [say('market.audience.teacher')] : []),
      ].join(' · ');

const sayPeriod = (say: Say, { runtime, runtime_days, from, to }: InvoiceLine, day: (iso: string) => string): string => {
  if (runtime === undefined) return '';
  if (from != null)
    return to == null ? say('market.invoice.from', { from: day(from) }) : say('market.invoice.span', { from: day(from), to: day(to) });
  if (to != null) return say('market.runtime.until', { day: day(to) });
  if (runtime === 'days') return `${say('market.runtime.days.count', { count: runtime_days ?? 0 })} ${say('market.invoice.first')}`;
  return runtime === 'unlimited'
    ? say('market.runtime.unlimited')
    : `${say(`market.runtime.${runtime}` as 'market.runtime.school_year')} ${say('market.invoice.first')}`;
};

export async function sendInvoice(
  ctx: UserCtx,
  id: string,
  { kind, as, lang }: Input<typeof orders.invoice>['query'],
): Promise<StreamAnswer> {
  await requireOrder(ctx, id);
  const invoice = (await listInvoices(ctx.db, id)).find((each) => each.kind === kind);
  if (!invoice) throw notFound();
  const content = invoice.content as InvoiceContent;
  const headers = (type: string, ending: string, how: string) => ({
    'content-type': type,
    'content-disposition': `${how}; filename="${content.number}.${ending}"`,
    'cache-control': 'private, no-store',
  });
  // Electronic ones are in one language, whoever reads them.
  const german = sayLines(await loadWords(ctx, 'de'), content, 'de');
  if (as === 'xml') return { headers: headers('application/xml; charset=utf-8', 'xml', 'attachment'), body: writeUbl(content, german) };
  const say = await loadWords(ctx, lang);
  const words = Object.fromEntries(INVOICE_WORDS.map((word) => [word, say(`market.invoice.${word}`)])) as InvoiceWords;
  const locale = dateLocale(lang);
  const paper = await drawInvoice({
    content,
    words,
    said: sayLines(say, content, lang),
    xml: writeCii(content, german),
    locale,
    language: languageOf(lang),
    page: say('list.paper.page', { page: '{page}', pages: '{pages}' }),
  });
  return { headers: headers('application/pdf', 'pdf', 'inline'), body: Buffer.from(paper) };
}
