/** Taking people out of the portal for good: no row and no word of theirs stays (DSGVO Art. 17). */
import type { Gone } from '../db/names-people.ts';
import type { Db } from '../db/open.ts';
import type { AllDomains, PersonObligation } from '../http/context.ts';
import { holdErasure, lockPeople } from '../domains/accounts/index.ts';
import { noteErasures } from '../domains/audit/index.ts';
import { removeJobsAbout } from '../jobs/repository.ts';
import { DOMAINS } from './list.ts';

/** Lists what keeps the accounts of people until it is settled. Every deletion of an account asks this function. */
export async function listObligations(at: Parameters<AllDomains['obligations']>[0], ids: readonly string[]): Promise<PersonObligation[]> {
  const found: PersonObligation[] = [];
  if (ids.length > 0) for (const domain of Object.values(DOMAINS)) found.push(...((await domain.obligations?.(at, ids)) ?? []));
  return found;
}

/**
 * Deletes people who have no obligations, with everything that hangs on them, and returns their number. In a transaction. Domains are asked from the last to the first:
 * what accounts do is the end of it, since with the row of a person their foreign keys go.
 */
export const erasePeople: AllDomains['erasePeople'] = async (at, wanted, { again } = { again: false }) => {
  const { ids } = await lockPeople(at.db, wanted);
  // Under the lock: no order or loan is written for them meanwhile.
  const held = new Set(again ? [] : (await listObligations(at, ids)).map(({ person_id }) => person_id));
  await holdErasure(at.db, [...held], at.now);
  const gone = await lockPeople(
    at.db,
    ids.filter((id) => !held.has(id)),
  );
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
