/** SQL of the demo's learning platform. */
import type { Db } from '../../db/open.ts';

/** Removes the platform. Returns how many there were. */
export async function removeByIssuer(db: Db, issuer: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('lti_platform').where('issuer', '=', issuer).executeTakeFirst();
  return Number(numDeletedRows);
}
