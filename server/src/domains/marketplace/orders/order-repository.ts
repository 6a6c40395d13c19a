/** Queries for reading, changing and numbering orders. */
import { ORDER_EVENTS, type OrderEvent, type OrderState } from '@fundus/contract/marketplace/order-states';
import { sql, type Insertable, type Updateable } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import { selectFullName } from '../../../db/full-name.ts';
import { matchPeople, type RemovedPeople } from '../../../db/names-people.ts';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

/** Owner of orders: a user, a school or a district. For a district, orders that were not bought are left out. */
export type OrderScope = { buyer_id: string } | { school_id: string } | { district_id: string };

/** Condition that the buyer still belongs to the school or district of the order. Orders stay with the school. */
const isBuyersPlace = sql<boolean>`(buyer.school_id is not distinct from o.school_id and (o.school_id is not null or buyer.district_id = o.district_id))`;

const select = (db: Db) =>
  db
    .selectFrom('purchase_order as o')
    .leftJoin('school', 'school.id', 'o.school_id')
    .leftJoin('person as buyer', 'buyer.id', 'o.buyer_id')
    .selectAll('o')
    .select(['school.name as school_name'])
    .select(isBuyersPlace.as('of_buyers_place'))
    .select(sql<string | null>`case when buyer.id is not null then ${selectFullName('buyer')} end`.as('buyer_name'));

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
export const findOrder = (db: Db, id: string) => select(db).where('o.id', '=', id).executeTakeFirst();
export const findCart = (db: Db, buyer_id: string) =>
  select(db).where('o.buyer_id', '=', buyer_id).where('o.state', '=', 'draft').executeTakeFirst();

/** Locks the cart until commit and returns it. Returns `undefined` if it was already bought. */
export const lockCart = (db: Db, buyer_id: string) =>
  db
    .selectFrom('purchase_order')
    .select('purchase_order.id')
    .where('purchase_order.buyer_id', '=', buyer_id)
    .where('purchase_order.state', '=', 'draft')
    .forUpdate()
    .executeTakeFirst();

/** Locks an order until commit. */
export const lockOrder = (db: Db, id: string) =>
  db.selectFrom('purchase_order').select('purchase_order.id').where('purchase_order.id', '=', id).forUpdate().executeTakeFirst();

const selectWhose = (db: Db, scope: OrderScope) =>
  select(db)
    .where('o.state', '<>', 'draft')
    .where((eb) =>
      'buyer_id' in scope
        ? eb.and([eb('o.buyer_id', '=', scope.buyer_id), isBuyersPlace])
        : 'school_id' in scope
          ? eb('o.school_id', '=', scope.school_id)
          : eb.and([eb('o.district_id', '=', scope.district_id), eb('o.number', 'is not', null)]),
    )
    .leftJoin('invoice as due', (join) =>
      join.onRef('due.order_id', '=', 'o.id').on('due.kind', '=', 'invoice').on('due.paid_on', 'is', null).on('o.state', '<>', 'refunded'),
    )
    .select('due.due_on');

/** Returns a page of orders, undecided ones first and then the latest. With `unpaid`, returns only unpaid ones, ordered by due date. */
export const listOrders = (db: Db, scope: OrderScope, { offset, limit, unpaid }: { offset: number; limit: number; unpaid: boolean }) =>
  selectWhose(db, scope)
    .$if(unpaid, (rows) => rows.where('due.due_on', 'is not', null).orderBy('due.due_on'))
    .orderBy(sql`o.state not in ('waiting_approval', 'pending_payment')`)
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countOrders(db: Db, scope: OrderScope): Promise<{ all: number; unpaid: { count: number; gross: number } }> {
  const { all, count, gross } = await db
    .selectFrom(selectWhose(db, scope).as('o'))
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .select(sql<number>`count(o.due_on)`.as('count'))
    .select(sql<number>`coalesce(sum(o.gross) filter (where o.due_on is not null), 0)::int8`.as('gross'))
    .executeTakeFirstOrThrow();
  return { all, unpaid: { count, gross } };
}

