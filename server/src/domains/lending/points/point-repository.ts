import type { LendingPoint, PointFields } from '@fundus/contract/lending/points/points';
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Timetable } from '@fundus/contract/schools/timetable';
import { timetableOf } from '../calendar/lesson-repository.ts';

const selectPoints = (db: Db) =>
  db
    .selectFrom('lending_point as p')
    .leftJoin('school', 'school.id', 'p.school_id')
    .select(['p.id', 'p.school_id', 'p.name', 'p.address', 'p.email', 'p.phone', 'p.words', 'p.advance_days', 'p.horizon_days'])
    .select([
      'p.max_days',
      'p.most_lines',
      'p.buffer_before',
      'p.buffer_after',
      'p.same_day_turnaround',
      'p.visits_max',
      'p.pickup_grace',
      'p.renewals_max',
    ])
    .select([
      'p.renewal_days',
      'p.remind_days',
      'p.unavailable_step',
      'p.keep_days',
      'p.approval',
      'p.open_to',
      'p.learners',
      'p.learner_lines',
      'p.guests',
      'p.by_post',
      'p.private_borrowers',
      'p.private_day_cents',
      'p.signature',
      'p.purpose_required',
      'p.terms',
      'p.terms_version',
      'p.mode',
      'p.max_lessons',
      'p.version',
    ])
    .select([
      sql<LendingPoint['week']>`p.week`.as('week'),
      sql<LendingPoint['closures']>`p.closures`.as('closures'),
      sql<LendingPoint['max_days_on']>`p.max_days_on`.as('max_days_on'),
      sql<number[]>`p.overdue_days`.as('overdue_days'),
      sql<
        LendingPoint['open_schools']
      >`case when p.some_schools then coalesce((select jsonb_agg(jsonb_build_object('id', open.id, 'name', open.name)
        order by open.name, open.id) from lending_open_school as ps join school as open on open.id = ps.school_id where ps.point_id = p.id), '[]') end`.as(
        'open_schools',
      ),
      sql<string>`coalesce(p.district_id, school.district_id)`.as('district_id'),
      sql<Timetable | []>`case when p.mode = 'periods' then ${timetableOf('school')} else '[]'::jsonb end`.as('timetable'),
    ]);

export type PointRow = Awaited<ReturnType<ReturnType<typeof selectPoints>['executeTakeFirstOrThrow']>>;

export const findPoint = (db: Db, id: string): Promise<PointRow | undefined> => selectPoints(db).where('p.id', '=', id).executeTakeFirst();

/** Returns all lending points. Used by the operator's commands. */
export const listAllPoints = (db: Db): Promise<PointRow[]> => selectPoints(db).orderBy('p.name').orderBy('p.id').limit(1_000).execute();

/** Returns the points of a district and of one of its schools. With `whole`, returns the points of all schools in the district. */
export const listPoints = (db: Db, of: { district_id: string; school_id: string | null; whole: boolean }): Promise<PointRow[]> =>
  selectPoints(db)
    .where((eb) =>
      eb.or([
        eb('p.district_id', '=', of.district_id),
        eb('p.school_id', '=', of.school_id),
        ...(of.whole ? [eb('school.district_id', '=', of.district_id)] : []),
      ]),
    )
    .orderBy(sql`p.school_id is null desc`)
    .orderBy('p.name')
    .orderBy('p.id')
    .execute();

/** Returns the points that are visible to guests. */
export const listGuestPoints = (db: Db): Promise<PointRow[]> =>
  selectPoints(db).where('p.guests', '=', true).orderBy('p.name').orderBy('p.id').execute();

const columnsOf = ({ week, closures, max_days_on, overdue_days, open_schools, ...rest }: Partial<PointFields>) => ({
  ...rest,
  ...(open_schools !== undefined && { some_schools: open_schools !== null }),
  ...(week && { week: JSON.stringify(week) }),
  ...(closures && { closures: JSON.stringify(closures) }),
  ...(max_days_on && { max_days_on: JSON.stringify(max_days_on) }),
  ...(overdue_days && { overdue_days: JSON.stringify(overdue_days) }),
});

/** Replaces the schools to which a point lends. `null` means the whole district. */
async function setOpenSchools(db: Db, point: string, schools: readonly string[] | null): Promise<void> {
  await db.deleteFrom('lending_open_school').where('lending_open_school.point_id', '=', point).execute();
  if (schools === null || schools.length === 0) return;
  await db
    .insertInto('lending_open_school')
    .values(schools.map((school_id) => ({ point_id: point, school_id })))
    .execute();
}

/** Moves a school's access to points to the school into which it was merged. */
export async function moveOpenSchools(db: Db, from: string, to: string): Promise<void> {
  await sql`insert into lending_open_school (point_id, school_id) select ps.point_id, ${to} from lending_open_school as ps
    where ps.school_id = ${from} on conflict do nothing`.execute(db);
  await sql`delete from lending_open_school where lending_open_school.school_id = ${from}`.execute(db);
}

export async function insertPoint(
  db: Db,
  id: string,
  owner: { school_id: string } | { district_id: string },
  fields: PointFields,
  now: Date,
): Promise<void> {
  await db
    .insertInto('lending_point')
    .values({
      ...columnsOf(fields),
      ...owner,
      id,
      name: fields.name,
      week: JSON.stringify(fields.week),
      terms_version: fields.terms === '' ? 0 : 1,
      created_at: now,
    })
    .execute();
  await setOpenSchools(db, id, fields.open_schools);
}

/** Updates a point. Changed terms get a new version. Returns false if the version of the point has changed. */
export async function updatePoint(db: Db, id: string, version: number, fields: Partial<PointFields>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('lending_point')
    .set({
      ...columnsOf(fields),
      version: version + 1,
      ...(fields.terms !== undefined && {
        terms_version: sql<number>`lending_point.terms_version + (lending_point.terms <> ${fields.terms})::int`,
      }),
    })
    .where('lending_point.id', '=', id)
    .where('lending_point.version', '=', version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  if (fields.open_schools !== undefined) await setOpenSchools(db, id, fields.open_schools);
  return true;
}

/** Returns the points of a school for the export of its data. */
export const collectPoints = (db: Db, schoolId: string) =>
  db
    .selectFrom('lending_point')
    .select(['lending_point.name', 'lending_point.address', 'lending_point.email', 'lending_point.phone', 'lending_point.words'])
    .select((eb) => [
      eb
        .selectFrom('device_item')
        .whereRef('device_item.point_id', '=', 'lending_point.id')
        .select(eb.fn.countAll<number>().as('n'))
        .as('devices'),
    ])
    .where('lending_point.school_id', '=', schoolId)
    .orderBy('lending_point.name')
    .limit(200)
    .execute();

export const listSchoolsOf = (db: Db, district: string): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.name'])
    .where('school.district_id', '=', district)
    .orderBy('school.name')
    .orderBy('school.id')
    .limit(1_000)
    .execute();
