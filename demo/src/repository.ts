/** Database queries of the demo. */
import { matchTexts } from '@fundus/server/db/any-of';
import type { Db } from '@fundus/server/db/open';

export const listAddresses = (db: Db) => db.selectFrom('person').select(['person.id', 'person.email']).limit(10_000).execute();

/** Returns the paths that are still used by a file of a medium. */
export async function listNamed(db: Db, paths: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('media_file').select('media_file.path').where('media_file.path', '=', matchTexts(paths)).execute();
  return rows.map(({ path }) => path);
}
