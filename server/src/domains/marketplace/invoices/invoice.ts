/** Invoices, which never change after they were created (docs/behaviour/marketplace.md#invoices). */
import { shiftDay, today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import { InvoiceTo } from '@fundus/contract/marketplace/orders';
import { sumLines, type Totals } from '@fundus/contract/marketplace/rules';
import { newId } from '../../../db/new-id.ts';
import type { Ctx } from '../../../http/context.ts';
import { insertInvoice, listInvoices, listPeriods } from './invoice-repository.ts';
import { listLines, claimNumber, type LineRow, type OrderRow } from '../orders/order-repository.ts';
import { findSeller, type SellerRow } from '../write-repository.ts';

export type InvoiceLine = Pick<LineRow, 'number' | 'title' | 'publisher' | 'quantity' | 'price' | 'vat'> &
  // Older invoices do not contain these fields.
  Partial<Pick<LineRow, 'scope' | 'seats' | 'runtime' | 'runtime_days' | 'runtime_until' | 'audience'>> & {
    /** Start of the period of use, or `null` if it begins with the first seat. */
    from?: string | null;
    to?: string | null;
  };

/** Content of an invoice. Amounts are in cents. */
export type InvoiceContent = {
  kind: 'invoice' | 'cancellation';
  number: string;
  /** Number of the cancelled invoice. */
  cancels: string | null;
  cancels_on?: string;
  issued_on: string;
  due_on: string;
  /** Day of delivery. */
  delivered_on?: string;
  /** True if the order was paid online before the invoice was issued or cancelled. */
  paid?: boolean;
  order: { number: string; on: string; cost_centre: string };
  seller: Omit<SellerRow, 'terms' | 'district_id' | 'version' | 'terms_version' | 'prefix'>;
  buyer: InvoiceTo;
  lines: InvoiceLine[];
  totals: Totals;
};

/** Creates the invoice or its cancellation in the transaction of the order. The number is allocated last, so that invoice numbers have no gaps. */
export async function makeInvoice({ db, now }: Pick<Ctx, 'db' | 'now'>, order: OrderRow, kind: InvoiceContent['kind']): Promise<void> {
  const found = await findSeller(db, order.district_id);
  if (!found) throw new AppError('not_available', { details: { reason: 'seller' } });
  const { terms: _, district_id: __, version: ___, terms_version: ____, prefix, ...seller } = found;
  const before = (await listInvoices(db, order.id))[0]?.content as InvoiceContent | undefined;
  const lines = before?.lines ?? (await readLinesOf(db, order));
  const issued_on = today(now);
  const online = order.pays === 'online';
  const due_on = kind === 'invoice' ? shiftDay(issued_on, online ? 0 : seller.payment_days) : issued_on;
  const year = Number(issued_on.slice(0, 4));
  const number = `${prefix}-R-${year}-${String(await claimNumber(db, order.district_id, 'invoice', year)).padStart(5, '0')}`;
  const content: InvoiceContent = {
    ...{ kind, number, issued_on, due_on, delivered_on: before?.delivered_on ?? issued_on, cancels: before?.number ?? null },
    ...(before && { cancels_on: before.issued_on }),
    ...(online && { paid: true }),
    order: { number: order.number!, on: today(order.ordered_at!), cost_centre: order.cost_centre },
    ...{ seller, buyer: InvoiceTo.parse(order.invoice_to), lines, totals: sumLines(lines) },
  };
  const row = { ...{ id: newId(now), number, order_id: order.id, kind, issued_on, due_on }, content: JSON.stringify(content) };
  await insertInvoice(db, { ...row, paid_on: kind === 'invoice' && online ? issued_on : null });
}

/** Returns the lines of an order with their periods of use. */
export async function readLinesOf(db: Ctx['db'], order: OrderRow): Promise<InvoiceLine[]> {
  const periods = await listPeriods(db, order.id);
  return (await listLines(db, [order.id])).map((line, at) => {
    const { number, title, publisher, quantity, price, vat, scope, seats, runtime, runtime_days, runtime_until, audience } = line;
    const period = periods.find(({ purchase_ref }) => purchase_ref.startsWith(`${order.number}/${at + 1}.`));
    return {
      ...{ number, title, publisher, quantity, price, vat, scope, seats, runtime, runtime_days, runtime_until, audience },
      ...{ from: period?.valid_from ?? null, to: period?.valid_to ?? null },
    };
  });
}
