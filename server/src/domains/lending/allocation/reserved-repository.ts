/** Queries for reserved lines, including the fields of their order that affect dates, and for devices within their buffer days. */
import { ITEM_EVENTS } from '@fundus/contract/lending/states';
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { selectLines, type LineRow, type OrderRow } from './order-repository.ts';

export type ReservedLine = LineRow & Pick<OrderRow, 'school_id' | 'submitted_at' | 'offered'>;

/** Returns the lines of a point or a model that reserve a device or have lost one, grouped by order. */
export const listReservedLines = (db: Db, of: { point: string } | { model: string }): Promise<ReservedLine[]> =>
  selectLines(db)
    .innerJoin('rental_order as o', 'o.id', 'l.order_id')
    .select(['o.school_id', 'o.submitted_at', 'o.offered'])
    .where('point' in of ? sql<boolean>`m.point_id = ${of.point}` : sql<boolean>`l.model_id = ${of.model}`)
    .where(sql<boolean>`(l.busy_from is not null or l.displaced)`)
    .orderBy('l.order_id')
    .orderBy('l.start_on')
    .orderBy('l.id')
    .execute();

export type ReturnedDevice = { id: string; model_id: string; returned_on: string };

/**
 * Returns available devices that were returned since a day, with the day of their return. Leaves out devices that were inspected or repaired
 * afterwards, because these have no buffer.
 */
export async function listReturned(db: Db, of: { point: string } | { model: string }, since: string): Promise<ReturnedDevice[]> {
  const { rows } = await sql<ReturnedDevice>`select i.id, i.model_id, (l.over_at at time zone 'Europe/Berlin')::date as returned_on
    from device_item as i
    join lateral (select r.line_id, r.at from device_record as r where r.item_id = i.id and r.kind = 'return' and r.at >= ${since}::date
      order by r.at desc limit 1) as back on true
    join rental_line as l on l.id = back.line_id and l.state = 'returned'
    where i.state = 'available' and ${'point' in of ? sql`i.point_id = ${of.point}` : sql`i.model_id = ${of.model}`}
      and not exists (select from device_record as r
        where r.item_id = i.id and r.at >= back.at and r.kind in (${sql.join(ITEM_EVENTS.map((event) => sql.lit(event)))}))
      and not exists (select from rental_line as other where other.item_id = i.id and other.state = 'on_loan')
    order by i.id`.execute(db);
  return rows;
}
