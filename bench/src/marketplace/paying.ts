/** Measures the time from a payment provider's webhook until a teacher can use the medium (docs/behaviour/marketplace.md). */
import { setTimeout as pause } from 'node:timers/promises';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { marketplace } from '@fundus/contract/marketplace/marketplace';
import { orders } from '@fundus/contract/marketplace/orders';
import { PAYMENT_PATH } from '@fundus/server/http/entries/payment-route';
import { openStripe } from '@fundus/server/payment/stripe';
import { districtAdmin, schoolAdmin, teacher, testPortal } from '@fundus/server/testing';
import { BUYING, offerOf, productOf, SELLER } from '@fundus/server/testing/marketplace';
import { paymentServer, signCall, STRIPE } from '@fundus/server/testing/systems/payment-server';

const [ORDERS, MEDIA] = [20, 3_000];
const title = (nth: number): string => `Lehrfilm ${nth} Zellteilung`;

/**
 * Returns the time of each order in milliseconds from the signed webhook "paid" until the teacher can play the medium and the search finds it as
 * available. The portal has 3,000 media and runs its search engine in a thread; the provider is a local server.
 */
export async function timesToUsable(): Promise<number[]> {
  const provider = await paymentServer();
  const portal = await testPortal(
    { LinkToMP: true },
    { publicUrl: 'https://portal.example', intranetHosts: [provider.host], searchWorkers: 1 },
  );
  try {
    portal.portal.payment = openStripe(STRIPE, portal.portal.remote, provider.url);
    const licences = [{ scope: 'school' as const, target: 'school-b' }];
    await portal.store(
      ...Array.from({ length: MEDIA }, (_, nth) => ({
        ...{ identifier: `m-${nth}`, fn_titel: title(nth), fn_typ: '49', url: `https://medien.example/${nth}`, licences },
      })),
    );
    const [seller, admin, kim] = [await portal.as(districtAdmin()), await portal.as(schoolAdmin()), await portal.as(teacher())];
    await seller.call(marketplace.setSeller, { body: SELLER });
    const isUsable = async (nth: number): Promise<boolean> => {
      const { can } = await kim.call(catalogue.detail, { params: { identifier: `m-${nth}` } }).catch(() => ({ can: { play: false } }));
      if (!can.play) return false;
      const { items } = await kim.call(catalogue.search, { query: { q: title(nth) } as never });
      return items.some(({ identifier, active }) => identifier === `m-${nth}` && active);
    };
    const found: number[] = [];
    for (let nth = 0; nth < ORDERS; nth += 1) {
      const body = productOf({ number: `P-${nth}`, title: title(nth), media: [`m-${nth}`], offers: [offerOf()] });
      const { id: product } = await seller.call(marketplace.createProduct, { body });
      const { offers } = await admin.call(marketplace.product, { params: { id: product } });
      await admin.call(orders.addLine, { body: { offer_id: offers[0]!.id, quantity: 1 } });
      const { id } = await admin.call(orders.buy, { body: { ...BUYING, pays: 'online' } });
      await admin.call(orders.pay, { params: { id } });
      if (await isUsable(nth)) throw new Error('usable before the payment');
      const payload = provider.completed(id);
      const start = performance.now();
      const headers = { 'content-type': 'application/json', 'stripe-signature': signCall(payload, portal.portal.now()) };
      const { statusCode } = await portal.guest().inject({ method: 'POST', url: PAYMENT_PATH, payload, headers });
      if (statusCode !== 200) throw new Error(`the webhook returned ${statusCode}`);
      while (!(await isUsable(nth))) await pause(20);
      found.push(performance.now() - start);
    }
    return found;
  } finally {
    await portal.close();
    await provider.close();
  }
}
