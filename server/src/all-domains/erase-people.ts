/** Erases people permanently, with every row and text about them (GDPR Art. 17). */
import type { RemovedPeople } from '../db/names-people.ts';
import type { Db } from '../db/open.ts';
import type { AllDomains, PersonObligation } from '../http/context.ts';
import { postponeErasure, lockPeople } from '../domains/accounts/index.ts';
import { recordErasures } from '../domains/audit/index.ts';
import { removeJobsAbout } from '../jobs/repository.ts';
import { DOMAINS } from './list.ts';

/** Lists the obligations that prevent the deletion of accounts. Every deletion of an account calls this function. */
export async function listObligations(at: Parameters<AllDomains['obligations']>[0], ids: readonly string[]): Promise<PersonObligation[]> {
  const found: PersonObligation[] = [];
  if (ids.length > 0) for (const domain of Object.values(DOMAINS)) found.push(...((await domain.obligations?.(at, ids)) ?? []));
  return found;
}

/**
 * Erases people who have no obligations, with everything that references them, and returns their number. Requires a transaction. Domains are
 * processed from last to first. Accounts come last, because deleting the person cascades to other rows.
 */
export const erasePeople: AllDomains['erasePeople'] = async (at, wanted, { again } = { again: false }) => {
  const { ids } = await lockPeople(at.db, wanted);
  // Runs under the lock, so that no order or loan is added for these people at the same time.
  const indebted = new Set(again ? [] : (await listObligations(at, ids)).map(({ person_id }) => person_id));
  await postponeErasure(at.db, [...indebted], at.now);
  const people = await lockPeople(
    at.db,
    ids.filter((id) => !indebted.has(id)),
  );
  if (people.ids.length === 0) return 0;
  await eraseLocked(at.db, people);
  await recordErasures(at, people.ids);
  return people.ids.length;
};

/** Erases locked people. Also used for erased people who were restored from a backup. */
export async function eraseLocked(db: Db, removed: RemovedPeople): Promise<void> {
  await removeJobsAbout(db, removed);
  for (const domain of Object.values(DOMAINS).reverse()) await domain.erasePeople?.(db, removed);
}
