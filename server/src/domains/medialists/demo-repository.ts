/** SQL of the media lists of the demo. */
import type { Db } from '../../db/open.ts';
import { oneOf, type Gone } from '../../db/names-people.ts';

/** Throws where there is none. */
export async function findClassNamed(db: Db, schoolId: string, name: string): Promise<string> {
  const { id } = await db
    .selectFrom('class')
    .select('class.id')
    .where('class.school_id', '=', schoolId)
    .where('class.name', '=', name)
    .where('class.state', '=', 'active')
    .executeTakeFirstOrThrow();
  return id;
}

export async function removeListsOf(db: Db, gone: Gone): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('medialist').where('medialist.owner_id', '=', oneOf(gone)).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Those of a district that were there at a moment. */
export async function removeDistrictLists(db: Db, districtId: string, since: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('medialist')
    .where('medialist.district_id', '=', districtId)
    .where('medialist.created_at', '<=', since)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
