/** Presents an order to a user (docs/behaviour/marketplace.md#orders). */
import { today } from '@fundus/contract/days';
import { moveOrder, ONLINE_HOURS, type OrderState } from '@fundus/contract/marketplace/order-states';
import { InvoiceTo, type Order } from '@fundus/contract/marketplace/orders';
import { isOnSale, isSoldTo, maxQuantityOf, sumLines } from '@fundus/contract/marketplace/rules';
import { notFound } from '@fundus/contract/errors';
import type { UserCtx } from '../../../http/context.ts';
import { mayApprove, mayAsk, mayBuy, mayManageMarketplace } from '../policy.ts';
import { findOrder, listEvents, listLicencesOf, listLines, listSold, type LineRow, type OrderRow } from './order-repository.ts';
import { listInvoices } from '../invoices/invoice-repository.ts';
import { groupSigns } from '../../licences/index.ts';
import { findPayment } from '../payment/payment-repository.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/** Returns true if the user is the buyer and still belongs to the school or district of the order. A cart always belongs to its user. */
export const isBuyer = (user: SignedIn, order: OrderRow): boolean =>
  order.buyer_id === user.id && (order.state === 'draft' || order.of_buyers_place === true);
/** Returns true if the user approves the orders of this school. */
export const isOfSchool = (user: SignedIn, order: OrderRow): boolean =>
  order.state !== 'draft' && order.school_id !== null && order.school_id === user.school_id && mayApprove(user);
/** Returns true if the user sells the order. Sellers do not see orders before they are bought. */
export const isOfSeller = (user: SignedIn, order: OrderRow): boolean =>
  mayManageMarketplace(user) && order.district_id === user.district_id && order.number !== null;

/** Returns an order of the user, or of the school or district the user manages. Throws `not_found` for all others. */
export async function requireOrder(ctx: UserCtx, id: string): Promise<OrderRow> {
  const order = await findOrder(ctx.db, id);
  const { user } = ctx;
  if (!order || user.by_code || !(isBuyer(user, order) || isOfSchool(user, order) || isOfSeller(user, order))) throw notFound();
  return order;
}

type Priced = Pick<OrderRow, 'id' | 'number' | 'state' | 'school_id'>;

/** Returns the lines of an order, at current prices until it is bought. `open` is true if the offer is on sale to the buyer in this quantity. */
export const readLines = async (ctx: Pick<UserCtx, 'db' | 'now'>, order: Priced): Promise<PricedLine[]> =>
  (await readLinesOf(ctx, [order])).get(order.id) ?? [];

type PricedLine = LineRow & { open: boolean };

/** Returns the lines of several orders, by order. */
export async function readLinesOf({ db, now }: Pick<UserCtx, 'db' | 'now'>, orders: readonly Priced[]): Promise<Map<string, PricedLine[]>> {
  const rows = await listLines(
    db,
    orders.map(({ id }) => id),
  );
  const lines = Map.groupBy(rows, ({ order_id }) => order_id);
  const changing = new Set(orders.filter(isStillPriced).map(({ id }) => id));
  const offers = rows.flatMap(({ order_id, offer_id }) => (changing.has(order_id) ? (offer_id ?? []) : []));
  const sold = new Map((await listSold(db, offers)).map((offer) => [offer.id, offer]));
  const priced = (order: Priced, line: LineRow): PricedLine => {
    if (!changing.has(order.id)) return { ...line, open: true };
    const offer = line.offer_id === null ? undefined : sold.get(line.offer_id);
    if (!offer) return { ...line, open: false };
    const { number, title, publisher, media, scope, seats, runtime, runtime_days, runtime_until, audience, price, vat } = offer;
    const fits = isSoldTo(offer, order.school_id) && line.quantity >= offer.min_quantity && line.quantity <= maxQuantityOf(offer);
    const open = offer.state === 'active' && isOnSale(offer, today(now)) && fits && media.length > 0;
    return {
      ...line,
      ...{ number, title, publisher, media, scope, seats, runtime, runtime_days, runtime_until, audience, price, vat },
      open,
    };
  };
  return new Map(orders.map((order) => [order.id, (lines.get(order.id) ?? []).map((line) => priced(order, line))]));
}

