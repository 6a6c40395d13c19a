/** Authorises open event streams again at each change, as for a new request. */
import type { Db } from '../db/open.ts';
import { readVisitor } from './repository.ts';
import { isSessionValid } from './session-repository.ts';
import type { SignedIn } from './signed-in.ts';

/** Returns the current state of the user, or `undefined` if the session has ended or the user may no longer sign in. */
export async function readListener({ db, user }: { db: Db; user: SignedIn }, now: Date): Promise<SignedIn | undefined> {
  if (user.session_id === undefined || !(await isSessionValid(db, user.session_id, now))) return undefined;
  return readVisitor(db, user.id, now);
}
