/** Something to ask each call of the marketplace with: products of the district the school is in. */
import { newId } from '../db/new-id.ts';
import type { TestPortal } from './index.ts';
import { productOf, SELLER } from './marketplace.ts';
import type { Sample, SampleWorld } from './sample-world.ts';

export function marketplaceSamples({ portal }: TestPortal): Record<string, Sample | ((w: SampleWorld) => Sample | Promise<Sample>)> {
  /** A product that is sold, of a medium. */
  async function productIn(w: SampleWorld): Promise<string> {
    const [id, now] = [newId(), new Date()];
    const { media, offers: _, ...product } = productOf({ number: id });
    await portal.db
      .insertInto('product')
      .values({ ...product, id, district_id: w.district, created_at: now, changed_at: now })
      .execute();
    await portal.db.insertInto('product_medium').values({ product_id: id, identifier: 'm-1', rank: media.length }).execute();
    return id;
  }
  const ofProduct = async (w: SampleWorld, body?: object): Promise<Sample> => ({
    params: { id: await productIn(w) },
    ...(body && { body }),
  });

  return {
    'marketplace.product': ofProduct,
    'marketplace.ofMedium': { params: { mediaId: 'm-1' } },
    'marketplace.createProduct': () => ({ body: productOf() }),
    'marketplace.changeProduct': (w) => ofProduct(w, { ...productOf(), version: 1 }),
    'marketplace.wishProduct': (w) => ofProduct(w, {}),
    'marketplace.decideWishes': (w) => ofProduct(w, { state: 'planned' }),
    'marketplace.importProducts': { body: { content: Buffer.from('x').toString('base64'), dry_run: true } },
    'marketplace.setSeller': (w) => ({ body: { ...SELLER, prefix: `T${w.district.slice(-7).toUpperCase()}` } }),
  };
}
