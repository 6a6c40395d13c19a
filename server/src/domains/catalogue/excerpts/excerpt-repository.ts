/** Queries for excerpts. A deleted excerpt can be restored for a day and is found only by `restore` of its author. */
import { sql, type RawBuilder } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import { belongsToClass } from '../../../visitors/in-class.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

export type ExcerptRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

const selectRows = (db: Db, personId: string | null) =>
  db
    .selectFrom('excerpt')
    .innerJoin('media_item', 'media_item.identifier', 'excerpt.identifier')
    .select(['excerpt.id', 'excerpt.identifier', 'excerpt.person_id', 'excerpt.start_s', 'excerpt.end_s', 'excerpt.title'])
    .select(['excerpt.share_code', 'excerpt.created_at', 'media_item.duration', 'media_item.fn_titel'])
    .select(
      sql<boolean>`exists (select from excerpt_bookmark as mark where mark.excerpt_id = excerpt.id and mark.person_id = ${personId})`.as(
        'bookmarked',
      ),
    )
    .where('excerpt.deleted_at', 'is', null);

/** The visitor who asks, and the current day as an ISO date. */
export type ExcerptViewer = { user: SignedIn; seesClasses: boolean; day: string };

/**
 * Returns the condition that a class of the visitor has the excerpt. Learners must be within its visible days. School administrators see it in all
 * classes of their school.
 */
const isInClass = ({ user, seesClasses, day }: ExcerptViewer): RawBuilder<boolean> => sql<boolean>`exists (
  select from class_media as given inner join class on class.id = given.class_id
  left join class_member as me on me.class_id = class.id and me.state = 'active'
    and ${sql.ref(user.by_code ? 'me.code_id' : 'me.person_id')} = ${user.id}
  where given.excerpt_id = excerpt.id and (
    (${seesClasses}::boolean and class.school_id = ${user.school_id})
    or (me.id is not null and ${belongsToClass('me', sql.val(user.school_id))} and (me.role <> 'student' or (class.state = 'active'
      and coalesce(given.visible_from <= ${day}, true) and coalesce(given.visible_until >= ${day}, true))))))`;

/** Returns the condition that a colleague shared the excerpt with the visitor or with the whole school. */
const isShared = ({ user, day }: ExcerptViewer): RawBuilder<boolean> => sql<boolean>`exists (
  select from shared_medium as given inner join person as giver on giver.id = given.person_id
  where not ${user.by_code !== undefined}::boolean and given.excerpt_id = excerpt.id and given.school_id = ${user.school_id}
    and giver.school_id = given.school_id and giver.state = 'active'
    and given.revoked_at is null and given.visible_until >= ${day} and coalesce(given.visible_from <= ${day}, true)
    and (given.to_school or exists (
      select from shared_receiver as r where r.shared_id = given.id and r.person_id = ${user.id})))`;

/** Returns the condition that the excerpt is the visitor's own or was shared with them. */
const reaches = (asking: ExcerptViewer): RawBuilder<boolean> =>
  sql<boolean>`(excerpt.person_id = ${asking.user.id} or ${isInClass(asking)} or ${isShared(asking)})`;

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Returns the user's excerpts of a medium, and the excerpt with the given share code or id, in the order of the film. */
export const listExcerpts = (db: Db, identifier: string, asking: ExcerptViewer | null, code: string | undefined): Promise<ExcerptRow[]> =>
  selectRows(db, asking?.user.id ?? null)
    .where('excerpt.identifier', '=', identifier)
    .where((eb) =>
      eb.or([
        ...(asking === null ? [] : [eb('excerpt.person_id', '=', asking.user.id)]),
        ...(code === undefined ? [] : [eb('excerpt.share_code', '=', code)]),
        ...(code !== undefined && asking !== null && isId(code) ? [eb.and([eb('excerpt.id', '=', code), reaches(asking)])] : []),
        eb.val(false),
      ]),
    )
    .orderBy('excerpt.start_s')
    .orderBy('excerpt.id')
    .limit(200)
    .execute();

const selectListed = (db: Db, asking: ExcerptViewer, show: 'own' | 'bookmarked') =>
  selectRows(db, asking.user.id).where(
    show === 'own'
      ? sql<boolean>`excerpt.person_id = ${asking.user.id}`
      : sql<boolean>`(exists (select from excerpt_bookmark as mark where mark.excerpt_id = excerpt.id and mark.person_id = ${asking.user.id})
          and ${reaches(asking)})`,
  );

