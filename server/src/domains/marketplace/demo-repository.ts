/** Queries for the orders of the demo. */
import { matchPeople, type RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';
import { listSold } from './orders/order-repository.ts';

export const findPlace = (db: Db, id: string) =>
  db.selectFrom('person').select('person.school_id').where('person.id', '=', id).executeTakeFirst();

/** Returns the last offer of a product, which is the largest. */
export async function listSoldBy(db: Db, district_id: string, number: string) {
  const rows = await db
    .selectFrom('product_offer')
    .innerJoin('product', 'product.id', 'product_offer.product_id')
    .select('product_offer.id')
    .where('product.district_id', '=', district_id)
    .where('product.number', '=', number)
    .orderBy('product_offer.rank', 'desc')
    .limit(1)
    .execute();
  return listSold(
    db,
    rows.map(({ id }) => id),
  );
}

/** Removes the orders of these people. If no other orders are left, also removes the number counters. */
export async function removeOrdersOf(db: Db, district_id: string, people: RemovedPeople): Promise<void> {
  await db.deleteFrom('purchase_order').where('purchase_order.buyer_id', '=', matchPeople(people)).execute();
  const left = await db
    .selectFrom('purchase_order')
    .select('id')
    .where('purchase_order.district_id', '=', district_id)
    .limit(1)
    .executeTakeFirst();
  if (!left) await db.deleteFrom('number_counter').where('number_counter.district_id', '=', district_id).execute();
}
