/** Cart, request for approval, and purchase (docs/behaviour/marketplace.md#orders). */
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { today } from '@fundus/contract/days';
import type { Order, orders } from '@fundus/contract/marketplace/orders';
import { isOnSale, isSoldTo, MAX_LINES, MAX_TOTAL, maxQuantityOf, sumLines } from '@fundus/contract/marketplace/rules';
import { newId } from '../../../db/new-id.ts';
import type { UserCtx } from '../../../http/context.ts';
import { readBudget } from './budget.ts';
import { buyOrder, lockForEvent, applyOrderEvent } from './move.ts';
import {
  findAddress,
  findCart,
  findOrder,
  insertOrder,
  listSold,
  lockCart,
  deleteLine,
  saveLine,
  updateOrder,
} from './order-repository.ts';
import { notifyOfOrder } from './order-mails.ts';
import { presentOrder, readLines } from './order-view.ts';
import { mayAsk, mayBuy } from '../policy.ts';
import { findSeller } from '../write-repository.ts';

const present = async (ctx: UserCtx<'payment'>, id: string): Promise<Order> => presentOrder(ctx, (await findOrder(ctx.db, id))!);

/** Returns the school or district for which the user orders. Throws `forbidden`. */
function requireAsking({ user }: UserCtx): { district_id: string; school_id: string | null } {
  if (!mayAsk(user) || user.district_id === null) throw new AppError('forbidden');
  return { district_id: user.district_id, school_id: user.school_id };
}

export async function readCart(ctx: UserCtx<'payment'>): Promise<Reply<typeof orders.cart>> {
  const { district_id, school_id } = requireAsking(ctx);
  const cart = await findCart(ctx.db, ctx.user.id);
  const seller = await findSeller(ctx.db, district_id);
  const address = await findAddress(ctx.db, school_id, district_id);
  return {
    order: cart ? await presentOrder(ctx, cart) : null,
    terms: seller ? { text: seller.terms, version: seller.terms_version, seller: seller.name } : null,
    invoice_to: { ...{ name: '', street: '', postcode: '', city: '', email: '', reference: '' }, ...address },
    online: ctx.payment !== null,
    budget: school_id !== null && mayBuy(ctx.user) ? await readBudget(ctx, school_id) : null,
  };
}

/**
 * Locks and returns the cart, and creates it if there is none. A cart follows its user to a new school. Lines that are added during the purchase go
 * into the next cart.
 */
async function openCart(ctx: UserCtx): Promise<string> {
  const place = requireAsking(ctx);
  const cart = await lockCart(ctx.db, ctx.user.id);
  if (cart) {
    await updateOrder(ctx.db, cart.id, { ...place, changed_at: ctx.now });
    return cart.id;
  }
  const row = { ...place, buyer_id: ctx.user.id, state: 'draft' as const, created_at: ctx.now, changed_at: ctx.now };
  await insertOrder(ctx.db, { ...row, id: newId(ctx.now) });
  return (await lockCart(ctx.db, ctx.user.id))!.id;
}

export async function addLine(ctx: UserCtx<'payment'>, { offer_id, quantity }: Input<typeof orders.addLine>['body']): Promise<Order> {
  const { district_id, school_id } = requireAsking(ctx);
  const [offer] = await listSold(ctx.db, [offer_id]);
  if (!offer || offer.district_id !== district_id || offer.state !== 'active') throw notFound('offer_id');
  if (!isOnSale(offer, today(ctx.now))) throw new AppError('not_available', { field: 'offer_id' });
  if (!isSoldTo(offer, school_id)) throw new AppError('scope_mismatch', { field: 'offer_id' });
  if (quantity < offer.min_quantity) throw invalid('quantity', 'min', { limit: offer.min_quantity });
  if (quantity > maxQuantityOf(offer)) throw invalid('quantity', 'max', { limit: maxQuantityOf(offer) });
  const id = await openCart(ctx);
  const { number, title, publisher, media, product_id, scope, seats, runtime, runtime_days, runtime_until, audience, price, vat } = offer;
  const terms = { number, title, publisher, media, product_id, scope, seats, runtime, runtime_days, runtime_until, audience, price, vat };
  await saveLine(ctx.db, { ...terms, id: newId(ctx.now), order_id: id, offer_id, quantity });
  const lines = await readLines(ctx, (await findOrder(ctx.db, id))!);
  if (lines.length > MAX_LINES || sumLines(lines).gross > MAX_TOTAL) throw invalid('quantity', 'max');
  return present(ctx, id);
}

export async function removeLine(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const cart = await lockCart(ctx.db, ctx.user.id);
  if (!cart || !(await deleteLine(ctx.db, cart.id, id))) throw notFound();
  return { ok: true };
}

async function requireCart(ctx: UserCtx): Promise<string> {
  const place = requireAsking(ctx);
  const cart = await findCart(ctx.db, ctx.user.id);
  if (!cart) throw new AppError('state_conflict');
  if (cart.school_id !== place.school_id || cart.district_id !== place.district_id) throw new AppError('wrong_school');
  return cart.id;
}

export async function requestPurchase(ctx: UserCtx<'payment'>, note: string): Promise<Order> {
  const id = await requireCart(ctx);
  const { order, to } = await lockForEvent(ctx, id, 'ask');
  if (order.school_id === null) throw new AppError('forbidden');
  const lines = await readLines(ctx, order);
  if (lines.length === 0 || lines.some(({ open }) => !open)) throw new AppError('not_available');
  await applyOrderEvent(ctx, order, 'ask', to, { note });
  await notifyOfOrder(ctx, id, 'asked');
  return present(ctx, id);
}

export async function buyCart(ctx: UserCtx<'payment'>, { note, ...purchase }: Input<typeof orders.buy>['body']): Promise<Order> {
  if (!mayBuy(ctx.user)) throw new AppError('forbidden');
  const id = await requireCart(ctx);
  await updateOrder(ctx.db, id, { note });
  await buyOrder(ctx, id, 'buy', purchase);
  return present(ctx, id);
}
