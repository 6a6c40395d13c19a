/** Queries for the access to drafts of own material through class entries, shares, released lists and assignment steps. */
import { sql, type RawBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { matchTexts, matchUuids } from '../../db/any-of.ts';
import { selectFullName } from '../../db/full-name.ts';
import type { Db } from '../../db/open.ts';

/** Objects that give access to a draft: class entries, shares with named people, released media lists, or an assignment. */
export type Place = { entries: readonly string[] } | { shares: readonly string[] } | { lists: readonly string[] } | { assignment: string };

const rowsOf = (place: Place, media: RawBuilder<unknown>): RawBuilder<unknown> => {
  if ('entries' in place)
    return sql`select e.identifier, e.class_id, e.id, null::uuid, null::uuid, null::uuid, null::uuid from class_media as e
      where e.id = ${matchUuids(place.entries)} and e.identifier = ${media}`;
  if ('shares' in place)
    return sql`select s.identifier, null::uuid, null::uuid, s.id, null::uuid, null::uuid, null::uuid from shared_medium as s
      where s.id = ${matchUuids(place.shares)} and s.identifier = ${media} and not s.to_school`;
  if ('lists' in place)
    return sql`select i.identifier, r.class_id, null::uuid, null::uuid, r.id, i.id, null::uuid from medialist_item as i
      inner join medialist_release as r on r.list_id = i.list_id and r.class_id is not null and r.revoked_at is null
      where i.list_id = ${matchUuids(place.lists)} and i.identifier = ${media} and i.removed_at is null`;
  return sql`select st.identifier, a.class_id, null::uuid, null::uuid, null::uuid, null::uuid, st.id from assignment_step as st
    inner join assignment as a on a.id = st.assignment_id where a.id = ${place.assignment} and st.identifier = ${media}`;
};

/** Stores that these entries, shares, lists or steps give access to the drafts they contain. Idempotent. */
export const insertGrants = (db: Db, place: Place, identifiers: readonly string[]): Promise<unknown> =>
  sql`insert into own_material_grant (identifier, class_id, entry_id, shared_id, release_id, item_id, step_id)
    ${rowsOf(place, matchTexts(identifiers))} on conflict do nothing`.execute(db);

/** Revokes all access to a draft, except that of its author. */
export const removeGrants = (db: Db, identifier: string): Promise<unknown> =>
  db.deleteFrom('own_material_grant').where('own_material_grant.identifier', '=', identifier).execute();

/** Returns the drafts to which the members of classes have access. */
export const listGrantedInClasses = (db: Db, classIds: readonly string[]) =>
  db
    .selectFrom('own_material_grant')
    .select(['own_material_grant.identifier', 'own_material_grant.class_id'])
    .distinct()
    .where('own_material_grant.class_id', '=', matchUuids(classIds))
    .execute();

/** Returns the drafts to which media lists give access. */
export const listGrantedByLists = (db: Db, listIds: readonly string[]) =>
  db
    .selectFrom('own_material_grant')
    .innerJoin('medialist_item as item', 'item.id', 'own_material_grant.item_id')
    .select(['own_material_grant.identifier', 'item.list_id'])
    .distinct()
    .where('item.list_id', '=', matchUuids(listIds))
    .execute();

/** Returns the drafts to which the steps of an assignment give access. */
export async function listGrantedByAssignment(db: Db, assignmentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('own_material_grant')
    .innerJoin('assignment_step as step', 'step.id', 'own_material_grant.step_id')
    .select('own_material_grant.identifier')
    .distinct()
    .where('step.assignment_id', '=', assignmentId)
    .execute();
  return rows.map(({ identifier }) => identifier);
}

/** Returns the classes, groups, people and assignments that have access to a draft on a day, sorted by name. */
export async function listPlaces(db: Db, identifier: string, day: string) {
  const { classes, groups, people, tasks } = await db
    .selectNoFrom((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('own_material_grant as g')
          .innerJoin('class_media as e', 'e.id', 'g.entry_id')
          .innerJoin('class', 'class.id', 'g.class_id')
          .select(['class.id', 'class.name'])
          .distinct()
          .where('g.identifier', '=', identifier)
          .where('class.state', '=', 'active')
          .where(sql<boolean>`coalesce(e.visible_until >= ${day}, true)`)
          .orderBy('class.name')
          .limit(200),
      ).as('classes'),
      jsonArrayFrom(
        eb
          .selectFrom('own_material_grant as g')
          .innerJoin('medialist_release as r', 'r.id', 'g.release_id')
          .innerJoin('medialist_item as i', 'i.id', 'g.item_id')
          .innerJoin('medialist as l', 'l.id', 'r.list_id')
          .innerJoin('class', 'class.id', 'g.class_id')
          .leftJoin('class_group', 'class_group.id', 'r.group_id')
          .select(['l.id', sql<string>`concat_ws(' · ', class.name, class_group.name)`.as('name')])
          .distinct()
          .where('g.identifier', '=', identifier)
          .where('class.state', '=', 'active')
          .where('r.revoked_at', 'is', null)
          .where('r.visible_until', '>=', day)
          .where('i.removed_at', 'is', null)
          .where('l.deleted_at', 'is', null)
          .where('l.archived', '=', false)
          .orderBy('name')
          .limit(200),
      ).as('groups'),
      jsonArrayFrom(
        eb
          .selectFrom('own_material_grant as g')
          .innerJoin('shared_medium as s', 's.id', 'g.shared_id')
          .innerJoin('shared_receiver as r', 'r.shared_id', 's.id')
          .innerJoin('person as p', 'p.id', 'r.person_id')
          .select(['p.id', selectFullName('p').as('name')])
          .distinct()
          .where('g.identifier', '=', identifier)
          .where('s.revoked_at', 'is', null)
          .where('s.visible_until', '>=', day)
          .whereRef('p.school_id', '=', 's.school_id')
          .where('p.state', '=', 'active')
          .orderBy('name')
          .limit(200),
      ).as('people'),
      jsonArrayFrom(
        eb
          .selectFrom('own_material_grant as g')
          .innerJoin('assignment_step as st', 'st.id', 'g.step_id')
          .innerJoin('assignment as a', 'a.id', 'st.assignment_id')
          .innerJoin('class', 'class.id', 'a.class_id')
          .select(['a.id', 'a.class_id', sql<string>`concat_ws(' · ', class.name, a.title)`.as('name')])
          .distinct()
          .where('g.identifier', '=', identifier)
          .where('class.state', '=', 'active')
          .where('a.published_at', 'is not', null)
          .where('a.archived', '=', false)
          .orderBy('name')
          .limit(200),
      ).as('tasks'),
    ])
    .executeTakeFirstOrThrow();
  return { classes, groups, people, tasks };
}
