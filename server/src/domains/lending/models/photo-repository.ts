import { sql, type Insertable } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

const selectPhotos = (db: Db) => db.selectFrom('lending_photo').selectAll('lending_photo');
export type PhotoRow = Awaited<ReturnType<ReturnType<typeof selectPhotos>['executeTakeFirstOrThrow']>>;

export const findPhoto = (db: Db, id: string): Promise<PhotoRow | undefined> =>
  selectPhotos(db).where('lending_photo.id', '=', id).executeTakeFirst();

export const insertPhoto = (db: Db, row: Insertable<Tables['lending_photo']>): Promise<unknown> =>
  db.insertInto('lending_photo').values(row).execute();

/** Adds photos to a record or a report if the user uploaded them for this device. Returns the number of added photos. */
export async function usePhotos(
  db: Db,
  ids: readonly string[],
  { item, person, ...of }: { item: string; person: string | null } & ({ record_id: string } | { damage_id: string }),
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable('lending_photo')
    .set(of)
    .where('lending_photo.id', '=', matchUuids(ids))
    .where('lending_photo.item_id', '=', item)
    .where('lending_photo.added_by', '=', person)
    .where('lending_photo.record_id', 'is', null)
    .where('lending_photo.damage_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Returns the photos of the given records and damage reports. */
export const listPhotos = (db: Db, of: { records?: readonly string[]; damage?: readonly string[] }): Promise<PhotoRow[]> =>
  selectPhotos(db)
    .where((eb) =>
      eb.or([
        eb('lending_photo.record_id', '=', matchUuids(of.records ?? [])),
        eb('lending_photo.damage_id', '=', matchUuids(of.damage ?? [])),
      ]),
    )
    .orderBy('lending_photo.id')
    .limit(2_000)
    .execute();

/**
 * Deletes photos without a record or report that were added before `loose`. Also deletes photos of records and settled reports from before `old`.
 * Returns the deleted rows.
 */
export const deletePhotos = async (db: Db, loose: Date, old: Date): Promise<{ id: string; mime: string }[]> =>
  (
    await sql<{ id: string; mime: string }>`delete from lending_photo as f where
      (f.record_id is null and f.damage_id is null and f.added_at < ${loose})
      or (f.record_id is not null and f.added_at < ${old})
      or exists (select from damage_report as d where d.id = f.damage_id and d.changed_at < ${old}
        and d.state in ('repaired', 'written_off') and d.liability <> 'open')
      returning f.id, f.mime`.execute(db)
  ).rows;

/** Storage paths of all photos. `endings` maps media types to file extensions. */
export const referencedPhotos = (endings: Record<string, string>) =>
  sql<{
    path: string;
  }>`select 'lending/' || lending_photo.id || '.' || (${JSON.stringify(endings)}::jsonb ->> lending_photo.mime) as path from lending_photo`;
