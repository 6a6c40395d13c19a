/** SQL queries for sums of uses, and for the keys that prevent counting a use twice. */
import { sql } from 'kysely';
import { matchTexts } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';
import { belongsToClass } from '../../visitors/in-class.ts';

type Use = { school_id: string; month: string; identifier: string; uses: number; people: number };
type Month = { school_id: string; month: string; people: number };
type Signs = { ofDay: string; day: string; ofMedium: string; ofMonth: string; ofClasses: string; lastDay: string };

/**
 * Stores keys and returns those that are new. If the use is already counted today, a single lookup is enough. The keys are inserted in a fixed order
 * to avoid deadlocks.
 */
export async function claimKeys(db: Db, { ofDay, day, ofMedium, ofMonth, ofClasses, lastDay }: Signs): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`insert into media_use_dedup (hash, ends_on)
    select given.hash, given.ends_on
    from (values (${ofDay}, ${day}::date), (${ofMedium}, ${lastDay}::date), (${ofMonth}, ${lastDay}::date), (${ofClasses}, ${lastDay}::date))
      as given (hash, ends_on)
    where not exists (select from media_use_dedup where media_use_dedup.hash = ${ofDay})
    on conflict (hash) do nothing returning hash`.execute(db);
  return new Set(rows.map((row) => row.hash));
}

export const addUse = (db: Db, use: Use): Promise<unknown> =>
  db
    .insertInto('media_use')
    .values(use)
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'month', 'identifier']).doUpdateSet((eb) => ({
        uses: eb('media_use.uses', '+', eb.ref('excluded.uses')),
        people: eb('media_use.people', '+', eb.ref('excluded.people')),
      })),
    )
    .execute();

export const addMonth = (db: Db, month: Month): Promise<unknown> =>
  db
    .insertInto('media_use_month')
    .values(month)
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'month'])
        .doUpdateSet((eb) => ({ people: eb('media_use_month.people', '+', eb.ref('excluded.people')) })),
    )
    .execute();

/** Increments the number of people for each active class of the user, ordered by class to avoid deadlocks. */
export async function addToClasses(db: Db, { id, school_id, month }: { id: string; school_id: string; month: string }): Promise<void> {
  await sql`insert into media_use_class (class_id, month, people)
    select class.id, ${month}, 1 from class
    where class.state = 'active' and class.id in (select me.class_id from class_member as me
      where (me.person_id = ${id} or me.code_id = ${id}) and me.state = 'active' and ${belongsToClass('me', sql.val(school_id))})
    order by class.id
    on conflict (class_id, month) do update set people = media_use_class.people + excluded.people`.execute(db);
}

/** Returns the classes of a school, ordered by name. */
export const listClassYears = (db: Db, school_id: string): Promise<{ id: string; school_year: string }[]> =>
  db
    .selectFrom('class')
    .select(['class.id', 'class.school_year'])
    .where('class.school_id', '=', school_id)
    .orderBy('class.name')
    .orderBy('class.id')
    .limit(1000)
    .execute();

export const addClassMonth = (db: Db, row: { class_id: string; month: string; people: number }): Promise<unknown> =>
  db.insertInto('media_use_class').values(row).execute();

/** Returns the school of a user or learner code, or `null` if they are deleted or have none. */
export async function findSchool(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ school_id: string | null }>`select person.school_id from person where person.id = ${id}
    union all select learner_code.school_id from learner_code where learner_code.id = ${id}`.execute(db);
  return rows[0]?.school_id ?? null;
}

/** Adds the sums of a school to those of another school. */
export async function moveUses(db: Db, from: string, to: string): Promise<void> {
  await sql`with gone as (delete from media_use where media_use.school_id = ${from} returning *)
    insert into media_use (school_id, month, identifier, uses, people)
    select ${to}, gone.month, gone.identifier, gone.uses, gone.people from gone order by gone.month, gone.identifier
    on conflict (school_id, month, identifier)
    do update set uses = media_use.uses + excluded.uses, people = media_use.people + excluded.people`.execute(db);
  await sql`with gone as (delete from media_use_month where media_use_month.school_id = ${from} returning *)
    insert into media_use_month (school_id, month, people) select ${to}, gone.month, gone.people from gone order by gone.month
    on conflict (school_id, month) do update set people = media_use_month.people + excluded.people`.execute(db);
}

export const removeOldSigns = (db: Db, day: string): Promise<unknown> =>
  db.deleteFrom('media_use_dedup').where('media_use_dedup.ends_on', '<', day).execute();

/** Removes sums of all schools before a month. */
export async function removeOldSums(db: Db, month: string): Promise<void> {
  await db.deleteFrom('media_use').where('media_use.month', '<', month).execute();
  await db.deleteFrom('media_use_month').where('media_use_month.month', '<', month).execute();
  await db.deleteFrom('media_use_class').where('media_use_class.month', '<', month).execute();
}

/** Removes sums of the given schools before a month. */
export async function removeMonthsBefore(db: Db, schools: readonly string[], month: string): Promise<void> {
  const those = matchTexts(schools);
  await db.deleteFrom('media_use').where('media_use.school_id', '=', those).where('media_use.month', '<', month).execute();
  await db
    .deleteFrom('media_use_month')
    .where('media_use_month.school_id', '=', those)
    .where('media_use_month.month', '<', month)
    .execute();
}
