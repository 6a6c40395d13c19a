/** SQL queries for the media lists of the demo. */
import type { Db } from '../../db/open.ts';
import { matchPeople, type RemovedPeople } from '../../db/names-people.ts';

export async function removeListsOf(db: Db, removed: RemovedPeople): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('medialist').where('medialist.owner_id', '=', matchPeople(removed)).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Removes the lists of a district that were created before a given time. */
export async function removeDistrictLists(db: Db, districtId: string, since: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('medialist')
    .where('medialist.district_id', '=', districtId)
    .where('medialist.created_at', '<=', since)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
