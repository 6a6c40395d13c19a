/** An order as somebody sees it (docs/behaviour/marketplace.md#orders). */
import { today } from '@fundus/contract/days';
import { moveOrder, ONLINE_HOURS, type OrderState } from '@fundus/contract/marketplace/order-states';
import { InvoiceTo, type Order } from '@fundus/contract/marketplace/orders';
import { isOnSale, isSoldTo, mostOf, sumLines } from '@fundus/contract/marketplace/rules';
import { notFound } from '@fundus/contract/errors';
import type { UserCtx } from '../../../http/context.ts';
import { mayApprove, mayAsk, mayBuy, mayManage } from '../policy.ts';
import { findOrder, listEvents, listLicencesOf, listLines, listSold, type LineRow, type OrderRow } from './order-repository.ts';
import { listInvoices } from '../invoices/invoice-repository.ts';
import { groupSigns } from '../../licences/index.ts';
import { findPayment } from '../payment/payment-repository.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/** Whoever ordered, while they are where they ordered; their cart comes along. */
export const isBuyer = (user: SignedIn, order: OrderRow): boolean =>
  order.buyer_id === user.id && (order.state === 'draft' || order.of_buyers_place === true);
/** Whoever answers for what the school buys. */
export const isOfSchool = (user: SignedIn, order: OrderRow): boolean =>
  order.state !== 'draft' && order.school_id !== null && order.school_id === user.school_id && mayApprove(user);
/** Those who sell: nothing that was not bought yet. */
export const isOfSeller = (user: SignedIn, order: OrderRow): boolean =>
  mayManage(user) && order.district_id === user.district_id && order.number !== null;

/** Of the person, of their school, of their district; anybody else's is not there. */
export async function requireOrder(ctx: UserCtx, id: string): Promise<OrderRow> {
  const order = await findOrder(ctx.db, id);
  const { user } = ctx;
  if (!order || user.by_code || !(isBuyer(user, order) || isOfSchool(user, order) || isOfSeller(user, order))) throw notFound();
  return order;
}

type Priced = Pick<OrderRow, 'id' | 'number' | 'state' | 'school_id'>;

/** Lines as they would be bought now: what is bought already stays as it was. `open`: it is on sale to them, in a quantity that may be had. */
export const readLines = async (ctx: Pick<UserCtx, 'db' | 'now'>, order: Priced): Promise<PricedLine[]> =>
  (await readLinesOf(ctx, [order])).get(order.id) ?? [];

type PricedLine = LineRow & { open: boolean };

/** … of several orders, by the order; read together. */
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
    const fits = isSoldTo(offer, order.school_id) && line.quantity >= offer.min_quantity && line.quantity <= mostOf(offer);
    const open = offer.state === 'active' && isOnSale(offer, today(now)) && fits && media.length > 0;
    return {
      ...line,
      ...{ number, title, publisher, media, scope, seats, runtime, runtime_days, runtime_until, audience, price, vat },
      open,
    };
  };
  return new Map(orders.map((order) => [order.id, (lines.get(order.id) ?? []).map((line) => priced(order, line))]));
}

/** Until it is bought an order costs what its offers cost now. */
const isStillPriced = ({ number, state }: Priced): boolean => number === null && state !== 'declined' && state !== 'cancelled';

/** Given back only while nobody used a seat of it. */
export const isUnused = (licences: readonly { in_use: number }[]): boolean => licences.every(({ in_use }) => in_use === 0);

/** A page is open for half an hour at least: after that none is opened any more. */
const LAST_HOURS = 1.5;

/** Whether it is still to be paid online, and can be. */
function isPayable({ payment: provider, now }: UserCtx, order: OrderRow, payment: { state: string } | undefined): boolean {
  if (!provider || order.pays !== 'online' || order.state !== 'pending_payment' || !order.ordered_at) return false;
  const hours = (now.getTime() - order.ordered_at.getTime()) / 3_600_000;
  return payment ? payment.state === 'open' && hours < ONLINE_HOURS - 1 : hours < ONLINE_HOURS - LAST_HOURS;
}

export async function presentOrder(ctx: UserCtx, order: OrderRow): Promise<Order> {
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
    // What a colleague wrote is for their school.
    ...{
      id: order.id,
      number: order.number,
      state,
      note: own || school ? order.note : '',
      reason: order.reason,
      withdrawal: order.withdrawal,
    },
    school: order.school_id === null ? null : { id: order.school_id, name: order.school_name ?? '' },
    // A district learns which school buys, not who there.
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
      // A school learns that its money came, not who there noted it.
      paid_by: seller ? paid_by_name : null,
    })),
    codes: order.codes,
    licences: licences.map(({ in_use: _, withdrawn_at, code, ...licence }) => ({
      ...licence,
      // Whoever has it takes a seat.
      code: order.codes && code !== null && withdrawn_at === null && (school || (own && mayBuy(user))) ? groupSigns(code) : null,
    })),
    can: {
      ask: own && state === 'draft' && open && mayAsk(user) && !mayBuy(user),
      buy: own && state === 'draft' && open && mayBuy(user),
      approve: school && moveOrder(state, 'approve') !== undefined && open,
      cancel: (own || school) && moveOrder(state, 'cancel') !== undefined,
      pay: (school || (own && mayBuy(user))) && isPayable(ctx, order, payment),
      // Of what is paid online only the provider says that it is.
      accept: seller && order.pays === 'invoice' && moveOrder(state, 'pay') !== undefined,
      withdraw: (school || (own && mayBuy(user))) && state === 'fulfilled' && order.withdrawal === '' && isUnused(licences),
      refund: seller && moveOrder(state, 'refund') !== undefined && isUnused(licences),
      settle: seller && order.pays === 'invoice' && state !== 'refunded' && invoices.length > 0,
    },
  };
}
