/** Queries for statistics of a lending point. Loans are counted from order lines, people from anonymous counters. */
import { today } from '@fundus/contract/days';
import { sql, type Insertable } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { dueDay } from '../calendar/day-repository.ts';

/** Group in which a person is counted: a month, a model, a school or the whole point. */
export type StatisticsGroup = { month: string | null; model_id: string | null; school_id: string | null };
export type CountedBorrower = StatisticsGroup & { hash: string; ends_on: string };

/** Counts a person once for each new hash. Rows are inserted in a fixed order, so that concurrent calls wait instead of causing a deadlock. */
export async function countPeople(db: Db, point_id: string, school_year: string, about: readonly CountedBorrower[]): Promise<void> {
  const column = (of: (each: CountedBorrower) => string | null) => sql.val(about.map(of));
  await sql`with given as (
      select * from unnest(${column(({ hash }) => hash)}::text[], ${column(({ ends_on }) => ends_on)}::date[], ${column(({ month }) => month)}::text[],
        ${column(({ model_id }) => model_id)}::uuid[], ${column(({ school_id }) => school_id)}::text[]) as given (hash, ends_on, month, model_id, school_id)),
    fresh as (insert into lending_people_dedup (hash, ends_on) select given.hash, given.ends_on from given on conflict (hash) do nothing returning hash)
    insert into lending_people (point_id, school_year, month, model_id, school_id, people)
      select ${point_id}::uuid, ${school_year}, given.month, given.model_id, given.school_id, 1 from given join fresh on fresh.hash = given.hash
    on conflict (point_id, school_year, month, model_id, school_id) do update set people = lending_people.people + 1`.execute(db);
}

/** Deletes hashes of past months and school years, so that counts can no longer be linked to people. */
export const removeOldHashes = (db: Db, now: Date): Promise<unknown> =>
  db.deleteFrom('lending_people_dedup').where('lending_people_dedup.ends_on', '<', today(now)).execute();

/** Adds the people counted for a school to the school into which it was merged. */
export const movePeople = (db: Db, from: string, to: string): Promise<unknown> =>
  sql`with gone as (delete from lending_people where lending_people.school_id = ${from} returning *)
    insert into lending_people (point_id, school_year, school_id, people) select gone.point_id, gone.school_year, ${to}, gone.people from gone
    on conflict (point_id, school_year, month, model_id, school_id) do update set people = lending_people.people + excluded.people`.execute(
    db,
  );

export const insertCountedPeople = (db: Db, rows: readonly Insertable<Tables['lending_people']>[]): Promise<unknown> =>
  db.insertInto('lending_people').values(rows).execute();

export const listCountedPeople = (db: Db, point: string, year: string): Promise<(StatisticsGroup & { people: number })[]> =>
  db
    .selectFrom('lending_people')
    .select(['lending_people.month', 'lending_people.model_id', 'lending_people.school_id', 'lending_people.people'])
    .where('lending_people.point_id', '=', point)
    .where('lending_people.school_year', '=', year)
    .execute();

export type LoansRow = StatisticsGroup & { of: 'all' | 'month' | 'model' | 'school'; loans: number; late: number; days: number };

/** Returns loans that began between two days, by month, model and school, and in total. Days of a loan are counted up to its return or today. */
export async function sumLoans(
  db: Db,
  point: string,
  { from, until, day }: { from: string; until: string; day: string },
): Promise<LoansRow[]> {
  const { rows } = await sql<LoansRow>`select lent.month, lent.model_id, lent.school_id,
      case when grouping(lent.month) = 0 then 'month' when grouping(lent.model_id) = 0 then 'model' when grouping(lent.school_id) = 0 then 'school' else 'all' end as of,
      count(*)::int as loans, count(*) filter (where lent.back > lent.due_on)::int as late,
      coalesce(sum(greatest(1, least(lent.back, ${until}) - lent.start_on + 1)), 0)::int as days
    from (
      select to_char(l.start_on, 'YYYY-MM') as month, l.model_id, o.school_id, l.start_on, ${dueDay('l')} as due_on,
          coalesce((l.over_at at time zone 'Europe/Berlin')::date, ${day}::date) as back
        from device_model as m join rental_line as l on l.model_id = m.id join rental_order as o on o.id = l.order_id
        where m.point_id = ${point} and l.start_on between ${from} and ${until} and l.state in ('on_loan', 'returned', 'lost')
    ) as lent group by grouping sets ((lent.month), (lent.model_id), (lent.school_id), ())`.execute(db);
  return rows;
}

/** Returns the day on which the first loan of a point began, or `null`. */
export async function findFirstLoan(db: Db, point: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select min(first.day) as day from device_model as m
    cross join lateral (select l.start_on as day from rental_line as l where l.model_id = m.id and l.state in ('on_loan', 'returned', 'lost')
      order by l.start_on limit 1) as first where m.point_id = ${point}`.execute(db);
  return rows[0]?.day ?? null;
}

/** Returns the models of a point with their number of devices. Lost and retired devices do not count. */
export async function listModelDevices(db: Db, point: string): Promise<{ id: string; name: string; devices: number }[]> {
  const { rows } = await sql<{ id: string; name: string; devices: number }>`select m.id, m.name,
      count(i.id) filter (where i.state not in ('lost', 'retired'))::int as devices
    from device_model as m left join device_item as i on i.model_id = m.id where m.point_id = ${point} group by m.id order by m.name, m.id`.execute(
    db,
  );
  return rows;
}

export async function listSchoolNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('school').select(['school.id', 'school.name']).where('school.id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
