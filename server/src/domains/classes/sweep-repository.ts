/** Queries for automatic changes of classes. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { belongsToClass } from '../../visitors/in-class.ts';

export type ClassPlace = { school_id: string; district_id: string };

const berlinDay = sql<string>`(class.state_since at time zone 'Europe/Berlin')::date`;

/**
 * Archives the active classes of school years before `year` whose state has not changed since `lastDay`, the last day of the previous school year.
 */
export async function archiveEnded(db: Db, { year, lastDay, now }: { year: string; lastDay: string; now: Date }): Promise<ClassPlace[]> {
  const { rows } = await sql<ClassPlace>`update class set state = 'archived', state_since = ${now}, version = class.version + 1
    from school where school.id = class.school_id and class.state = 'active' and class.school_year < ${year} and ${berlinDay} <= ${lastDay}
    returning class.school_id, school.district_id`.execute(db);
  return rows;
}

type Limits = { deletedBefore: string; yearBefore: string; archivedBefore: string };

/** Deletes classes that were deleted by users before a day, and classes of old school years that were archived before a day. */
export async function deleteExpiredClasses(db: Db, { deletedBefore, yearBefore, archivedBefore }: Limits): Promise<ClassPlace[]> {
  const { rows } = await sql<ClassPlace>`delete from class using school
    where school.id = class.school_id and ((class.state = 'deleted' and ${berlinDay} < ${deletedBefore})
      or (class.state = 'archived' and class.school_year < ${yearBefore} and ${berlinDay} <= ${archivedBefore}))
    returning class.school_id, school.district_id`.execute(db);
  return rows;
}

const isOutside = sql<boolean>`(${belongsToClass('class_member', sql`person.school_id`)} is not true)`;

/** Stores since when a member has not belonged to the school of the class. Cleared for members who return and for guests. */
export async function recordAbsentMembers(db: Db, day: string): Promise<void> {
  await sql`update class_member set outside_since = case when ${isOutside} then ${day}::date end from class, person
    where class.id = class_member.class_id and person.id = class_member.person_id
      and ${isOutside} <> (class_member.outside_since is not null)`.execute(db);
}

export const removeOutsideMembers = (db: Db, day: string): Promise<unknown> =>
  db.deleteFrom('class_member').where('class_member.outside_since', '<', day).execute();
