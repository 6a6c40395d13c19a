/** SQL queries of the hourly cleanup, for deleted accounts and for school exports. */
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { selectFullName } from '../../db/full-name.ts';
import { matchPeople, type RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';
import { MAX_EXPORTED, type RowName } from '../../domain.ts';

/** Moves private lists to the owner's new school, removes their members, and revokes their releases and links. */
export async function moveListsWithOwners(db: Db, now: Date): Promise<void> {
  const moved = await db
    .updateTable('medialist')
    .from('person')
    .set((eb) => ({ school_id: eb.ref('person.school_id'), updated_at: now }))
    .whereRef('person.id', '=', 'medialist.owner_id')
    .where('medialist.visibility', '=', 'private')
    .where(sql<boolean>`medialist.school_id is distinct from person.school_id`)
    .returning('medialist.id')
    .execute();
  if (moved.length === 0) return;
  const ids = moved.map(({ id }) => id);
  await db.deleteFrom('medialist_member').where('medialist_member.list_id', 'in', ids).execute();
  await db
    .updateTable('medialist_release')
    .set({ revoked_at: now })
    .where('medialist_release.list_id', 'in', ids)
    .where('medialist_release.revoked_at', 'is', null)
    .execute();
  await db
    .updateTable('medialist_link')
    .set({ revoked_at: now })
    .where('medialist_link.list_id', 'in', ids)
    .where('medialist_link.revoked_at', 'is', null)
    .execute();
}

/** True for a list that is shown to a school and has no active owner at that school. */
const isLocked = sql<boolean>`(medialist.visibility = 'school' and medialist.deleted_at is null and not exists (
  select from person where person.id = medialist.owner_id and person.state = 'active' and person.school_id = medialist.school_id))`;

export async function recordLockedLists(db: Db, now: Date): Promise<void> {
  await db.updateTable('medialist').set({ locked_since: now }).where(isLocked).where('medialist.locked_since', 'is', null).execute();
  await db
    .updateTable('medialist')
    .set({ locked_since: null })
    .where('medialist.locked_since', 'is not', null)
    .where(sql<boolean>`not ${isLocked}`)
    .execute();
}

/** Marks lists as deleted that were locked before a given time. */
export const deleteLocked = (db: Db, before: Date, now: Date): Promise<unknown> =>
  db.updateTable('medialist').set({ deleted_at: now }).where('medialist.locked_since', '<', before).where(isLocked).execute();

export const purgeDeletedLists = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('medialist').where('medialist.deleted_at', '<', before).execute();

export const removeRemovedItems = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('medialist_item').where('medialist_item.removed_at', '<', before).execute();

/** Removes releases that were revoked before a given time or ended before a given day. */
export const removeEndedReleases = (db: Db, before: Date, day: string): Promise<unknown> =>
  db
    .deleteFrom('medialist_release')
    .where((eb) => eb.or([eb('medialist_release.revoked_at', '<', before), eb('medialist_release.visible_until', '<', day)]))
    .execute();

/** Removes links that were revoked before a given time or ended before a given day. */
export const removeEndedLinks = (db: Db, before: Date, day: string): Promise<unknown> =>
  db
    .deleteFrom('medialist_link')
    .where((eb) => eb.or([eb('medialist_link.revoked_at', '<', before), eb('medialist_link.valid_until', '<', day)]))
    .execute();

/** Removes the private lists of deleted accounts. */
export const deletePrivateLists = (db: Db, removed: RemovedPeople): Promise<unknown> =>
  db.deleteFrom('medialist').where('medialist.visibility', '=', 'private').where('medialist.owner_id', '=', matchPeople(removed)).execute();

/** Returns the lists of a school with their items for its data export, except for private lists. */
export const collectLists = (db: Db, schoolId: string) =>
  db
    .selectFrom('medialist')
    .leftJoin('person', 'person.id', 'medialist.owner_id')
    .select(['medialist.title', 'medialist.description', 'medialist.subjects', 'medialist.grades', 'medialist.planned_for'])
    .select([
      'medialist.archived',
      'medialist.created_at',
      'medialist.updated_at',
      sql<string>`coalesce(${selectFullName('person')}, '')`.as('owner'),
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('medialist_item as item')
          .select(['item.kind', 'item.identifier', 'item.title', 'item.start_s', 'item.end_s', 'item.url', 'item.body'])
          .select(['item.note_teacher', 'item.note_learner', 'item.visible_to_learners'])
          .whereRef('item.list_id', '=', 'medialist.id')
          .where('item.removed_at', 'is', null)
          .orderBy('item.rank'),
      ).as('items'),
    )
    .where('medialist.school_id', '=', schoolId)
    .where('medialist.visibility', '=', 'school')
    .where('medialist.deleted_at', 'is', null)
    .orderBy('medialist.created_at')
    .orderBy('medialist.id')
    .limit(MAX_EXPORTED)
    .execute();

export const titleOfList: RowName = {
  column: 'list_id',
  of: (id) => sql`(select medialist.title from medialist where medialist.id = ${id})`,
};