/** Returns true until an order is bought. Until then, it has the current prices of its offers. */
const isStillPriced = ({ number, state }: Priced): boolean => number === null && state !== 'declined' && state !== 'cancelled';

/** Returns true if no seat of the licences is in use. Only then can an order be refunded. */
export const areLicencesUnused = (licences: readonly { in_use: number }[]): boolean => licences.every(({ in_use }) => in_use === 0);

/** Minimum time in hours for which a payment page must be open. If less is left, no page is opened. */
const LAST_HOURS = 1.5;

/** Returns true if the order can still be paid online. */
function isPayable({ payment: provider, now }: UserCtx<'payment'>, order: OrderRow, payment: { state: string } | undefined): boolean {
  if (!provider || order.pays !== 'online' || order.state !== 'pending_payment' || !order.ordered_at) return false;
  const hours = (now.getTime() - order.ordered_at.getTime()) / 3_600_000;
  return payment ? payment.state === 'open' && hours < ONLINE_HOURS - 1 : hours < ONLINE_HOURS - LAST_HOURS;
}

export async function presentOrder(ctx: UserCtx<'payment'>, order: OrderRow): Promise<Order> {
  const { db, user } = ctx;
  const lines = await readLines(ctx, order);
  const totals = sumLines(lines);
  const licences = await listLicencesOf(db, order.id);
  const invoices = await listInvoices(db, order.id);
  const state: OrderState = order.state;
  const [own, school, seller] = [isBuyer(user, order), isOfSchool(user, order), isOfSeller(user, order)];
  const open = lines.length > 0 && lines.every((line) => line.open);
  const to = InvoiceTo.safeParse(order.invoice_to);
  const payment = order.pays === 'online' ? await findPayment(db, order.id) : undefined;
  return {
    // Only the buyer and the school see the note.
    ...{
      id: order.id,
      number: order.number,
      state,
      note: own || school ? order.note : '',
      reason: order.reason,
      withdrawal: order.withdrawal,
    },
    school: order.school_id === null ? null : { id: order.school_id, name: order.school_name ?? '' },
    // The district sees the school, but not the buyer.
    buyer: own || school ? order.buyer_name : null,
    ...{ cost_centre: order.cost_centre, pays: order.pays, payment: payment?.state ?? null },
    invoice_to: to.success ? to.data : null,
    lines: lines.map(({ order_id: _, offer_id: __, media: ___, ...line }) => line),
    ...totals,
    created_at: order.created_at.toISOString(),
    ordered_at: order.ordered_at?.toISOString() ?? null,
    history: (await listEvents(db, order.id)).map(({ at, event }) => ({ at: at.toISOString(), event })),
    invoices: invoices.map(({ kind, number, issued_on, due_on, paid_on, paid_by_name }) => ({
      ...{ kind, number, issued_on, due_on, paid_on },
      // The school sees the payment, but not the user who entered it.
      paid_by: seller ? paid_by_name : null,
    })),
    codes: order.codes,
    licences: licences.map(({ in_use: _, withdrawn_at, code, ...licence }) => ({
      ...licence,
      // Not everyone sees the code, because it grants a seat.
      code: order.codes && code !== null && withdrawn_at === null && (school || (own && mayBuy(user))) ? groupSigns(code) : null,
    })),
    can: {
      ask: own && state === 'draft' && open && mayAsk(user) && !mayBuy(user),
      buy: own && state === 'draft' && open && mayBuy(user),
      approve: school && moveOrder(state, 'approve') !== undefined && open,
      cancel: (own || school) && moveOrder(state, 'cancel') !== undefined,
      pay: (school || (own && mayBuy(user))) && isPayable(ctx, order, payment),
      // Only the provider confirms online payments.
      accept: seller && order.pays === 'invoice' && moveOrder(state, 'pay') !== undefined,
      withdraw: (school || (own && mayBuy(user))) && state === 'fulfilled' && order.withdrawal === '' && areLicencesUnused(licences),
      refund: seller && moveOrder(state, 'refund') !== undefined && areLicencesUnused(licences),
      settle: seller && order.pays === 'invoice' && state !== 'refunded' && invoices.length > 0,
    },
  };
}
