import { sql, type Insertable, type Updateable } from 'kysely';
import { selectFullName } from '../../../db/full-name.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { selectBorrower } from '../borrowers/borrower-repository.ts';

export const selectReports = (db: Db) =>
  db
    .selectFrom('damage_report as d')
    .innerJoin('device_item as i', 'i.id', 'd.item_id')
    .innerJoin('device_model as m', 'm.id', 'i.model_id')
    .leftJoin('person as p', 'p.id', 'd.reported_by')
    .leftJoin('rental_line as l', 'l.id', 'd.line_id')
    .leftJoin('rental_order as o', 'o.id', 'l.order_id')
    .leftJoin('person as b', 'b.id', 'o.person_id')
    .select(['d.id', 'd.item_id', 'd.in_time', 'd.text', 'd.severity', 'd.state', 'd.liability', 'd.cost_cents', 'd.answer'])
    .select([
      'd.created_at',
      'd.version',
      'i.code',
      'i.point_id',
      'i.state as item_state',
      'm.name as model',
      'o.id as order_id',
      'o.number',
    ])
    .select([
      sql<string | null>`case when p.id is not null then ${selectFullName('p')} end`.as('reporter'),
      selectBorrower('o', 'b').as('borrower'),
    ]);

export type DamageRow = Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>;

export const findDamage = (db: Db, id: string): Promise<DamageRow | undefined> =>
  selectReports(db).where('d.id', '=', id).executeTakeFirst();

/** Returns the oldest unexamined damage report of a loan. */
export const findReportedOf = (db: Db, line: string): Promise<DamageRow | undefined> =>
  selectReports(db)
    .where('d.line_id', '=', line)
    .where('d.state', '=', 'reported')
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(1)
    .executeTakeFirst();

const isOpen = sql<boolean>`(d.state not in ('repaired', 'written_off') or d.liability = 'open')`;

export const listDamage = (db: Db, point: string, open: boolean, offset: number, limit: number): Promise<DamageRow[]> =>
  selectReports(db)
    .where('i.point_id', '=', point)
    .where(sql<boolean>`(${isOpen}) = ${open}::boolean`)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countDamage(db: Db, point: string, open: boolean): Promise<number> {
  const { n } = await db
    .selectFrom('damage_report as d')
    .innerJoin('device_item as i', 'i.id', 'd.item_id')
    .where('i.point_id', '=', point)
    .where(sql<boolean>`(${isOpen}) = ${open}::boolean`)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export const listDamageOfItem = (db: Db, item: string, limit: number): Promise<DamageRow[]> =>
  selectReports(db).where('d.item_id', '=', item).orderBy('d.created_at', 'desc').orderBy('d.id', 'desc').limit(limit).execute();

/** Returns whether the device has another unfinished damage report. */
export async function hasOtherDamage(db: Db, item: string, except: string): Promise<boolean> {
  const row = await db
    .selectFrom('damage_report')
    .select('damage_report.id')
    .where('damage_report.item_id', '=', item)
    .where('damage_report.id', '<>', except)
    .where('damage_report.state', 'not in', ['repaired', 'written_off'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const insertDamage = (db: Db, row: Insertable<Tables['damage_report']>): Promise<unknown> =>
  db.insertInto('damage_report').values(row).execute();

export async function updateDamage(db: Db, id: string, version: number, set: Updateable<Tables['damage_report']>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('damage_report')
    .set({ ...set, version: version + 1 })
    .where('damage_report.id', '=', id)
    .where('damage_report.version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Removes the reporters of settled reports after the retention period of the point. */
export const forgetReporters = (db: Db, now: Date): Promise<unknown> =>
  sql`update damage_report as d set reported_by = null from device_item as i, lending_point as point
    where i.id = d.item_id and point.id = i.point_id and d.reported_by is not null and not ${isOpen}
      and d.changed_at < ${now}::timestamptz - point.keep_days * interval '1 day'`.execute(db);

/** Returns the number of finished loans of a device and their total length in days. */
export async function countLoans(db: Db, item: string): Promise<{ loans: number; loan_days: number }> {
  const { rows } = await sql<{ loans: number; loan_days: number }>`
    select count(*)::int as loans, coalesce(sum(greatest(1, l.over_at::date - l.start_on + 1)), 0)::int as loan_days
    from rental_line as l where l.item_id = ${item} and l.state in ('returned', 'lost')`.execute(db);
  return rows[0]!;
}
