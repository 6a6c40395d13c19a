/** What is asked of the database about the demo. */
import { DEMO_ACCOUNTS } from '@fundus/contract/demo';
import { matchTexts } from '../db/any-of.ts';
import type { Db } from '../db/open.ts';

/** The demo accounts exist. */
export async function hasDemo(db: Db): Promise<boolean> {
  const row = await db.selectFrom('person').select('person.id').where('person.email', '=', DEMO_ACCOUNTS[0].login).executeTakeFirst();
  return row !== undefined;
}

export const listAddresses = (db: Db) => db.selectFrom('person').select(['person.id', 'person.email']).limit(10_000).execute();

/** Those of the paths that a file of a medium has. */
export async function listNamed(db: Db, paths: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('media_file').select('media_file.path').where('media_file.path', '=', matchTexts(paths)).execute();
  return rows.map(({ path }) => path);
}
