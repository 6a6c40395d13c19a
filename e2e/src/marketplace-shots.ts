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

export const marketplaceShots = {
  marketplace: [
    { name: 'marketplace', as: 'teacher', path: href('marketplace') },
    { name: 'marketplace-keep', as: 'districtAdmin', path: href('marketplace', {}, { tab: 'keep' }) },
  ],
  marketplacemedia: [
    { name: 'product', as: 'teacher', path: productOf('Chemie Mittelstufe') },
    { name: 'product-guest', as: null, path: productOf('Zahlwerk 6') },
  ],
} satisfies Record<string, Shot[]>;
