/** SQL of scans that may be sent again. */
import type { Db } from '../../db/open.ts';

/** False where such a scan was done already; waits for one that is being done. */
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
