/** Invoices, made once and kept as they were (docs/behaviour/marketplace.md#invoices). */
import { shiftDay, today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import { InvoiceTo } from '@fundus/contract/marketplace/orders';
import { sumLines, type Totals } from '@fundus/contract/marketplace/rules';
import { newId } from '../../db/new-id.ts';
import type { Ctx } from '../../http/context.ts';
import { insertInvoice, listInvoices, listLines, takeNumber, type OrderRow } from './order-repository.ts';
import { findSeller, type SellerRow } from './write-repository.ts';

/** Everything that stands on one; amounts are cents. */
export type InvoiceContent = {
  kind: 'invoice' | 'cancellation';
  number: string;
  /** Of what it cancels. */
  cancels: string | null;
  issued_on: string;
  due_on: string;
  /** It was paid when it was issued. */
  paid?: boolean;
  order: { number: string; on: string; cost_centre: string };
  seller: Omit<SellerRow, 'terms' | 'district_id' | 'version' | 'terms_version' | 'prefix'>;
  buyer: InvoiceTo;
  lines: { number: string; title: string; publisher: string; quantity: number; price: number; vat: number }[];
  totals: Totals;
};

/** In the transaction that confirms or takes back the order. Its number has no gap: it is taken last. */
export async function makeInvoice({ db, now }: Pick<Ctx, 'db' | 'now'>, order: OrderRow, kind: InvoiceContent['kind']): Promise<void> {
  const found = await findSeller(db, order.district_id);
  if (!found) throw new AppError('not_available', { details: { reason: 'seller' } });
  const { terms: _, district_id: __, version: ___, terms_version: ____, prefix, ...seller } = found;
  const lines = (await listLines(db, [order.id])).map(({ number, title, publisher, quantity, price, vat }) => ({
    ...{ number, title, publisher, quantity, price, vat },
  }));
  const before = (await listInvoices(db, order.id))[0];
  const issued_on = today(now);
  const due_on = kind === 'invoice' ? shiftDay(issued_on, order.pays === 'online' ? 0 : seller.payment_days) : issued_on;
  const year = Number(issued_on.slice(0, 4));
  const number = `${prefix}-R-${year}-${String(await takeNumber(db, order.district_id, 'invoice', year)).padStart(5, '0')}`;
  const content: InvoiceContent = {
    ...{ kind, number, issued_on, due_on, cancels: kind === 'cancellation' ? (before?.number ?? null) : null },
    ...(kind === 'invoice' && order.pays === 'online' && { paid: true }),
    order: { number: order.number!, on: today(order.ordered_at!), cost_centre: order.cost_centre },
    ...{ seller, buyer: InvoiceTo.parse(order.invoice_to), lines, totals: sumLines(lines) },
  };
  await insertInvoice(db, { ...{ id: newId(now), number, order_id: order.id, kind, issued_on, due_on }, content: JSON.stringify(content) });
}
