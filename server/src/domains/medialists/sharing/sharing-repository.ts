/** SQL queries for members and releases of media lists. */
import { sql, type Insertable, type Updateable } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import { selectFullName } from '../../../db/full-name.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

/** Returns the members of a list who still belong to the staff of its school. */
export const listMembers = (db: Db, listId: string) =>
  db
    .selectFrom('medialist_member as member')
    .innerJoin('medialist', 'medialist.id', 'member.list_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['person.id', 'member.role', selectFullName('person').as('name'), sql<string>`coalesce(person.email, '')`.as('detail')])
    .where('member.list_id', '=', listId)
    .where('person.state', '=', 'active')
    .whereRef('person.school_id', '=', 'medialist.school_id')
    .orderBy('person.sort_name')
    .orderBy('person.sort_vorname')
    .orderBy('person.id')
    .limit(200)
    .execute();

export const setMember = (db: Db, row: Insertable<Tables['medialist_member']>): Promise<unknown> =>
  db
    .insertInto('medialist_member')
    .values(row)
    .onConflict((conflict) => conflict.columns(['list_id', 'person_id']).doUpdateSet({ role: row.role }))
    .execute();

export async function removeMember(db: Db, listId: string, personId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('medialist_member')
    .where('medialist_member.list_id', '=', listId)
    .where('medialist_member.person_id', '=', personId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const selectReleases = (db: Db) =>
  db
    .selectFrom('medialist_release as r')
    .leftJoin('class', 'class.id', 'r.class_id')
    .leftJoin('class_group', 'class_group.id', 'r.group_id')
    .leftJoin('class_member as m', 'm.id', 'r.member_id')
    .leftJoin('person as p', 'p.id', 'm.person_id')
    .leftJoin('learner_code as c', 'c.id', 'm.code_id')
    .leftJoin('person as by', 'by.id', 'r.created_by')
    .select(['r.id', 'r.list_id', 'r.class_id', 'r.group_id', 'r.member_id', 'r.visible_from', 'r.visible_until', 'r.can_download'])
    .select(['r.created_at', 'r.revoked_at', 'r.created_by as created_by_id', 'class.name as class_name', 'class_group.name as group_name'])
    .select([
      sql<string | null>`coalesce(c.label, ${selectFullName('p')})`.as('learner_name'),
      sql<boolean>`(r.class_id is null or class.state = 'active')`.as('class_active'),
      sql<string>`coalesce(${selectFullName('by')}, '')`.as('created_by'),
    ]);

export type ReleaseRow = Awaited<ReturnType<ReturnType<typeof selectReleases>['executeTakeFirstOrThrow']>>;

/** Returns the releases of the given lists that are not revoked, newest first. */
export const listReleases = (db: Db, listIds: readonly string[]): Promise<ReleaseRow[]> =>
  selectReleases(db)
    .where('r.list_id', '=', matchUuids(listIds))
    .where('r.revoked_at', 'is', null)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(1_000)
    .execute();

export const findRelease = (db: Db, listId: string, id: string): Promise<ReleaseRow | undefined> =>
  selectReleases(db).where('r.list_id', '=', listId).where('r.id', '=', id).executeTakeFirst();

/** Returns the given groups with their classes. */
export const findGroups = (db: Db, ids: readonly string[]) =>
  db.selectFrom('class_group').select(['class_group.id', 'class_group.class_id']).where('class_group.id', '=', matchUuids(ids)).execute();
export const findLearners = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('class_member')
    .select(['class_member.id', 'class_member.class_id'])
    .where('class_member.id', '=', matchUuids(ids))
    .where('class_member.role', '=', 'student')
    .where('class_member.state', 'in', ['active', 'suspended'])
    .execute();

export const insertRelease = (db: Db, row: Insertable<Tables['medialist_release']>): Promise<unknown> =>
  db.insertInto('medialist_release').values(row).execute();

export const setRelease = (db: Db, id: string, change: Updateable<Tables['medialist_release']>): Promise<unknown> =>
  db.updateTable('medialist_release').set(change).where('medialist_release.id', '=', id).execute();
