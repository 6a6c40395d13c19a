/** The screens of the marketplace, for those who look, who buy and who sell. */
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import type { Shot } from './shots.ts';

/** The address of a product the demo sells. */
const productOf =
  (words: string) =>
  async (page: Page): Promise<string> => {
    const reply = await page.request.get(`/api/v1/marketplace/products?q=${encodeURIComponent(words)}`);
    const { items } = (await reply.json()) as { items: { id: string }[] };
    return href('marketplacemedia', { id: items[0]?.id ?? '' });
  };

/** The latest order of the demo's school. */
const orderOf = async (page: Page): Promise<string> => {
  const reply = await page.request.get('/api/v1/marketplace/orders?all=true');
  const { items } = (await reply.json()) as { items: { id: string }[] };
  return href('purchase-confirmed', {}, { order: items[0]?.id ?? '' });
};

export const marketplaceShots = {
  marketplace: [
    { name: 'marketplace', as: 'teacher', path: href('marketplace') },
    { name: 'marketplace-orders', as: 'schoolAdmin', path: href('marketplace', {}, { tab: 'orders', all: '1' }) },
    { name: 'marketplace-keep', as: 'districtAdmin', path: href('marketplace', {}, { tab: 'keep' }) },
  ],
  marketplacemedia: [
    { name: 'product', as: 'teacher', path: productOf('Chemie Mittelstufe') },
    { name: 'product-guest', as: null, path: productOf('Zahlwerk 6') },
  ],
  'purchase-confirmed': [{ name: 'purchase', as: 'schoolAdmin', path: orderOf }],
  'purchase-cancelled': [{ name: 'purchase-gone', as: 'teacher', path: href('purchase-cancelled', {}, { order: 'x' }) }],
} satisfies Record<string, Shot[]>;
