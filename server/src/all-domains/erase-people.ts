/** Erases people for good, with every row and text about them (GDPR Art. 17). */
import type { Gone } from '../db/names-people.ts';
import type { Db } from '../db/open.ts';
import type { AllDomains } from '../http/context.ts';
import { lockPeople } from '../domains/accounts/index.ts';
import { noteErasures } from '../domains/audit/index.ts';
import { removeJobsAbout } from '../jobs/repository.ts';
import { DOMAINS } from './list.ts';

/**
 * Erases people with everything that references them. Returns how many existed. Requires a transaction. Domains run from last to first:
 * accounts come last, because deleting the person removes rows by foreign keys.
 */
export const erasePeople: AllDomains['erasePeople'] = async (at, wanted) => {
  const gone = await lockPeople(at.db, wanted);
  if (gone.ids.length === 0) return 0;
  await takeOut(at.db, gone);
  await noteErasures(at, gone.ids);
  return gone.ids.length;
};

/** Erases locked people, including those a restored backup brought back. */
export async function takeOut(db: Db, gone: Gone): Promise<void> {
  await removeJobsAbout(db, gone);
  for (const domain of Object.values(DOMAINS).reverse()) await domain.erasePeople?.(db, gone);
}
