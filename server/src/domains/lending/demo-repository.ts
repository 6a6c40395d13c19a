/** SQL for taking the demo out again. */
import { sql } from 'kysely';
import { somebodyElse, type Gone } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';

/** `others`: somebody who is none of the people has ordered there. */
export const findDemoPoint = (
  db: Db,
  district_id: string,
  name: string,
  people: Gone,
): Promise<{ id: string; others: boolean } | undefined> =>
  db
    .selectFrom('lending_point')
    .select('lending_point.id')
    .select(
      sql<boolean>`exists (select from rental_order as o where o.point_id = lending_point.id
        and o.person_id is not null and ${somebodyElse(sql.ref('o.person_id'), people)})`.as('others'),
    )
    .where('lending_point.district_id', '=', district_id)
    .where('lending_point.name', '=', name)
    .executeTakeFirst();

export const removePoint = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('lending_point').where('lending_point.id', '=', id).execute();

export async function findSchoolOf(db: Db, personId: string): Promise<string | null> {
  const row = await db.selectFrom('person').select('person.school_id').where('person.id', '=', personId).executeTakeFirst();
  return row?.school_id ?? null;
}
