/** What is asked of the database about the people of the demo. */
import { DEMO_ACCOUNTS } from '@fundus/contract/demo';
import type { Db } from '../db/open.ts';

/** The demo accounts exist. */
export async function hasDemo(db: Db): Promise<boolean> {
  const row = await db.selectFrom('person').select('person.id').where('person.email', '=', DEMO_ACCOUNTS[0].login).executeTakeFirst();
  return row !== undefined;
}

export const listAddresses = (db: Db) => db.selectFrom('person').select(['person.id', 'person.email']).limit(10_000).execute();
