/** Queries for creating and removing the demo. */
import { sql, type Insertable } from 'kysely';
import { isAnotherPerson, type RemovedPeople } from '../../../db/names-people.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

/** Returns the demo's lending point. `others` is true if accounts other than `people` have placed orders there. */
export const findDemoPoint = (
  db: Db,
  district_id: string,
  name: string,
  people: RemovedPeople,
): Promise<{ id: string; others: boolean } | undefined> =>
  db
    .selectFrom('lending_point')
    .select('lending_point.id')
    .select(
      sql<boolean>`exists (select from rental_order as o where o.point_id = lending_point.id
        and o.person_id is not null and ${isAnotherPerson(sql.ref('o.person_id'), people)})`.as('others'),
    )
    .where(
      sql<boolean>`(lending_point.district_id = ${district_id}
      or exists (select from school where school.id = lending_point.school_id and school.district_id = ${district_id}))`,
    )
    .where('lending_point.name', '=', name)
    .executeTakeFirst();

type History = {
  orders: Insertable<Tables['rental_order']>[];
  lines: Insertable<Tables['rental_line']>[];
  records: Insertable<Tables['device_record']>[];
};

/** Inserts finished loans in batches. */
export async function insertHistory(db: Db, { orders, lines, records }: History): Promise<void> {
  for (let i = 0; i < orders.length; i += 200)
    await db
      .insertInto('rental_order')
      .values(orders.slice(i, i + 200))
      .execute();
  for (let i = 0; i < lines.length; i += 200)
    await db
      .insertInto('rental_line')
      .values(lines.slice(i, i + 200))
      .execute();
  for (let i = 0; i < records.length; i += 200)
    await db
      .insertInto('device_record')
      .values(records.slice(i, i + 200))
      .execute();
}

/** Returns schools of the district that appear as borrowers in the past year. */
export const listSchoolIds = async (db: Db, districtId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('school')
      .select('school.id')
      .where('school.district_id', '=', districtId)
      .orderBy('school.name')
      .orderBy('school.id')
      .limit(20)
      .execute()
  ).map(({ id }) => id);

export const removePoint = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('lending_point').where('lending_point.id', '=', id).execute();

export async function findSchoolOf(db: Db, personId: string): Promise<string | null> {
  const row = await db.selectFrom('person').select('person.school_id').where('person.id', '=', personId).executeTakeFirst();
  return row?.school_id ?? null;
}
