/** Seats of the demo school that are given already: somebody's own, some used, some not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Db } from '../db/open.ts';
import { giveFirstSeats } from '../domains/licences/index.ts';

const Seats = z.record(z.string(), z.object({ used: z.array(z.string()), given: z.array(z.string()) }));

/** `giver` is the address of who gave them. Throws where a person or a licence is missing. */
export async function giveDemoSeats(db: Db, giver: string, now: Date): Promise<void> {
  const seats = Seats.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'seats.json'), 'utf8')));
  const people = await db.selectFrom('person').select(['person.id', 'person.email']).limit(10_000).execute();
  const idOf = (email: string): string => {
    const found = people.find((person) => person.email === email);
    if (!found) throw new Error(`demo seats: nobody is ${email}`);
    return found.id;
  };
  for (const [identifier, { used, given }] of Object.entries(seats))
    await giveFirstSeats(db, identifier, { used: used.map(idOf), given: given.map(idOf) }, { person_id: idOf(giver), now });
}