/** Inserts an order. If the buyer already has a cart, it is kept. The state is a literal in the query (docs/performance.md#caches). */
export const insertOrder = (db: Db, row: Insertable<Tables['purchase_order']>): Promise<unknown> =>
  db
    .insertInto('purchase_order')
    .values(row)
    .onConflict((conflict) => conflict.column('buyer_id').where('state', '=', sql.lit('draft')).doNothing())
    .execute();

export const updateOrder = (db: Db, id: string, set: Updateable<Tables['purchase_order']>): Promise<unknown> =>
  db.updateTable('purchase_order').set(set).where('purchase_order.id', '=', id).execute();

export const listLines = (db: Db, orders: readonly string[]) =>
  db
    .selectFrom('purchase_line')
    .selectAll('purchase_line')
    .where('purchase_line.order_id', '=', matchUuids(orders))
    .orderBy('purchase_line.id')
    .execute();
export type LineRow = Awaited<ReturnType<typeof listLines>>[number];

export const saveLine = (db: Db, { id, order_id, ...row }: Insertable<Tables['purchase_line']>): Promise<unknown> =>
  db
    .insertInto('purchase_line')
    .values({ ...row, id, order_id })
    .onConflict((conflict) => conflict.columns(['order_id', 'offer_id']).doUpdateSet(row))
    .execute();

export const deleteLine = (db: Db, order_id: string, id: string) =>
  db
    .deleteFrom('purchase_line')
    .where('purchase_line.id', '=', id)
    .where('purchase_line.order_id', '=', order_id)
    .returning('id')
    .executeTakeFirst();

/** Returns the current offers with their products. */
export const listSold = (db: Db, offers: readonly string[]) =>
  db
    .selectFrom('product_offer as offer')
    .innerJoin('product', 'product.id', 'offer.product_id')
    .selectAll('offer')
    .select(['product.number', 'product.title', 'product.publisher', 'product.district_id', 'product.state'])
    .select(
      sql<
        string[]
      >`array(select product_medium.identifier from product_medium where product_medium.product_id = product.id order by product_medium.rank)`.as(
        'media',
      ),
    )
    .where('offer.id', '=', matchUuids(offers))
    .execute();

export const recordOrderEvent = (
  db: Db,
  row: { order_id: string; at: Date; event: OrderEvent | 'withdraw'; to_state: OrderState; person_id: string | null },
): Promise<unknown> =>
  db
    .insertInto('purchase_event')
    .values({ id: newId(row.at), ...row })
    .execute();

/** Returns the events of an order by time. Events at the same moment are in their logical order. */
export const listEvents = (db: Db, order_id: string) =>
  db
    .selectFrom('purchase_event')
    .select(['purchase_event.at', 'purchase_event.event'])
    .where('purchase_event.order_id', '=', order_id)
    .orderBy('purchase_event.at')
    .orderBy(sql`array_position(${[...ORDER_EVENTS]}::text[], purchase_event.event)`)
    .orderBy('purchase_event.id')
    .limit(50)
    .execute();

/** Returns the next number of a district in a year. The counter stays locked until commit, so that a rollback leaves no gap. */
export async function claimNumber(db: Db, district_id: string, kind: 'order' | 'invoice', year: number): Promise<number> {
  const { last } = await db
    .insertInto('number_counter')
    .values({ district_id, kind, year, last: 1 })
    .onConflict((conflict) => conflict.columns(['district_id', 'kind', 'year']).doUpdateSet({ last: sql<number>`number_counter.last + 1` }))
    .returning('number_counter.last')
    .executeTakeFirstOrThrow();
  return last;
}

/** Returns true if the district already used numbers. Its prefix can then no longer be changed. */
export const hasNumbers = async (db: Db, district_id: string): Promise<boolean> =>
  (await db.selectFrom('number_counter').select('last').where('district_id', '=', district_id).limit(1).executeTakeFirst()) !== undefined;

