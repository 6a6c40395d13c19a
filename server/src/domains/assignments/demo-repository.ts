/** Queries for the assignments of the demo. */
import type { Insertable } from 'kysely';
import { matchPeople, type RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';

/** Returns the membership of a user or of the nth code of the class, counted from 1. Throws if it does not exist. */
export async function requireMembershipId(db: Db, classId: string, key: { person_id: string } | { code: number }): Promise<string> {
  const members = db.selectFrom('class_member as m').select('m.id').where('m.class_id', '=', classId);
  const { id } =
    'person_id' in key
      ? await members.where('m.person_id', '=', key.person_id).executeTakeFirstOrThrow()
      : await members
          .innerJoin('learner_code as c', 'c.id', 'm.code_id')
          .orderBy('c.label')
          .offset(key.code - 1)
          .limit(1)
          .executeTakeFirstOrThrow();
  return id;
}

export const insertWork = (db: Db, row: Insertable<Tables['assignment_work']>): Promise<unknown> =>
  db.insertInto('assignment_work').values(row).execute();

export async function removeAssignmentsOf(db: Db, removed: RemovedPeople): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('assignment').where('assignment.created_by', '=', matchPeople(removed)).executeTakeFirst();
  return Number(numDeletedRows);
}
