/** Queries for the learner codes and classes of the demo. One of the codes is published in the documentation. */
import { sql } from 'kysely';
import { matchTexts, matchUuids } from '../../db/any-of.ts';
import { matchPeople, isAnotherPerson, type RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';

/** Returns the active class of the demo with this name. Throws if it does not exist. */
export async function findClassNamed(db: Db, schoolId: string, name: string): Promise<string> {
  const { id } = await db
    .selectFrom('class')
    .select('class.id')
    .where('class.school_id', '=', schoolId)
    .where('class.name', '=', name)
    .where('class.state', '=', 'active')
    .executeTakeFirstOrThrow();
  return id;
}

/** Suspends the codes that these people created and ends their sessions, or resumes the codes. */
export async function setDemoCodes(db: Db, makers: readonly string[], on: boolean, now: Date): Promise<void> {
  const those = matchUuids(makers);
  const codes = await db
    .updateTable('learner_code')
    .set({ state: on ? 'in_use' : 'suspended', state_since: now })
    .where('learner_code.created_by', '=', those)
    .where('learner_code.state', 'in', on ? ['suspended'] : ['prepared', 'issued', 'in_use'])
    .returning('learner_code.id')
    .execute();
  const ids = codes.map(({ id }) => id);
  if (!on && ids.length > 0)
    await db
      .deleteFrom('session')
      .where('session.code_id', '=', sql<string>`any(${sql.val(ids)}::uuid[])`)
      .execute();
}

/** Returns the condition that other people are in the class or have applied to it. */
const hasOthers = (people: RemovedPeople) =>
  sql<boolean>`exists (select from class_member where class_member.class_id = class.id and ${isAnotherPerson(sql`class_member.person_id`, people)})`;

/** Deletes codes that these people created, and codes in classes of the schools without other members. Returns their number. */
export async function removeCodesOf(db: Db, people: RemovedPeople, schools: readonly string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from learner_code where learner_code.created_by = ${matchPeople(people)}
    or exists (select from class_member join class on class.id = class_member.class_id
      where class_member.code_id = learner_code.id and class.school_id = ${matchTexts(schools)} and not ${hasOthers(people)})`.execute(db);
  await sql`delete from code_batch where code_batch.created_by = ${matchPeople(people)} or exists (select from class
    where class.id = code_batch.class_id and class.school_id = ${matchTexts(schools)} and not ${hasOthers(people)})`.execute(db);
  return Number(numAffectedRows);
}

/** Deletes the classes of the schools that have no other members. Returns their number. */
export async function removeClassesOf(db: Db, people: RemovedPeople, schools: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('class')
    .where('class.school_id', '=', matchTexts(schools))
    .where(sql<boolean>`not ${hasOthers(people)}`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const listKeptClasses = (db: Db, people: RemovedPeople, schools: readonly string[]) =>
  db
    .selectFrom('class')
    .select('class.name')
    .where('class.school_id', '=', matchTexts(schools))
    .where(hasOthers(people))
    .orderBy('class.name')
    .limit(10_000)
    .execute();

/** Marks `count` codes of a batch, starting with the second, as used between two days. */
export const markCodesUsed = (
  db: Db,
  batchId: string,
  { count, first, last }: { count: number; first: string; last: string },
): Promise<unknown> =>
  db
    .updateTable('learner_code')
    .set({ state: 'in_use', first_used_on: first, last_used_on: last })
    .where('learner_code.id', 'in', (eb) =>
      eb
        .selectFrom('learner_code as of_batch')
        .select('of_batch.id')
        .where('of_batch.batch_id', '=', batchId)
        .orderBy('of_batch.label')
        .offset(1)
        .limit(count),
    )
    .execute();
