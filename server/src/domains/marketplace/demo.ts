/** Products in the district of the demo, with invented publishers and media of the demo catalogue. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY, today } from '@fundus/contract/days';
import { schoolYearOf } from '@fundus/contract/marketplace/order-states';
import { PRODUCT_KINDS, PRODUCT_STATES, sumLines } from '@fundus/contract/marketplace/rules';
import { NewOffer, Seller } from '@fundus/contract/marketplace/marketplace';
import { z } from 'zod';
import { newId } from '../../db/new-id.ts';
import type { DemoContext, DemoRemovalContext } from '../../domain.ts';
import { saveBudget } from './orders/budget-repository.ts';
import { findPlace, listSoldBy, removeOrdersOf } from './demo-repository.ts';
import { deliverOrder } from './orders/move.ts';
import { findAddress, insertOrder, recordOrderEvent, saveLine, claimNumber } from './orders/order-repository.ts';
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
      /** First and last grade, or `null` for all grades. */
      grades: z.tuple([z.int(), z.int()]).nullable(),
      media: z.array(z.string()),
      offers: z.array(NewOffer),
      trial: z.boolean().default(false),
      trial_at_once: z.boolean().default(false),
    }),
  ),
});

const readDemo = () => DemoShop.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')));

/** Creates the products of the demo. Throws if a medium is not in the demo. */
export async function makeDemo(at: DemoContext): Promise<void> {
  const { db, now, district_id, titleOf } = at;
  const { seller, products } = readDemo();
  await saveSeller(db, district_id, 0, seller);
  for (const [i, { media, offers, grades, ...product }] of products.entries()) {
    const id = newId(now);
    for (const identifier of media) titleOf(identifier);
    const added = new Date(now.getTime() - (products.length - i) * DAY);
    const about = { sample: '', grade_from: grades?.[0] ?? null, grade_to: grades?.[1] ?? null };
    await insertProduct(db, { ...product, ...about, id, district_id, created_at: added, changed_at: added });
    await setContents(db, id, { media, offers }, now);
  }
  await makeOrders(at);
}

type Ordered = { by: string; product: string; days: number; state: 'asked' | 'bought' | 'delivered'; note?: string };
/** Orders of the demo school: requested, bought and delivered. */
const ORDERED: readonly Ordered[] = [
  { by: 'lehrkraft@demo.example', product: 'BIT-318', days: 2, state: 'asked', note: 'Für den Mosaik-Kurs der 6c, ab Januar.' },
  { by: 'schuladmin@demo.example', product: 'MAR-220', days: 1, state: 'bought' },
  { by: 'schuladmin@demo.example', product: 'VIE-374', days: 30, state: 'delivered' },
];

async function makeOrders({ db, now, config, district_id, people }: DemoContext): Promise<void> {
  const idOf = await people();
  const { seller } = readDemo();
  for (const { by, product, days, state, note = '' } of ORDERED) {
    const [id, at, buyer_id] = [newId(now), new Date(now.getTime() - days * DAY), idOf(by)];
    const [offer] = await listSoldBy(db, district_id, product);
    const school_id = (await findPlace(db, buyer_id))!.school_id!;
    const address = { email: 'sekretariat@lindenhof.example', reference: '', ...(await findAddress(db, school_id, district_id)) };
    const { number, title, publisher, media, product_id, scope, seats, runtime, runtime_days, runtime_until, audience, price, vat } =
      offer!;
    const { rates: _, ...totals } = sumLines([{ price, vat, quantity: 1 }]);
    const year = Number(today(at).slice(0, 4));
    const bought = state !== 'asked' && {
      ...totals,
      number: `${seller.prefix}-B-${year}-${String(await claimNumber(db, district_id, 'order', year)).padStart(5, '0')}`,
      ...{
        ordered_at: at,
        terms_version: 1,
        invoice_to: JSON.stringify({ ...address, email: address.email || 'sekretariat@lindenhof.example' }),
      },
    };
    const row = { id, district_id, school_id, buyer_id, note, created_at: at, changed_at: at };
    await insertOrder(db, { ...row, ...bought, state: bought ? 'pending_payment' : 'waiting_approval' });
    const terms = { number, title, publisher, media, product_id, scope, seats, runtime, runtime_days, runtime_until, audience, price, vat };
    await saveLine(db, { ...terms, id: newId(now), order_id: id, offer_id: offer!.id, quantity: 1 });
    await recordOrderEvent(db, {
      order_id: id,
      at,
      event: bought ? 'buy' : 'ask',
      to_state: bought ? 'pending_payment' : 'waiting_approval',
      person_id: buyer_id,
    });
    const silent = { db, now: at, config, user: null, afterCommit: () => undefined, wakeIndex: async () => undefined };
    if (state === 'delivered') await deliverOrder(silent, id, async () => undefined);
    await saveBudget(db, school_id, schoolYearOf(today(now), config.schoolYearEnd), 250_000);
  }
}

/** Removes the products of the demo by number. If no other products are left, also removes the seller. */
export async function removeDemo({ db, district_id, people, removed }: DemoRemovalContext): Promise<void> {
  const { products, seller } = readDemo();
  const numbers = products.map(({ number }) => number);
  await removeOrdersOf(db, district_id, people);
  removed('products', await removeProducts(db, district_id, numbers));
  await removeSeller(db, district_id, seller.prefix);
}
