/** Queries for lines that hold devices, with the fields of their order that affect their dates. */
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { selectLines, type LineRow, type OrderRow } from './order-repository.ts';

export type ReservedLine = LineRow & Pick<OrderRow, 'school_id' | 'submitted_at' | 'offered'>;

/** Returns the lines of a point or a model that hold a device or have lost one, ordered by order. */
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
