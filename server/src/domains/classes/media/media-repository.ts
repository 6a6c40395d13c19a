/** Queries for media that are shared with classes. */
import { matchTexts, matchUuids } from '../../../db/any-of.ts';
import { selectFullName } from '../../../db/full-name.ts';
import { sql, type Updateable } from 'kysely';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables, ValueOf } from '../../../db/tables.ts';

/** Condition that an entry is a whole medium or an excerpt that has not been deleted. */
export const isNotDeleted = sql<boolean>`(class_media.excerpt_id is null or exists (
  select from excerpt where excerpt.id = class_media.excerpt_id and excerpt.deleted_at is null))`;

const selectRows = (db: Db) =>
  db
    .selectFrom('class_media')
    .leftJoin('person', 'person.id', 'class_media.shared_by')
    .leftJoin('excerpt', 'excerpt.id', 'class_media.excerpt_id')
    .select([
      'class_media.id',
      'class_media.class_id',
      'class_media.kind',
      'class_media.identifier',
      'class_media.title',
      'class_media.note',
    ])
    .select([
      'class_media.visible_from',
      'class_media.visible_until',
      'class_media.can_download',
      'class_media.shared_at',
      'class_media.version',
    ])
    .select(['class_media.excerpt_id', 'excerpt.title as excerpt_title', 'excerpt.start_s', 'excerpt.end_s'])
    .select(sql<string>`coalesce(${selectFullName('person')}, '')`.as('shared_by'))
    .where('excerpt.deleted_at', 'is', null);

export type EntryRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

/** Returns the entries of classes in their order, optionally only those of one medium. */
export const listClassMedia = (db: Db, classIds: readonly string[], identifier: string | null = null): Promise<EntryRow[]> =>
  selectRows(db)
    .where('class_media.class_id', '=', matchUuids(classIds))
    .$if(identifier !== null, (found) => found.where('class_media.identifier', '=', identifier))
    .orderBy('class_media.class_id')
    .orderBy('class_media.rank')
    .orderBy('class_media.id')
    .execute();

/** Selects the entries of classes, latest first. With `day`, only entries that are visible on this day are selected. */
const selectNewest = (db: Db, classIds: readonly string[], day: string | null) =>
  selectRows(db)
    .where('class_media.class_id', '=', matchUuids(classIds))
    .$if(day !== null, (found) =>
      found.where(sql<boolean>`coalesce(class_media.visible_from <= ${day}, true) and coalesce(class_media.visible_until >= ${day}, true)`),
    )
    .orderBy('class_media.shared_at', 'desc')
    .orderBy('class_media.id', 'desc');

export const listNewest = (db: Db, classIds: readonly string[], offset: number, limit: number): Promise<EntryRow[]> =>
  selectNewest(db, classIds, null).offset(offset).limit(limit).execute();

/** Returns all entries that are visible on a day. */
export const listVisible = (db: Db, classIds: readonly string[], day: string): Promise<EntryRow[]> =>
  selectNewest(db, classIds, day).limit(10_000).execute();

export async function countMedia(db: Db, classIds: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('class_media')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(isNotDeleted)
    .where('class_media.class_id', '=', matchUuids(classIds))
    .executeTakeFirstOrThrow();
  return row.n;
}

export const findEntry = (db: Db, classId: string, id: string): Promise<EntryRow | undefined> =>
  selectRows(db).where('class_media.class_id', '=', classId).where('class_media.id', '=', id).executeTakeFirst();

export const listEntries = (db: Db, ids: readonly string[]): Promise<EntryRow[]> =>
  selectRows(db).where('class_media.id', '=', matchUuids(ids)).execute();

/** Returns the licences of which each school has a seat. */
export async function listSeatsOfSchools(db: Db, schoolIds: readonly string[]): Promise<Map<string, string[]>> {
  const seats = await db
    .selectFrom('licence_seat')
    .select(['licence_seat.school_id', 'licence_seat.licence_id'])
    .where('licence_seat.school_id', '=', matchTexts(schoolIds))
    .execute();
  const found = new Map<string, string[]>(schoolIds.map((id) => [id, []]));
  for (const seat of seats) found.get(seat.school_id!)?.push(seat.licence_id);
  return found;
}

export type Terms = Pick<EntryRow, 'note' | 'visible_from' | 'visible_until' | 'can_download'>;
export type SharedMedium = { kind: ValueOf<'class_media', 'kind'>; identifier: string; title: string; excerpt_id?: string | null };

const NO_TERMS: Terms = { note: '', visible_from: null, visible_until: null, can_download: false };

/** Adds media to a locked class as its first entries. Existing entries are kept, and only the given terms change. Returns the ids of all entries. */
export const storeMedia = async (
  db: Db,
  classId: string,
  media: readonly SharedMedium[],
  terms: Partial<Terms>,
  by: { person_id: string; now: Date },
): Promise<string[]> => {
  const rows = await db
    .insertInto('class_media')
    .values(
      media.map((medium, i) => ({
        ...medium,
        ...NO_TERMS,
        ...terms,
        id: newId(by.now),
        class_id: classId,
        rank: sql<number>`coalesce((select min(class_media.rank) from class_media where class_media.class_id = ${classId}), 0) - ${media.length - i}::int`,
        shared_by: by.person_id,
        shared_at: by.now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['class_id', 'identifier', 'excerpt_id']).doUpdateSet((eb) => ({
        ...terms,
        ...(Object.keys(terms).length > 0 && { version: eb('class_media.version', '+', 1) }),
        kind: eb.ref('excluded.kind'),
        title: eb.ref('excluded.title'),
      })),
    )
    .returning('class_media.id')
    .execute();
  return rows.map((row) => row.id);
};

export const setEntry = (db: Db, id: string, change: Updateable<Tables['class_media']>): Promise<unknown> =>
  db
    .updateTable('class_media')
    .set((eb) => ({ ...change, version: eb('class_media.version', '+', 1) }))
    .where('class_media.id', '=', id)
    .execute();

export const removeEntries = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db.deleteFrom('class_media').where('class_media.id', '=', matchUuids(ids)).execute();

/** Sets the order of the entries of a class. Returns the new version of the order. */
export async function setRanks(db: Db, classId: string, order: readonly string[]): Promise<number> {
  await sql`update class_media set rank = wanted.nth
    from unnest(${sql.val([...order])}::uuid[]) with ordinality as wanted (id, nth)
    where class_media.id = wanted.id and class_media.class_id = ${classId}`.execute(db);
  const row = await db
    .updateTable('class')
    .set((eb) => ({ media_order_version: eb('class.media_order_version', '+', 1) }))
    .where('class.id', '=', classId)
    .returning('class.media_order_version')
    .executeTakeFirstOrThrow();
  return row.media_order_version;
}
