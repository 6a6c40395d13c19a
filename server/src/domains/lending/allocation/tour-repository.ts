import { sql } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import { selectBorrower } from '../borrowers/borrower-repository.ts';

export type TourRow = { id: string; point_id: string; name: string; weekday: number; version: number };

const selectTours = (db: Db) => db.selectFrom('lending_tour as t').select(['t.id', 't.point_id', 't.name', 't.weekday', 't.version']);

export const listTours = (db: Db, point: string): Promise<TourRow[]> =>
  selectTours(db).where('t.point_id', '=', point).orderBy('t.weekday').orderBy('t.name').orderBy('t.id').limit(100).execute();

export const findTour = (db: Db, id: string): Promise<TourRow | undefined> => selectTours(db).where('t.id', '=', id).executeTakeFirst();

/** Returns the stops of tours in driving order. */
export const listStops = (db: Db, tours: readonly string[]): Promise<{ tour_id: string; id: string; name: string }[]> =>
  db
    .selectFrom('lending_tour_stop as stop')
    .innerJoin('school', 'school.id', 'stop.school_id')
    .select(['stop.tour_id', 'school.id', 'school.name'])
    .where('stop.tour_id', '=', matchUuids(tours))
    .orderBy('stop.place')
    .orderBy('school.id')
    .limit(6_000)
    .execute();

export const insertTour = (db: Db, row: Omit<TourRow, 'version'>): Promise<unknown> => db.insertInto('lending_tour').values(row).execute();

/** Updates a tour. Returns false if its version has changed. */
export async function updateTour(db: Db, id: string, version: number, set: { name?: string; weekday?: number }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lending_tour')
    .set({ ...set, version: version + 1 })
    .where('lending_tour.id', '=', id)
    .where('lending_tour.version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function setStops(db: Db, id: string, schools: readonly string[]): Promise<void> {
  await db.deleteFrom('lending_tour_stop').where('lending_tour_stop.tour_id', '=', id).execute();
  await db
    .insertInto('lending_tour_stop')
    .values(schools.map((school_id, place) => ({ tour_id: id, school_id, place })))
    .execute();
}

export const removeTourRow = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('lending_tour').where('lending_tour.id', '=', id).execute();

export async function listCourierDays(db: Db, point: string, school: string | null): Promise<number[]> {
  const rows = await db
    .selectFrom('lending_tour as t')
    .innerJoin('lending_tour_stop as stop', 'stop.tour_id', 't.id')
    .select('t.weekday')
    .distinct()
    .where('t.point_id', '=', point)
    .where('stop.school_id', '=', school)
    .orderBy('t.weekday')
    .execute();
  return rows.map(({ weekday }) => weekday);
}

/** Condition that a delivery or pickup is scheduled for the day, or was scheduled earlier and is still to be done. */
const isOn = (column: 'bring_on' | 'fetch_on', date: string, today: string) =>
  sql<boolean>`coalesce(l.${sql.ref(column)} = ${date}::date or (l.${sql.ref(column)} < ${today}::date and ${date}::date >= ${today}::date), false)`;

/**
 * Returns the lines that a tour delivers or picks up on a day, including lines in transit and, from today on, unfinished lines of earlier days. Lines
 * ordered before courier days were stored are included if they begin or are due by `until`.
 */
export const listTourLines = (db: Db, tour: TourRow, { date, until, today }: { date: string; until: string; today: string }) =>
  db
    .selectFrom('rental_line as l')
    .innerJoin('rental_order as o', 'o.id', 'l.order_id')
    .innerJoin('device_model as m', 'm.id', 'l.model_id')
    .innerJoin('lending_tour_stop as stop', (join) => join.onRef('stop.school_id', '=', 'o.school_id').on('stop.tour_id', '=', tour.id))
    .leftJoin('device_item as i', 'i.id', 'l.item_id')
    .leftJoin('person as p', 'p.id', 'o.person_id')
    .select([
      'l.id',
      'l.state',
      'l.start_on',
      'l.end_on',
      'l.courier',
      'l.courier_on',
      'l.bring_on',
      'l.fetch_on',
      'l.collect_until',
      'l.agree_until',
      'o.number',
      'o.school_id',
    ])
    .select(['m.name as model_name', 'i.code'])
    .select(selectBorrower().as('borrower'))
    .where('o.point_id', '=', tour.point_id)
    .where('o.delivery', '=', 'courier')
    .where('l.state', 'in', ['approved', 'ready', 'on_loan'])
    .where((eb) =>
      eb.or([
        sql<boolean>`(l.state <> 'on_loan' and ${isOn('bring_on', date, today)})`,
        eb.and([eb('l.state', '<>', 'on_loan'), eb('l.bring_on', 'is', null), eb('l.start_on', '<=', until)]),
        eb('l.courier', 'in', ['out', 'fetched']),
        eb('l.courier_on', '=', date),
        sql<boolean>`(l.state = 'on_loan' and ${isOn('fetch_on', date, today)})`,
        eb.and([eb('l.state', '=', 'on_loan'), eb('l.fetch_on', 'is', null), eb('l.end_on', '<=', until)]),
      ]),
    )
    .orderBy('o.number')
    .orderBy('m.name')
    .orderBy('l.id')
    .limit(2_000)
    .execute();

/** Returns all open courier lines to the schools of a tour. */
export const listLinesOfTour = (db: Db, tour: TourRow): Promise<{ id: string }[]> =>
  db
    .selectFrom('rental_line as l')
    .innerJoin('rental_order as o', 'o.id', 'l.order_id')
    .innerJoin('lending_tour_stop as stop', (join) => join.onRef('stop.school_id', '=', 'o.school_id').on('stop.tour_id', '=', tour.id))
    .select('l.id')
    .where('o.point_id', '=', tour.point_id)
    .where('o.delivery', '=', 'courier')
    .where('l.state', 'in', ['approved', 'ready', 'on_loan'])
    .limit(5_000)
    .execute();

/** Returns the weekdays on which each school of a point is served. The tour `except` does not count. */
export const listDaysOfSchools = (db: Db, point: string, except: string | null): Promise<{ school_id: string; weekday: number }[]> =>
  db
    .selectFrom('lending_tour as t')
    .innerJoin('lending_tour_stop as stop', 'stop.tour_id', 't.id')
    .select(['stop.school_id', 't.weekday'])
    .distinct()
    .where('t.point_id', '=', point)
    .$if(except !== null, (query) => query.where('t.id', '<>', except!))
    .execute();

export type TourLineRow = Awaited<ReturnType<typeof listTourLines>>[number];

/** Moves the stops of a school to the school it was merged into. A tour with stops at both schools keeps one. */
export async function moveStops(db: Db, from: string, to: string): Promise<void> {
  await sql`delete from lending_tour_stop where lending_tour_stop.school_id = ${from} and exists (select from lending_tour_stop as other
    where other.tour_id = lending_tour_stop.tour_id and other.school_id = ${to})`.execute(db);
  await sql`update lending_tour_stop set school_id = ${to} where lending_tour_stop.school_id = ${from}`.execute(db);
}
