/** SQL queries for share links of media lists. */
import { sql, type Insertable, type Updateable } from 'kysely';
import { selectFullName } from '../../../db/full-name.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

const selectLinks = (db: Db) =>
  db
    .selectFrom('medialist_link as link')
    .leftJoin('person as by', 'by.id', 'link.created_by')
    .select(['link.id', 'link.kind', 'link.name', 'link.sealed', 'link.valid_until', 'link.open_count', 'link.last_opened_on'])
    .select(['link.revoked_at', 'link.created_at'])
    .select([
      sql<string>`coalesce(${selectFullName('by')}, '')`.as('created_by'),
      sql<boolean>`link.password_hash is not null`.as('has_password'),
    ]);

export type LinkRow = Awaited<ReturnType<ReturnType<typeof selectLinks>['executeTakeFirstOrThrow']>>;

/** Returns the links of a list that are not revoked, newest first. */
export const listLinks = (db: Db, listId: string): Promise<LinkRow[]> =>
  selectLinks(db)
    .where('link.list_id', '=', listId)
    .where('link.revoked_at', 'is', null)
    .orderBy('link.created_at', 'desc')
    .orderBy('link.id', 'desc')
    .limit(200)
    .execute();

export const findLink = (db: Db, listId: string, id: string): Promise<LinkRow | undefined> =>
  selectLinks(db).where('link.list_id', '=', listId).where('link.id', '=', id).where('link.revoked_at', 'is', null).executeTakeFirst();

export const insertLink = (db: Db, row: Insertable<Tables['medialist_link']>): Promise<unknown> =>
  db.insertInto('medialist_link').values(row).execute();

export const setLink = (db: Db, id: string, change: Updateable<Tables['medialist_link']>): Promise<unknown> =>
  db.updateTable('medialist_link').set(change).where('medialist_link.id', '=', id).execute();

/** Deletes the sessions that were started with a link. */
export const endLinkSessions = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('session').where('session.link_id', '=', id).execute();

/** Returns the link for a code or token, with the data that determines whether it is valid. */
export const findTypedLink = (db: Db, by: { code_hash: string } | { token_hash: string }) =>
  db
    .selectFrom('medialist_link as link')
    .innerJoin('medialist', 'medialist.id', 'link.list_id')
    .leftJoin('person as owner', 'owner.id', 'medialist.owner_id')
    .leftJoin('school', 'school.id', 'medialist.school_id')
    .select(['link.id', 'link.list_id', 'link.kind', 'link.valid_until', 'link.revoked_at', 'link.password_hash'])
    .select(['medialist.archived', 'medialist.deleted_at', 'medialist.visibility', 'school.name as school', 'school.state as school_state'])
    .select(sql<boolean>`coalesce(owner.state = 'active' and owner.school_id = medialist.school_id, false)`.as('owner_counts'))
    .where('code_hash' in by ? 'link.code_hash' : 'link.token_hash', '=', 'code_hash' in by ? by.code_hash : by.token_hash)
    .executeTakeFirst();

export type TypedLink = NonNullable<Awaited<ReturnType<typeof findTypedLink>>>;

/** Returns the recipients and the data of the notice about a link whose password is being guessed. */
export const findGuessedLink = (db: Db, id: string) =>
  db
    .selectFrom('medialist_link as link')
    .innerJoin('medialist', 'medialist.id', 'link.list_id')
    .select(['link.list_id', 'link.name', 'link.created_by', 'medialist.title', 'medialist.owner_id'])
    .where('link.id', '=', id)
    .executeTakeFirst();

/** Counts a use of the link. Returns false if the link was revoked or its password changed since `password_hash` was read. */
export async function countOpening(db: Db, { id, password_hash }: Pick<TypedLink, 'id' | 'password_hash'>, day: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('medialist_link')
    .set((eb) => ({ open_count: eb('open_count', '+', 1), last_opened_on: day }))
    .where('medialist_link.id', '=', id)
    .where('medialist_link.revoked_at', 'is', null)
    .where('medialist_link.password_hash', 'is not distinct from', password_hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
