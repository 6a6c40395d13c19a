import type { ListScope } from '@fundus/contract/medialists/medialists';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { matchUuids } from '../../db/any-of.ts';
import { selectFullName } from '../../db/full-name.ts';
import { containsPattern } from '../../db/like.ts';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';
import { belongsToClass } from '../../visitors/in-class.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** The visitor and the current day. If `learns` is set, the visitor sees only releases that are valid on that day. */
export type Visitor = Pick<SignedIn, 'id' | 'school_id' | 'district_id' | 'by_code'> & { day: string; learns: boolean };

/** True if the release `r` is not revoked and is valid on the day. */
const isRunning = (day: string) =>
  sql<boolean>`(r.revoked_at is null and coalesce(r.visible_from <= ${day}, true) and r.visible_until >= ${day})`;

/** SQL for the visitor's active membership `me` in the class of the release `r`. */
const membership = ({ id, school_id, by_code }: Visitor) =>
  sql`class_member as me inner join class on class.id = me.class_id
    where me.class_id = r.class_id and me.state = 'active' and ${sql.ref(by_code ? 'me.code_id' : 'me.person_id')} = ${id}
      and ${belongsToClass('me', sql.val(school_id))}`;

/** True if the release `r` is addressed to the learner: to their class, their group, themselves, or their school. */
const reachesLearner = (user: Visitor): RawBuilder<boolean> => sql<boolean>`(${isRunning(user.day)} and case
  when r.class_id is null then medialist.school_id = ${user.school_id}
  else exists (select from ${membership(user)} and me.role = 'student' and class.state = 'active'
    and (r.member_id is null or r.member_id = me.id)
    and (r.group_id is null or exists (
      select from class_group_member as gm where gm.group_id = r.group_id and gm.member_id = me.id))) end)`;

/** True if the release `r` is addressed to a class that the visitor teaches. */
const reachesTeacher = (user: Visitor): RawBuilder<boolean> => sql<boolean>`(r.revoked_at is null and r.visible_until >= ${user.day}
  and exists (select from ${membership(user)} and me.role in ('owner', 'teacher') and class.state <> 'deleted'))`;

const isReleased = (user: Visitor): RawBuilder<boolean> =>
  sql<boolean>`exists (select from medialist_release as r where r.list_id = medialist.id and ${reachesLearner(user)})`;
const isGivenToTaught = (user: Visitor): RawBuilder<boolean> =>
  sql<boolean>`exists (select from medialist_release as r where r.list_id = medialist.id and ${reachesTeacher(user)})`;

/** True if the owner is active and belongs to the school of the list. `moveListsWithOwners` moves private lists to the owner's new school within an hour. */
const ownerCounts = sql<boolean>`coalesce(owner.state = 'active' and owner.school_id is not distinct from medialist.school_id, false)`;

const selectRows = (db: Db, user: Visitor) =>
  db
    .selectFrom('medialist')
    .leftJoin('person as owner', 'owner.id', 'medialist.owner_id')
    .leftJoin('school', 'school.id', 'medialist.school_id')
    .leftJoin('medialist_member as member', (join) =>
      join.onRef('member.list_id', '=', 'medialist.id').on('member.person_id', '=', user.by_code ? null : user.id),
    )
    .selectAll('medialist')
    .select(['member.role as member_role', 'school.name as school_name', 'school.district_id as school_district'])
    .select([
      sql<string>`coalesce(${selectFullName('owner')}, '')`.as('owner'),
      ownerCounts.as('owner_counts'),
      (user.learns ? sql<boolean>`false` : isGivenToTaught(user)).as('teaches_class'),
      (user.learns ? isReleased(user) : sql<boolean>`false`).as('released'),
      sql<number>`(select count(*) from medialist_release as r where r.list_id = medialist.id and r.revoked_at is null
        and r.visible_until >= ${user.day})::int`.as('releases'),
      sql<boolean>`coalesce((select bool_or(r.can_download) from medialist_release as r where r.list_id = medialist.id
        and ${user.learns ? reachesLearner(user) : sql`false`}), false)`.as('may_download'),
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('medialist_item as item')
          .select(['item.id', 'item.identifier', 'item.visible_to_learners', 'item.end_s'])
          .whereRef('item.list_id', '=', 'medialist.id')
          .where('item.removed_at', 'is', null)
          .where('item.identifier', 'is not', null)
          .orderBy('item.rank')
          .orderBy('item.id'),
      ).as('media'),
    );

export type ListRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

/** Returns a list, even if it is deleted. `policy.ts` decides whether the visitor may see it. */
export const findList = (db: Db, user: Visitor, id: string): Promise<ListRow | undefined> =>
  selectRows(db, user).where('medialist.id', '=', id).executeTakeFirst();

/** Locks lists until commit, ordered by id to avoid deadlocks. */
export async function lockLists(db: Db, user: Visitor, ids: readonly string[]): Promise<ListRow[]> {
  const those = matchUuids(ids);
  await db.selectFrom('medialist').select('medialist.id').where('medialist.id', '=', those).orderBy('medialist.id').forUpdate().execute();
  return selectRows(db, user).where('medialist.id', '=', those).execute();
}

export type ListFilter = { scope: ListScope; state: 'active' | 'archived' | 'deleted'; subject: string; q: string };

/** Deleted and archived lists that the visitor sees: those of a school if `administers` is set, those of a district if `edits` is set. */
export type ListSight = { administers: boolean; edits: boolean };

const STATES: Record<ListFilter['state'], RawBuilder<boolean>> = {
  active: sql<boolean>`(medialist.deleted_at is null and not medialist.archived)`,
  archived: sql<boolean>`(medialist.deleted_at is null and medialist.archived)`,
  deleted: sql<boolean>`(medialist.deleted_at is not null)`,
};

