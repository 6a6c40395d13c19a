import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

const selectCodes = (db: Db) =>
  db
    .selectFrom('learner_code')
    .innerJoin('school', 'school.id', 'learner_code.school_id')
    .select([
      'learner_code.id',
      'learner_code.state',
      'learner_code.valid_until',
      'school.name as school_name',
      'school.state as school_state',
    ]);

export type FoundCode = Awaited<ReturnType<ReturnType<typeof selectCodes>['executeTakeFirstOrThrow']>>;

export const findByHash = (db: Db, hash: string) => selectCodes(db).where('learner_code.hash', '=', hash).executeTakeFirst();

export const findCode = (db: Db, id: string) => selectCodes(db).where('learner_code.id', '=', id).executeTakeFirst();

/** Returns the class with this join code if its picture sign-in is enabled. */
export const findPictureClass = (db: Db, joinCode: string, day: string) =>
  db
    .selectFrom('class')
    .innerJoin('school', 'school.id', 'class.school_id')
    .select(['class.id', 'class.name', 'school.name as school', 'school.state as school_state'])
    .where('class.join_code', '=', joinCode)
    .where('class.join_code_until', '>=', day)
    .where('class.picture_login', '=', true)
    .where('class.state', '=', 'active')
    .executeTakeFirst();

/** Returns the code with these pictures in this order. Returns `undefined` if several codes match, so that no child signs in as another. */
export async function findByPictures(db: Db, classId: string, pictures: readonly string[]) {
  const found = await selectCodes(db)
    .innerJoin('class_member', 'class_member.code_id', 'learner_code.id')
    .where('class_member.class_id', '=', classId)
    .where('class_member.state', '=', 'active')
    .where(sql<boolean>`learner_code.pictures = ${sql.val([...pictures])}`)
    .where('learner_code.state', 'in', ['issued', 'in_use', 'suspended'])
    .limit(2)
    .execute();
  return found.length === 1 ? found[0] : undefined;
}

/** Stores the use of a code on a day. Part of the statement that reads the learner. */
export const recordCodeUse = (db: Db, id: string, day: string, now: Date) =>
  db
    .updateTable('learner_code')
    .set((eb) => ({
      state: 'in_use',
      state_since: eb.case().when('learner_code.state', '=', 'in_use').then(eb.ref('learner_code.state_since')).else(now).end(),
      first_used_on: eb.fn.coalesce('learner_code.first_used_on', eb.val(day)),
      last_used_on: day,
    }))
    .where('learner_code.id', '=', id)
    .where('learner_code.state', 'in', ['issued', 'in_use']);
