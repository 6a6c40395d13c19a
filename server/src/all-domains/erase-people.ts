/** Taking people out of the portal for good: no row and no word of theirs stays (DSGVO Art. 17). */
import type { Gone } from '../db/names-people.ts';
import type { Db } from '../db/open.ts';
import type { AllDomains } from '../http/context.ts';
import { lockPeople } from '../domains/accounts/index.ts';
import { noteErasures } from '../domains/audit/index.ts';
import { removeJobsAbout } from '../jobs/repository.ts';
import { DOMAINS } from './list.ts';

/**
 * Deletes people with everything that hangs on them, and gives how many there were. In a transaction. Domains are asked from the last to the first:
 * what accounts do is the end of it, since with the row of a person their foreign keys go.
 */
export const erasePeople: AllDomains['erasePeople'] = async (at, wanted) => {
  const gone = await lockPeople(at.db, wanted);
  if (gone.ids.length === 0) return 0;
  await takeOut(at.db, gone);
  await noteErasures(at, gone.ids);
  return gone.ids.length;
};

/** The same for people who are locked, and whom a restored backup may bring back. */
export async function takeOut(db: Db, gone: Gone): Promise<void> {
  await removeJobsAbout(db, gone);
  for (const domain of Object.values(DOMAINS).reverse()) await domain.erasePeople?.(db, gone);
}
