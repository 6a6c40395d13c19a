/** Queries for the learning platform of the demo. */
import type { Db } from '../../db/open.ts';

/** Removes the platform. Returns the number of rows removed. */
export async function removeByIssuer(db: Db, issuer: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('lti_platform').where('issuer', '=', issuer).executeTakeFirst();
  return Number(numDeletedRows);
}
