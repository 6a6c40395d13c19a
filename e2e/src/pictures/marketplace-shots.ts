/** Screens of the marketplace, for visitors, buyers and sellers. */
import { marketplace } from '@fundus/contract/marketplace/marketplace';
import type { OrderState } from '@fundus/contract/marketplace/order-states';
import { orders } from '@fundus/contract/marketplace/orders';
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { sendCall } from '../steps/class-steps.ts';
import { portalUrlFor } from '../contexts.ts';
import { callsAs, type PersonName } from '../people.ts';
import { either } from '../texts.ts';
import { chooseListAction } from '../steps/list-actions.ts';
import type { Shot } from './shot.ts';

/** Returns the address of a demo product that matches the words. */
const productOf =
  (words: string) =>
  async (page: Page): Promise<string> => {
    const reply = await page.request.get(`/api/v1/marketplace/products?q=${encodeURIComponent(words)}`);
    const { items } = (await reply.json()) as { items: { id: string }[] };
    return href('marketplacemedia', { id: items[0]?.id ?? '' });
  };

/** Returns the address of the demo school's latest order. */
const orderOf = async (page: Page): Promise<string> => {
  const reply = await page.request.get('/api/v1/marketplace/orders?all=true');
  const { items } = (await reply.json()) as { items: { id: string }[] };
  return href('purchase-confirmed', {}, { order: items[0]?.id ?? '' });
};

/** Adds a product to a user's cart and returns the address of the cart. */
const cartOf =
  (name: PersonName) =>
  async (page: Page): Promise<string> => {
    const request = await callsAs(portalUrlFor(page.context()), name);
    const known = (await (await request.get('/api/v1/marketplace/products?q=Kassenbuch')).json()) as { items: { id: string }[] };
    const product = await sendCall<{ offers: { id: string; scope: string; min_quantity: number }[] }>(request, marketplace.product, {
      id: known.items[0]!.id,
    });
    const offer = product.offers.find(({ scope }) => scope !== 'district')!;
    await sendCall(request, orders.addLine, {}, { offer_id: offer.id, quantity: offer.min_quantity });
    return href('marketplace', {}, { tab: 'cart' });
  };

/** Returns the address of an order in the given state. */
const orderIn =
  (wanted: OrderState) =>
  async (page: Page): Promise<string> => {
    const reply = await page.request.get('/api/v1/marketplace/orders?all=true&limit=50');
    const { items } = (await reply.json()) as { items: { id: string; state: string }[] };
    return href('purchase-confirmed', {}, { order: items.find(({ state }) => state === wanted)?.id ?? '' });
  };

/** Presses the button that opens a dialog. */
const press =
  (key: Parameters<typeof either>[0]) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: either(key), exact: true }).click();
    await page.getByRole('dialog').waitFor();
  };

async function openSeller(page: Page): Promise<void> {
  await chooseListAction(page, 'market.seller');
  await page.getByRole('dialog').waitFor();
}

export const marketplaceShots = {
  marketplace: [
    { name: 'marketplace', as: 'teacher', path: href('marketplace') },
    { name: 'marketplace-cart', as: 'teacher', path: cartOf('teacher') },
    { name: 'marketplace-buy', as: 'schoolAdmin', path: cartOf('schoolAdmin') },
    { name: 'marketplace-orders', as: 'schoolAdmin', path: href('marketplace', {}, { tab: 'orders', all: '1' }) },
    { name: 'marketplace-keep', as: 'districtAdmin', path: href('marketplace', {}, { tab: 'keep' }) },
    { name: 'marketplace-seller', as: 'districtAdmin', path: href('marketplace', {}, { tab: 'keep' }), before: openSeller },
  ],
  marketplacemedia: [
    { name: 'product', as: 'teacher', path: productOf('Chemie Mittelstufe') },
    { name: 'product-guest', as: null, path: productOf('Zahlwerk 6') },
    { name: 'product-edit', as: 'districtAdmin', path: productOf('Chemie Mittelstufe'), before: press('market.edit') },
    { name: 'product-trial', as: 'teacher', path: productOf('Textwerkstatt'), before: press('market.trial.ask') },
  ],
  'purchase-confirmed': [
    { name: 'purchase', as: 'schoolAdmin', path: orderOf },
    { name: 'purchase-delivered', as: 'schoolAdmin', path: orderIn('fulfilled') },
    { name: 'purchase-asked', as: 'schoolAdmin', path: orderIn('waiting_approval') },
  ],
  'purchase-cancelled': [{ name: 'purchase-gone', as: 'teacher', path: href('purchase-cancelled', {}, { order: 'x' }) }],
} satisfies Record<string, Shot[]>;
