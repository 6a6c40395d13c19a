import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';

/** True if a list is active and its `owner` belongs to the school of the list. */
const listHolds: RawBuilder<boolean> = sql<boolean>`(not medialist.archived and medialist.deleted_at is null
  and owner.state = 'active' and owner.school_id = medialist.school_id)`;

/** Returns an unexpired session of a valid share link. */
export const findLinked = (db: Db, by: { hash: string } | { session_id: string }, now: Date, day: string) =>
  db
    .selectFrom('session')
    .innerJoin('medialist_link as link', 'link.id', 'session.link_id')
    .innerJoin('medialist', 'medialist.id', 'link.list_id')
    .innerJoin('person as owner', 'owner.id', 'medialist.owner_id')
    .innerJoin('school', 'school.id', 'medialist.school_id')
    .select(['session.id as session_id', 'link.id as link_id', 'link.list_id', 'link.kind', 'link.valid_until'])
    .select(['school.id as school_id', 'school.name as schulname', 'school.district_id', 'school.state as school_state'])
    .select(
      sql<string[]>`array(select licence_seat.licence_id::text from licence_seat where licence_seat.school_id = school.id)`.as('licences'),
    )
    .where('hash' in by ? 'session.id_hash' : 'session.id', '=', 'hash' in by ? by.hash : by.session_id)
    .where('session.expires_at', '>', now)
    .where('link.revoked_at', 'is', null)
    .where('link.valid_until', '>=', day)
    .where(listHolds)
    .executeTakeFirst();

/** Returns whether a list contains a medium. If `shown` is set, the medium must be visible to learners. */
export async function isInList(db: Db, listId: string, identifier: string, shown: boolean): Promise<boolean> {
  const row = await db
    .selectFrom('medialist_item')
    .select('medialist_item.id')
    .where('medialist_item.list_id', '=', listId)
    .where('medialist_item.identifier', '=', identifier)
    .where('medialist_item.removed_at', 'is', null)
    .$if(shown, (items) => items.where('medialist_item.visible_to_learners', '=', true))
    .executeTakeFirst();
  return row !== undefined;
}