export const listOwnExcerpts = (
  db: Db,
  asking: ExcerptViewer,
  show: 'own' | 'bookmarked',
  offset: number,
  limit: number,
): Promise<ExcerptRow[]> =>
  selectListed(db, asking, show).orderBy('excerpt.created_at', 'desc').orderBy('excerpt.id').offset(offset).limit(limit).execute();

export async function countOwnExcerpts(db: Db, asking: ExcerptViewer, show: 'own' | 'bookmarked'): Promise<number> {
  const { n } = await db
    .selectFrom(selectListed(db, asking, show).as('listed'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

const selectThese = (db: Db, ids: readonly string[], asking: ExcerptViewer) =>
  selectRows(db, asking.user.id).where('excerpt.id', '=', matchUuids(ids));

/** Returns those of the excerpts that are the user's own or were shared with them. */
export const findAccessible = (db: Db, ids: readonly string[], asking: ExcerptViewer): Promise<ExcerptRow[]> =>
  selectThese(db, ids, asking).where(reaches(asking)).execute();

/**
 * Returns those of the excerpts that are the user's own, were shared with them or belong to a colleague. This includes an excerpt that was just
 * removed from a class, so that it can be added again.
 */
export const findShareable = (db: Db, ids: readonly string[], asking: ExcerptViewer): Promise<ExcerptRow[]> =>
  selectThese(db, ids, asking)
    .where(
      sql<boolean>`(${reaches(asking)} or exists (
        select from person as maker where maker.id = excerpt.person_id and maker.school_id = ${asking.user.school_id}))`,
    )
    .execute();

export const findOwnExcerpt = (db: Db, id: string, personId: string): Promise<ExcerptRow | undefined> =>
  selectRows(db, personId).where('excerpt.id', '=', id).where('excerpt.person_id', '=', personId).forUpdate('excerpt').executeTakeFirst();

/** Returns the user's excerpt with the same range and title. */
export const findDuplicateExcerpt = (db: Db, row: Pick<ExcerptRow, 'identifier' | 'start_s' | 'end_s' | 'title'>, personId: string) =>
  selectRows(db, personId)
    .where('excerpt.person_id', '=', personId)
    .where('excerpt.identifier', '=', row.identifier)
    .where('excerpt.start_s', '=', row.start_s)
    .where('excerpt.end_s', '=', row.end_s)
    .where('excerpt.title', '=', row.title)
    .limit(1)
    .executeTakeFirst();

export async function countExcerpts(db: Db, identifier: string, personId: string): Promise<number> {
  const { n } = await db
    .selectFrom('excerpt')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('excerpt.identifier', '=', identifier)
    .where('excerpt.person_id', '=', personId)
    .where('excerpt.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

export const insertExcerpt = (
  db: Db,
  row: { id: string; identifier: string; person_id: string; start_s: number; end_s: number; title: string; created_at: Date },
): Promise<unknown> => db.insertInto('excerpt').values(row).execute();

export const updateExcerpt = (
  db: Db,
  id: string,
  change: { start_s?: number; end_s?: number; title?: string; share_code?: string | null; deleted_at?: Date },
): Promise<unknown> => db.updateTable('excerpt').set(change).where('excerpt.id', '=', id).execute();

/** Restores a deleted excerpt. Returns false if the user has no deleted excerpt with this id. */
export async function undeleteExcerpt(db: Db, id: string, personId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('excerpt')
    .set({ deleted_at: null })
    .where('excerpt.id', '=', id)
    .where('excerpt.person_id', '=', personId)
    .where('excerpt.deleted_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes excerpts that were deleted before `before`, including their shares. */
export const purgeDeletedExcerpts = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('excerpt').where('excerpt.deleted_at', '<', before).execute();

export const setExcerptBookmark = (db: Db, personId: string, excerptId: string, added_at: Date): Promise<unknown> =>
  db
    .insertInto('excerpt_bookmark')
    .values({ person_id: personId, excerpt_id: excerptId, added_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const removeExcerptBookmark = (db: Db, personId: string, excerptId: string): Promise<unknown> =>
  db
    .deleteFrom('excerpt_bookmark')
    .where('excerpt_bookmark.person_id', '=', personId)
    .where('excerpt_bookmark.excerpt_id', '=', excerptId)
    .execute();

export async function countExcerptBookmarks(db: Db, personId: string): Promise<number> {
  const { n } = await db
    .selectFrom('excerpt_bookmark')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('excerpt_bookmark.person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return n;
}
