/** Who listens to changes, asked anew with each of them: a request that stays open is authorised as if it came now. */
import type { Db } from '../db/open.ts';
import { readVisitor } from './repository.ts';
import { isSessionThere } from './session-repository.ts';
import type { SignedIn } from './signed-in.ts';

/** The visitor as they are now; undefined when their session has ended, or they may not sign in any more. */
export async function readListener({ db, user }: { db: Db; user: SignedIn }, now: Date): Promise<SignedIn | undefined> {
  if (user.session_id === undefined || !(await isSessionThere(db, user.session_id, now))) return undefined;
  return readVisitor(db, user.id, now);
}
