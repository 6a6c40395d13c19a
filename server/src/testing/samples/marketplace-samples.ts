/** Sample requests for all calls of the marketplace. They use products of the school's district. */
import { newId } from '../../db/new-id.ts';
import type { TestPortal } from '../index.ts';
import { BUYING, invoiceOf, productOf, SELLER } from '../marketplace.ts';
import type { Sample, SampleWorld } from './sample-world.ts';

export function marketplaceSamples({ portal }: TestPortal): Record<string, Sample | ((w: SampleWorld) => Sample | Promise<Sample>)> {
  /** Creates a product on sale with one medium. */
  async function productIn(w: SampleWorld, about = {}): Promise<string> {
    const [id, now] = [newId(), new Date()];
    const { media, offers: _, ...product } = productOf({ number: id, ...about });
    await portal.db
      .insertInto('product')
      .values({ ...product, id, district_id: w.district, created_at: now, changed_at: now })
      .execute();
    await portal.db.insertInto('product_medium').values({ product_id: id, identifier: 'm-1', rank: media.length }).execute();
    return id;
  }
  /** Creates a trial requested by a colleague. */
  async function trialIn(w: SampleWorld): Promise<string> {
    const id = newId();
    await portal.db
      .insertInto('product_trial')
      .values({
        id,
        product_id: await productIn(w),
        person_id: await w.person(),
        school_id: w.school,
        state: 'asked',
        asked_at: new Date(),
      })
      .execute();
    return id;
  }
  const ofProduct = async (w: SampleWorld, body?: object): Promise<Sample> => ({
    params: { id: await productIn(w) },
    ...(body && { body }),
  });

  /** Creates an order of another person at the school, which either was bought on invoice or waits for approval. */
  async function orderIn(w: SampleWorld, state: 'waiting_approval' | 'pending_payment' | 'fulfilled'): Promise<string> {
    const [id, now] = [newId(), new Date()];
    const bought = state !== 'waiting_approval' && { number: id, ordered_at: now };
    await portal.db
      .insertInto('purchase_order')
      .values({
        id,
        state,
        ...bought,
        district_id: w.district,
        school_id: w.school,
        buyer_id: await w.person(),
        invoice_to: JSON.stringify(BUYING.invoice_to),
        created_at: now,
        changed_at: now,
      })
      .execute();
    return id;
  }
  const ofOrder = async (w: SampleWorld, state: Parameters<typeof orderIn>[1], body?: object): Promise<Sample> => ({
    params: { id: await orderIn(w, state) },
    ...(body && { body }),
  });
  async function withInvoice(w: SampleWorld): Promise<Sample> {
    const [order_id, id, day] = [await orderIn(w, 'fulfilled'), newId(), '2026-01-01'];
    const content = JSON.stringify(invoiceOf());
    await portal.db
      .insertInto('invoice')
      .values({ id, number: id, order_id, kind: 'invoice', issued_on: day, due_on: day, content })
      .execute();
    return { params: { id: order_id }, query: { as: 'xml' } };
  }

  return {
    'marketplace.order': (w) => ofOrder(w, 'pending_payment'),
    'marketplace.approve': (w) => ofOrder(w, 'waiting_approval', BUYING),
    'marketplace.decline': (w) => ofOrder(w, 'waiting_approval', { reason: 'Zu teuer' }),
    'marketplace.undoOrder': (w) => ofOrder(w, 'waiting_approval'),
    'marketplace.cancel': (w) => ofOrder(w, 'pending_payment'),
    'marketplace.accept': (w) => ofOrder(w, 'pending_payment'),
    'marketplace.pay': (w) => ofOrder(w, 'pending_payment'),
    'marketplace.withdraw': (w) => ofOrder(w, 'fulfilled', { reason: 'Doppelt bestellt' }),
    'marketplace.refund': (w) => ofOrder(w, 'fulfilled', { reason: 'Doppelt bestellt' }),
    'marketplace.invoice': withInvoice,
    'marketplace.settle': async (w) => ({ params: (await withInvoice(w)).params, body: { paid_on: '2026-02-01' } }),
    'marketplace.addLine': { body: { offer_id: newId(), quantity: 1 } },
    'marketplace.removeLine': { params: { id: newId() } },
    'marketplace.buy': { body: BUYING },
    'marketplace.setBudget': { body: { cents: 100_000 } },
    'marketplace.product': ofProduct,
    'marketplace.ofMedium': { params: { mediaId: 'm-1' } },
    'marketplace.createProduct': () => ({ body: productOf() }),
    'marketplace.changeProduct': (w) => ofProduct(w, { ...productOf(), version: 1 }),
    'marketplace.requestTrial': async (w) => ({ params: { id: await productIn(w, { trial: true }) }, body: {} }),
    'marketplace.decideTrial': async (w) => ({ params: { id: await trialIn(w) }, body: { approve: false, reason: 'Zu teuer' } }),
    'marketplace.undoTrial': async (w) => ({ params: { id: await trialIn(w) } }),
    'marketplace.endTrial': async (w) => {
      const id = await trialIn(w);
      const days = { state: 'running' as const, starts_on: '2026-01-01', ends_on: '2999-01-01' };
      await portal.db.updateTable('product_trial').set(days).where('id', '=', id).execute();
      return { params: { id } };
    },
    'marketplace.wishProduct': (w) => ofProduct(w, {}),
    'marketplace.decideWishes': (w) => ofProduct(w, { state: 'planned' }),
    'marketplace.importProducts': { body: { content: Buffer.from('x').toString('base64'), dry_run: true } },
    'marketplace.setSeller': (w) => ({ body: { ...SELLER, prefix: `T${w.district.slice(-7).toUpperCase()}` } }),
  };
}