export const listLicencesOf = (db: Db, order_id: string) =>
  db
    .selectFrom('licence')
    .innerJoin('media_item', 'media_item.identifier', 'licence.identifier')
    .select(['licence.id', 'licence.identifier', 'media_item.fn_titel', 'licence.in_use', 'licence.withdrawn_at'])
    .select(['licence.seats', 'licence.valid_from', 'licence.valid_to'])
    .select((eb) =>
      eb
        .selectFrom('licence_code')
        .select('licence_code.code')
        .whereRef('licence_code.licence_id', '=', 'licence.id')
        .orderBy('licence_code.created_at')
        .orderBy('licence_code.id')
        .limit(1)
        .as('code'),
    )
    .where('licence.order_id', '=', order_id)
    .orderBy('media_item.fn_titel')
    .orderBy('licence.id')
    .execute();

/** Returns the default invoice address. */
export const findAddress = (db: Db, school_id: string | null, district_id: string) =>
  school_id === null
    ? db.selectFrom('district').select('district.name').where('district.id', '=', district_id).executeTakeFirst()
    : db
        .selectFrom('school')
        .select(['school.name', 'school.street', 'school.postcode', 'school.city', 'school.email'])
        .where('school.id', '=', school_id)
        .executeTakeFirst();

/** Returns the recipients of mails about orders: the administrators of a school, or the users who edit the products of a district. */
export const listDeciders = (db: Db, scope: { school_id: string } | { district_id: string }) =>
  db
    .selectFrom('person')
    .select('person.id')
    .where('person.state', '=', 'active')
    .where((eb) =>
      'school_id' in scope
        ? eb.and([eb('person.school_id', '=', scope.school_id), eb('person.school_admin', 'in', ['1', '2'])])
        : eb.and([
            eb('person.district_id', '=', scope.district_id),
            eb.or([
              eb('person.district_admin', '=', '1'),
              eb.and([eb('person.school_id', 'is', null), sql<boolean>`'cap_licences' = any(person.capabilities)`]),
            ]),
          ]),
    )
    .limit(50)
    .execute();

/** Returns the orders that waited too long for acceptance or payment. */
export const listUnaccepted = (db: Db, { invoice, online }: Record<'invoice' | 'online', Date>) =>
  db
    .selectFrom('purchase_order')
    .select('purchase_order.id')
    .where('purchase_order.state', '=', 'pending_payment')
    .where((eb) =>
      eb.or([
        eb('purchase_order.pays', '=', 'invoice').and('purchase_order.ordered_at', '<', invoice),
        eb('purchase_order.pays', '=', 'online').and('purchase_order.ordered_at', '<', online),
      ]),
    )
    .limit(200)
    .execute();

/** Start of the retention period in Berlin. It is the day of the order, or of its last invoice if that is later. */
const keptFrom = sql<string>`greatest((coalesce(purchase_order.ordered_at, purchase_order.created_at) at time zone 'Europe/Berlin')::date,
  (select max(invoice.issued_on) from invoice where invoice.order_id = purchase_order.id))`;

/** Removes abandoned carts, and orders from before the day `before`, which is the first of a year. Returns the owners of the removed orders. */
export async function removeOldOrders(db: Db, drafts: Date, before: string): Promise<{ school_id: string | null; district_id: string }[]> {
  await db
    .deleteFrom('purchase_order')
    .where('purchase_order.state', '=', 'draft')
    .where('purchase_order.changed_at', '<', drafts)
    .execute();
  return db
    .deleteFrom('purchase_order')
    .where('purchase_order.state', '<>', 'draft')
    .where(keptFrom, '<', before)
    .returning(['purchase_order.school_id', 'purchase_order.district_id'])
    .execute();
}

/** Removes the carts of deleted users and the notes on their orders. */
export async function eraseBuyers(db: Db, removed: RemovedPeople): Promise<void> {
  await db
    .deleteFrom('purchase_order')
    .where('purchase_order.state', '=', 'draft')
    .where('purchase_order.buyer_id', '=', matchPeople(removed))
    .execute();
  await db.updateTable('purchase_order').set({ note: '' }).where('purchase_order.buyer_id', '=', matchPeople(removed)).execute();
}
