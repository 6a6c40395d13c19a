/** Sends an invoice of an order as PDF or as XRechnung (docs/behaviour/marketplace.md#invoices). */
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { notFound } from '@fundus/contract/errors';
import { dateLocale, languageOf } from '@fundus/contract/locale';
import type { orders } from '@fundus/contract/marketplace/orders';
import { contentDisposition } from '../../../http/bodies/content-disposition.ts';
import type { UserCtx } from '../../../http/context.ts';
import { loadWords } from '../../mails/index.ts';
import { writeCii } from './cii.ts';
import { drawInvoice } from './draw-invoice.ts';
import type { InvoiceContent } from './invoice.ts';
import { listInvoices } from './invoice-repository.ts';
import { requireOrder } from '../orders/order-view.ts';
import { formatTerms } from './terms-words.ts';
import { writeUbl } from './ubl.ts';
import { INVOICE_WORDS, type InvoiceWords } from './invoice-words.ts';

export async function sendInvoice(
  ctx: UserCtx,
  id: string,
  { kind, as, lang }: Input<typeof orders.invoice>['query'],
): Promise<StreamAnswer> {
  await requireOrder(ctx, id);
  const invoice = (await listInvoices(ctx.db, id)).find((each) => each.kind === kind);
  if (!invoice) throw notFound();
  const content = invoice.content as InvoiceContent;
  const headers = (type: string, ending: string, how: 'attachment' | 'inline') => ({
    'content-type': type,
    'content-disposition': contentDisposition(how, `${content.number}.${ending}`),
    'cache-control': 'private, no-store',
  });
  // Electronic invoices are always in German.
  const german = formatTerms(await loadWords(ctx, 'de'), content.lines, 'de');
  if (as === 'xml') return { headers: headers('application/xml; charset=utf-8', 'xml', 'attachment'), body: writeUbl(content, german) };
  const t = await loadWords(ctx, lang);
  const words = Object.fromEntries(INVOICE_WORDS.map((word) => [word, t(`market.invoice.${word}`)])) as InvoiceWords;
  const locale = dateLocale(lang);
  const paper = await drawInvoice({
    content,
    words,
    termsTexts: formatTerms(t, content.lines, lang),
    xml: writeCii(content, german),
    locale,
    language: languageOf(lang),
    page: t('list.paper.page', { page: '{page}', pages: '{pages}' }),
  });
  return { headers: headers('application/pdf', 'pdf', 'inline'), body: Buffer.from(paper) };
}
