import { sql, type RawBuilder } from 'kysely';
import { matchTexts } from '../../db/any-of.ts';
import { matchPeople, isAnotherPerson, type RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';

/** Condition that people other than these have a seat or an event of a licence. */
export const involvesOthers = (people: RemovedPeople): RawBuilder<boolean> => sql<boolean>`(
  exists (select from licence_seat where licence_seat.licence_id = licence.id and (
    ${isAnotherPerson(sql`licence_seat.person_id`, people)} or ${isAnotherPerson(sql`licence_seat.assigned_by`, people)}))
  or exists (select from licence_event where licence_event.licence_id = licence.id and ${isAnotherPerson(sql`licence_event.person_id`, people)}))`;

/** Sets the price and the creation time of licences. */
export async function setFirstPrices(db: Db, prices: Readonly<Record<string, number>>, created_at: Date): Promise<void> {
  for (const [identifier, price] of Object.entries(prices))
    await db.updateTable('licence').set({ price, created_at }).where('licence.identifier', '=', identifier).execute();
}

/** Deletes licences of these schools that are for these media or that these people created. Keeps licences in which other people are involved. */
export const removeLicencesOf = (
  db: Db,
  { people, schools, identifiers }: { people: RemovedPeople; schools: readonly string[]; identifiers: readonly string[] },
): Promise<unknown> =>
  sql`delete from licence where licence.school_id = ${matchTexts(schools)} and not ${involvesOthers(people)}
    and (licence.identifier = ${matchTexts(identifiers)} or licence.origin <> 'record'
      and exists (select from licence_event where licence_event.licence_id = licence.id and licence_event.person_id = ${matchPeople(people)}))`.execute(
    db,
  );
