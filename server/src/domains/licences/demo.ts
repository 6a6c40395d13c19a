/** Used and unused seats of the demo school. */
import { DAY } from '@fundus/contract/days';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { DemoContext, DemoRemovalContext } from '../../domain.ts';
import { removeLicencesOf, setFirstPrices } from './demo-repository.ts';
import { assignFirstSeats } from './seats/seats.ts';

const Seats = z.record(z.string(), z.object({ used: z.array(z.string()), given: z.array(z.string()) }));

/** Last year's prices in cents, for media with frequent, rare and no use. */
const PRICES: Readonly<Record<string, number>> = {
  'FU-55701136': 18_900,
  'FU-55221340': 11_900,
  'FU-55902292': 7_900,
  'FU-55121374': 14_900,
  'FU-55381255': 39_000,
  'FU-55461391': 24_500,
  'FU-55201306': 59_000,
};
const PRICED_DAYS = 300;

/** Assigns the seats in the name of the school's administrator. Throws if a person or a licence is missing. */
export async function makeDemo({ db, now, people }: DemoContext): Promise<void> {
  const seats = Seats.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')));
  const idOf = await people();
  const by = { person_id: idOf('schuladmin@demo.example'), now: new Date(now.getTime() - 20 * DAY) };
  await setFirstPrices(db, PRICES, new Date(now.getTime() - PRICED_DAYS * DAY));
  for (const [identifier, { used, given }] of Object.entries(seats))
    await assignFirstSeats(db, identifier, { used: used.map(idOf), given: given.map(idOf) }, by);
}

/** Removes the licences of the demo schools. All other licences of the demo are deleted with their media. */
export async function removeDemo({ db, people, schools, identifiers }: DemoRemovalContext): Promise<void> {
  await removeLicencesOf(db, { people, schools, identifiers });
}
