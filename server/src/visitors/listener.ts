/** Re-authorises open event streams at each change, as if the request arrived now. */
import type { Db } from '../db/open.ts';
import { readVisitor } from './repository.ts';
import { isSessionValid } from './session-repository.ts';
import type { SignedIn } from './signed-in.ts';

/** Returns the present state of the user; `undefined` if the session has ended or the user may no longer sign in. */
export async function readListener({ db, user }: { db: Db; user: SignedIn }, now: Date): Promise<SignedIn | undefined> {
  if (user.session_id === undefined || !(await isSessionValid(db, user.session_id, now))) return undefined;
  return readVisitor(db, user.id, now);
}
