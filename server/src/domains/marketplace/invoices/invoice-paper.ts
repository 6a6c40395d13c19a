/** Draws an invoice on A4. Runs in a child process of `draw-invoice.ts`. */
import { drawRule, makeRoom, MARGIN, MM, openSheet, QUIET, tag, writeText, type Pen } from '../../../paper/pen.ts';
import { CII_NAME } from './cii.ts';
import type { InvoiceContent } from './invoice.ts';
import type { InvoiceWords } from './invoice-words.ts';

export type InvoicePaper = {
  content: InvoiceContent;
  words: InvoiceWords;
  /** Terms of each line, in words. */
  termsTexts: readonly string[];
  /** The same invoice as CII XML, which is embedded. */
  xml: string;
  locale: string;
  language: string;
  page: string;
};

/** Widths of the columns title, quantity, price and sum. */
const COLUMNS = { title: 92 * MM, quantity: 18 * MM, price: 30 * MM, sum: 30 * MM };

export async function drawInvoice({ content, words, termsTexts: said, xml, locale, language, page }: InvoicePaper): Promise<Uint8Array> {
  const { seller, buyer, totals, lines, order, kind } = content;
  const money = (cents: number): string => new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(cents / 100);
  const day = (iso: string): string => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso));
  const title = `${words[`title.${kind}`]} ${content.number}`;
  const { pen, root, finish } = openSheet({ title, language, embedded: { name: CII_NAME, xml } });
  const { doc, width } = pen;
  const writeLine = (text: string, look = {}): void => tag(root, pen, 'P', () => writeText(pen, text, look));
  writeLine([seller.name, seller.street, `${seller.postcode} ${seller.city}`].join(' · '), { size: 9, colour: QUIET });
  doc.y += 12 * MM;
  for (const line of [buyer.name, buyer.street, `${buyer.postcode} ${buyer.city}`]) writeLine(line, { size: 11 });
  doc.y += 12 * MM;
  tag(root, pen, 'H1', () => writeText(pen, title, { weight: 'bold', size: 18 }));
  doc.y += 2 * MM;
  const facts = [
    `${words.date}: ${day(content.issued_on)}`,
    content.delivered_on && `${words.delivered}: ${day(content.delivered_on)}`,
    `${words.order}: ${order.number}, ${day(order.on)}`,
    content.cancels && `${words.cancels}: ${content.cancels}${content.cancels_on ? `, ${day(content.cancels_on)}` : ''}`,
    order.cost_centre && `${words.costCentre}: ${order.cost_centre}`,
    buyer.reference && `${words.reference}: ${buyer.reference}`,
  ].filter(Boolean);
  for (const fact of facts) writeLine(fact as string);
  doc.y += 4 * MM;
  drawRow(pen, root, [words['column.title'], words['column.quantity'], words['column.price'], words['column.sum']], 'bold');
  drawRule(doc, width);
  for (const [at, line] of lines.entries()) {
    makeRoom(doc, 14 * MM);
    const name = `${line.title} (${line.publisher}, ${line.number})`;
    drawRow(pen, root, [name, String(line.quantity), money(line.price), money(line.price * line.quantity)]);
    if (said[at]) tag(root, pen, 'P', () => writeText(pen, said[at]!, { size: 9, colour: QUIET, width: COLUMNS.title }));
    doc.y += 1.5 * MM;
  }
  drawRule(doc, width);
  makeRoom(doc, 50 * MM);
  drawRow(pen, root, [words.net, '', '', money(totals.net)]);
  for (const { rate, net, vat } of totals.rates) drawRow(pen, root, [`${words.vat} ${rate} % (${money(net)})`, '', '', money(vat)]);
  drawRow(pen, root, [words.total, '', '', money(totals.gross)], 'bold');
  if (totals.rates.some(({ rate }) => rate === 0)) writeLine(`0 %: ${seller.exemption || words.exempt}`, { size: 9, colour: QUIET });
  doc.y += 6 * MM;
  const account = `IBAN ${seller.iban.replace(/(.{4})/g, '$1 ').trim()}${seller.bic && `, BIC ${seller.bic}`}`;
  if (kind === 'cancellation') writeLine(words.back);
  else if (content.paid) writeLine(words.paid);
  else writeLine(`${words.pay} ${day(content.due_on)}: ${seller.name}, ${account}.`);
  doc.y += 4 * MM;
  const ids = [seller.vat_id && `${words.vatId} ${seller.vat_id}`, seller.tax_number && `${words.taxNumber} ${seller.tax_number}`];
  writeLine([seller.contact, seller.phone, seller.email, ...ids].filter(Boolean).join(' · '), { size: 9, colour: QUIET });
  return finish({ page, foot: content.number });
}

/** Draws a row with right-aligned numbers. */
function drawRow(pen: Pen, root: PDFKit.PDFStructureElement, [title, ...numbers]: string[], weight: 'plain' | 'bold' = 'plain'): void {
  const { doc } = pen;
  const top = doc.y;
  tag(root, pen, 'P', () => writeText(pen, title!, { weight, width: COLUMNS.title }));
  let end = doc.y;
  let x = MARGIN.left + COLUMNS.title;
  for (const [i, room] of [COLUMNS.quantity, COLUMNS.price, COLUMNS.sum].entries()) {
    const text = numbers[i] ?? '';
    doc.font(weight).fontSize(10.5);
    const at = x + room - doc.widthOfString(text);
    if (text !== '') {
      doc.y = top;
      tag(root, pen, 'P', () => writeText(pen, text, { weight, x: at, width: room }));
      end = Math.max(end, doc.y);
    }
    x += room;
  }
  doc.y = end;
}
