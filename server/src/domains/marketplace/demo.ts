/** What the demo's district sells: invented publishers, and media of the demo's catalogue. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '@fundus/contract/days';
import { PRODUCT_KINDS, PRODUCT_STATES } from '@fundus/contract/marketplace/rules';
import { NewOffer, Seller } from '@fundus/contract/marketplace/marketplace';
import { z } from 'zod';
import { newId } from '../../db/new-id.ts';
import type { DemoAt, DemoGoing } from '../../domain.ts';
import { insertProduct, removeProducts, removeSeller, saveSeller, setContents } from './write-repository.ts';

const DemoShop = z.strictObject({
  seller: Seller,
  products: z.array(
    z.strictObject({
      number: z.string(),
      kind: z.enum(PRODUCT_KINDS),
      state: z.enum(PRODUCT_STATES).default('active'),
      title: z.string(),
      publisher: z.string(),
      about: z.string(),
      description: z.string(),
      requirements: z.string().default(''),
      data_note: z.string().default(''),
      subjects: z.array(z.string()),
      /** From and to; null for any. */
      grades: z.tuple([z.int(), z.int()]).nullable(),
      media: z.array(z.string()),
      offers: z.array(NewOffer),
      trial: z.boolean().default(false),
    }),
  ),
});

const readDemo = () => DemoShop.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')));

/** Throws where it names a medium that is not in the demo. */
export async function makeDemo({ db, now, district_id, titleOf }: DemoAt): Promise<void> {
  const { seller, products } = readDemo();
  await saveSeller(db, district_id, 0, seller);
  for (const [i, { media, offers, grades, ...product }] of products.entries()) {
    const id = newId(now);
    for (const identifier of media) titleOf(identifier);
    const at = new Date(now.getTime() - (products.length - i) * DAY);
    const about = { sample: '', grade_from: grades?.[0] ?? null, grade_to: grades?.[1] ?? null };
    await insertProduct(db, { ...product, ...about, id, district_id, created_at: at, changed_at: at });
    await setContents(db, id, { media, offers }, now);
  }
}

/** Its products by their numbers; who sells stays where others have products there. */
export async function removeDemo({ db, district_id, removed }: DemoGoing): Promise<void> {
  const { products, seller } = readDemo();
  const numbers = products.map(({ number }) => number);
  removed('products', await removeProducts(db, district_id, numbers));
  await removeSeller(db, district_id, seller.prefix);
}
