/** Queries for a borrower's loans, orders and obligations at a lending point. */
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { isOwn } from '../allocation/order-repository.ts';
import { isOfBorrower } from '../borrowers/borrower-repository.ts';
import type { BorrowerIds } from '../borrowers/borrower.ts';
import { selectReports, type DamageRow } from '../condition/damage-repository.ts';

type Asked = { borrower: BorrowerIds; point: string; open: boolean; day: string };

/** Returns ids of a borrower's orders at a point, newest first. */
export async function listOrderIdsAt(db: Db, { borrower, point, open, day }: Asked, offset: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('rental_order as o')
    .select('o.id')
    .where(isOwn(borrower, open, day))
    .where('o.point_id', '=', point)
    .orderBy('o.submitted_at', 'desc')
    .orderBy('o.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countOrdersAt(db: Db, { borrower, point, open, day }: Asked): Promise<number> {
  const { n } = await db
    .selectFrom('rental_order as o')
    .where(isOwn(borrower, open, day))
    .where('o.point_id', '=', point)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Returns whether the borrower has a submitted order at the point. */
export async function hasOrderAt(db: Db, borrower: BorrowerIds, point: string): Promise<boolean> {
  const row = await db
    .selectFrom('rental_order as o')
    .select('o.id')
    .where(isOfBorrower('o', borrower))
    .where('o.point_id', '=', point)
    .where('o.submitted_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns unsettled damage reports from a borrower's loans at a point. */
export const listDamageOf = (db: Db, borrower: BorrowerIds, point: string, limit: number): Promise<DamageRow[]> =>
  selectReports(db)
    .where(isOfBorrower('o', borrower))
    .where('o.point_id', '=', point)
    .where(sql<boolean>`(d.state not in ('repaired', 'written_off') or d.liability = 'open')`)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();

export const listWaitsOf = (db: Db, person: string, point: string) =>
  db
    .selectFrom('rental_wait as w')
    .innerJoin('device_model as m', 'm.id', 'w.model_id')
    .select(['w.id', 'w.model_id', 'm.name as model', 'w.quantity', 'w.earliest', 'w.latest', 'w.days', 'w.state', 'w.offered_until'])
    .where('w.person_id', '=', person)
    .where('m.point_id', '=', point)
    .where('w.over_at', 'is', null)
    .orderBy('w.created_at')
    .orderBy('w.id')
    .limit(200)
    .execute();

export const listBriefingsOf = (db: Db, borrower: BorrowerIds, point: string, day: string) =>
  db
    .selectFrom('lending_briefing as b')
    .innerJoin('device_model as m', 'm.id', 'b.model_id')
    .select(['b.id', 'b.model_id', 'm.name as model', 'b.until_on'])
    .where(isOfBorrower('b', borrower))
    .where('m.point_id', '=', point)
    .where(sql<boolean>`coalesce(b.until_on >= ${day}::date, true)`)
    .orderBy('m.name')
    .orderBy('b.id')
    .limit(200)
    .execute();

/** Returns the bookings of a device that are not yet collected, ordered by start. */
export const listNextOf = (db: Db, item: string, limit: number) =>
  db
    .selectFrom('rental_line as l')
    .innerJoin('rental_order as o', 'o.id', 'l.order_id')
    .select(['l.id', 'l.order_id'])
    .where('l.item_id', '=', item)
    .where('l.busy_from', 'is not', null)
    .where('l.state', 'in', ['requested', 'approved', 'ready'])
    .where('o.submitted_at', 'is not', null)
    .orderBy('l.start_on')
    .orderBy('l.id')
    .limit(limit)
    .execute();

export async function countWaitsForModel(db: Db, model: string): Promise<number> {
  const { n } = await db
    .selectFrom('rental_wait as w')
    .where('w.model_id', '=', model)
    .where('w.over_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Returns an order of a point by its number. */
export const findOrderByNumber = (db: Db, point: string, number: string) =>
  db
    .selectFrom('rental_order as o')
    .select(['o.id', 'o.person_id', 'o.private_id'])
    .where('o.point_id', '=', point)
    .where('o.number', '=', number)
    .where('o.submitted_at', 'is not', null)
    .executeTakeFirst();
