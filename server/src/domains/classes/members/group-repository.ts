import { type Insertable } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

export const findGroup = (db: Db, classId: string, id: string) =>
  db
    .selectFrom('class_group')
    .select(['class_group.id', 'class_group.version'])
    .where('class_group.class_id', '=', classId)
    .where('class_group.id', '=', id)
    .executeTakeFirst();

/** Returns those of the members who are active or suspended learners of the class. */
export const findLearnersAmong = (db: Db, classId: string, ids: readonly string[]) =>
  db
    .selectFrom('class_member')
    .select('class_member.id')
    .where('class_member.class_id', '=', classId)
    .where('class_member.id', '=', matchUuids(ids))
    .where('class_member.role', '=', 'student')
    .where('class_member.state', 'in', ['active', 'suspended'])
    .execute();

export const insertGroup = (db: Db, group: Insertable<Tables['class_group']>): Promise<unknown> =>
  db.insertInto('class_group').values(group).execute();

export const setGroup = (db: Db, id: string, name: string): Promise<unknown> =>
  db
    .updateTable('class_group')
    .set((eb) => ({ name, version: eb('class_group.version', '+', 1) }))
    .where('class_group.id', '=', id)
    .execute();

/** Replaces the members of a group. */
export async function setGroupMembers(db: Db, group_id: string, members: readonly string[]): Promise<void> {
  await db.deleteFrom('class_group_member').where('class_group_member.group_id', '=', group_id).execute();
  if (members.length === 0) return;
  await db
    .insertInto('class_group_member')
    .values(members.map((member_id) => ({ group_id, member_id })))
    .execute();
}

export const deleteGroup = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('class_group').where('class_group.id', '=', id).execute();
