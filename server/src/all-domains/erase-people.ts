/** Taking people out of the portal for good: no row and no word of theirs stays (DSGVO Art. 17). */
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
  const { db } = at;
  const gone = await lockPeople(db, wanted);
  if (gone.ids.length === 0) return 0;
  await removeJobsAbout(db, gone);
  for (const domain of Object.values(DOMAINS).reverse()) await domain.erasePeople?.(db, gone);
  await noteErasures(at, gone.ids);
  return gone.ids.length;
};
