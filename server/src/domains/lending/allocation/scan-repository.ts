/** Queries for idempotent scans and for the orders to which a scanned code may belong. */
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { selectBorrower } from '../borrowers/borrower-repository.ts';
import { firstDay } from '../calendar/day-repository.ts';

/** Records the key of a scan. Waits for a concurrent scan with the same key. Returns false if the key exists. */
export async function beginScan(db: Db, key: string, point: string, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('lending_scan')
    .values({ key, point_id: point, at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('lending_scan.key')
    .executeTakeFirst();
  return row !== undefined;
}

export type ScanRow = { point_id: string; line_id: string | null; answer: unknown };

export const findScan = (db: Db, key: string): Promise<ScanRow | undefined> =>
  db
    .selectFrom('lending_scan')
    .select(['lending_scan.point_id', 'lending_scan.line_id', 'lending_scan.answer'])
    .where('lending_scan.key', '=', key)
    .executeTakeFirst();

export const finishScan = (db: Db, key: string, line_id: string | null, answer: object): Promise<unknown> =>
  db
    .updateTable('lending_scan')
    .set({ line_id, answer: JSON.stringify(answer) })
    .where('lending_scan.key', '=', key)
    .execute();

export const removeOldScans = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('lending_scan').where('lending_scan.at', '<', before).execute();

/** Returns due lines that wait for this device or for any device of its model. Lines for which this device was made ready come first. */
export const listWaitingLines = (db: Db, item: { id: string; model_id: string; point_id: string }, today: string, limit: number) =>
  db
    .selectFrom('rental_line as l')
    .innerJoin('rental_order as o', 'o.id', 'l.order_id')
    .leftJoin('person as p', 'p.id', 'o.person_id')
    .select(['l.order_id', 'l.item_id', 'l.state', 'l.start_on', 'l.end_on', 'o.number', 'o.title', selectBorrower().as('borrower')])
    .where('o.point_id', '=', item.point_id)
    .where('l.state', 'in', ['approved', 'ready'])
    .where(sql<boolean>`coalesce(l.collect_until >= ${today}::date, true)`)
    .where((eb) =>
      eb.or([
        eb.and([eb('l.item_id', '=', item.id), eb('l.state', '=', 'ready')]),
        eb.and([eb('l.model_id', '=', item.model_id), sql<boolean>`${firstDay('l')} <= ${today}::date`]),
      ]),
    )
    .orderBy(sql`(l.item_id = ${item.id} and l.state = 'ready') desc nulls last`)
    .orderBy('l.start_on')
    .orderBy('l.id')
    .limit(limit)
    .execute();

/** Returns the other points that have a device with this code. */
export const listPointsOfCode = (db: Db, point: string, code: string) =>
  db
    .selectFrom('device_item as i')
    .innerJoin('lending_point as t', 't.id', 'i.point_id')
    .leftJoin('school as s', 's.id', 't.school_id')
    .select(['t.id', 't.name', 't.school_id', sql<string>`coalesce(t.district_id, s.district_id)`.as('district_id')])
    .where('i.point_id', '<>', point)
    .where(sql<boolean>`lower(i.code) = lower(${code})`)
    .orderBy('t.name')
    .orderBy('t.id')
    .limit(20)
    .execute();