/** True if the list belongs to the scope. In the scope `school`, locked lists are visible to administrators only. */
function within(user: Visitor, { scope, state }: ListFilter, { administers, edits }: ListSight): RawBuilder<boolean> {
  const { id, school_id, district_id } = user;
  switch (scope) {
    case 'mine':
      return sql<boolean>`(medialist.owner_id = ${id})`;
    case 'shared':
      return sql<boolean>`(medialist.school_id = ${school_id} and member.person_id is not null and medialist.owner_id is distinct from ${id}
        and medialist.deleted_at is null and ${ownerCounts})`;
    case 'school':
      return sql<boolean>`(medialist.school_id = ${school_id} and medialist.visibility = 'school'
        and (${administers}::boolean or (${ownerCounts} and ${state === 'active'}::boolean)))`;
    case 'editorial':
      return sql<boolean>`(medialist.district_id = ${district_id} and (${edits}::boolean or ${state === 'active'}::boolean))`;
    case 'released':
      return sql<boolean>`(${ownerCounts} and ${isReleased(user)})`;
  }
}

const selectAsked = (user: Visitor, column: ListFilter, sees: ListSight): RawBuilder<boolean> => {
  const parts = [within(user, column, sees), STATES[column.state]];
  if (column.subject !== '') parts.push(sql<boolean>`${column.subject} = any(medialist.subjects)`);
  if (column.q !== '') parts.push(sql<boolean>`medialist.title ilike ${containsPattern(column.q)}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
};

/** Returns a page of lists: lists planned for a day first, ordered by date, then the others by latest change. */
export const listLists = (
  db: Db,
  user: Visitor,
  column: ListFilter,
  sees: ListSight,
  { offset, limit }: { offset: number; limit: number },
): Promise<ListRow[]> =>
  selectRows(db, user)
    .where(selectAsked(user, column, sees))
    .orderBy(
      sql`case when medialist.planned_for >= ${user.day} then medialist.planned_for end nulls last, medialist.updated_at desc, medialist.id desc`,
    )
    .offset(offset)
    .limit(limit)
    .execute();

export async function countLists(db: Db, user: Visitor, column: ListFilter, sees: ListSight): Promise<number> {
  const { n } = await db
    .selectFrom('medialist')
    .leftJoin('person as owner', 'owner.id', 'medialist.owner_id')
    .leftJoin('medialist_member as member', (join) =>
      join.onRef('member.list_id', '=', 'medialist.id').on('member.person_id', '=', user.by_code ? null : user.id),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(selectAsked(user, column, sees))
    .executeTakeFirstOrThrow();
  return n;
}

/** Returns the lists to which the user may add items, latest change first. */
export const listEditable = (db: Db, user: Visitor, { edits }: Pick<ListSight, 'edits'>, q: string, limit: number): Promise<ListRow[]> =>
  selectRows(db, user)
    .where(STATES.active)
    .where(
      sql<boolean>`((medialist.owner_id = ${user.id} and ${ownerCounts})
        or (member.role = 'editor' and medialist.school_id = ${user.school_id} and ${ownerCounts})
        or (${edits}::boolean and medialist.district_id = ${user.district_id}))`,
    )
    .$if(q !== '', (found) => found.where(sql<boolean>`medialist.title ilike ${containsPattern(q)}`))
    .orderBy('medialist.updated_at', 'desc')
    .orderBy('medialist.id')
    .limit(limit)
    .execute();

/** Returns the lists released to the class, its groups or its members, except for releases that have ended. */
export const listReleasedTo = (db: Db, user: Visitor, classId: string): Promise<ListRow[]> =>
  selectRows(db, user)
    .where('medialist.deleted_at', 'is', null)
    .where(
      sql<boolean>`exists (select from medialist_release as r where r.list_id = medialist.id and r.class_id = ${classId}
        and ${user.learns ? sql`${reachesLearner(user)} and not medialist.archived and ${ownerCounts}` : sql`r.revoked_at is null`})`,
    )
    .orderBy('medialist.updated_at', 'desc')
    .orderBy('medialist.id')
    .limit(200)
    .execute();

/** Returns the number of an owner's lists that are not deleted. */
export async function countOwned(db: Db, ownerId: string): Promise<number> {
  const { n } = await db
    .selectFrom('medialist')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('medialist.owner_id', '=', ownerId)
    .where('medialist.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

export const insertList = (db: Db, row: Insertable<Tables['medialist']>): Promise<unknown> =>
  db.insertInto('medialist').values(row).execute();

export const setList = (db: Db, id: string, change: Updateable<Tables['medialist']>): Promise<unknown> =>
  db.updateTable('medialist').set(change).where('medialist.id', '=', id).execute();

/** Increments the version of the fields (`version`) or of the items (`content_version`). */
export const countChange = (db: Db, ids: readonly string[], column: 'version' | 'content_version', now: Date): Promise<unknown> =>
  db
    .updateTable('medialist')
    .set((eb) => ({ [column]: eb(column, '+', 1), updated_at: now }))
    .where('medialist.id', '=', matchUuids(ids))
    .execute();

/** Returns an active member of the school's staff. */
export const findColleague = (db: Db, schoolId: string, id: string) =>
  db
    .selectFrom('person')
    .select(['person.id', selectFullName('person').as('name'), sql<string>`coalesce(person.email, '')`.as('detail')])
    .select(['person.role', 'person.school_admin', 'person.district_admin', 'person.capabilities'])
    .where('person.id', '=', id)
    .where('person.school_id', '=', schoolId)
    .where('person.state', '=', 'active')
    .executeTakeFirst();
