/** Creates and removes the district, schools and people of the demo. Some of these people can sign in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SALUTATIONS } from '@fundus/contract/accounts/choices';
import { AccountState } from '@fundus/contract/accounts/states';
import { CAPABILITIES, PERSON_ROLES } from '@fundus/contract/people/rules';
import { DAY } from '@fundus/contract/days';
import { z } from 'zod';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';
import type { DemoContext, DemoRemovalContext } from '../../domain.ts';
import { findHolder, lockDemoPeople, removeDistrict, removeSchool } from './demo-repository.ts';
import { insertDistrict, insertPeople, insertSchools } from './repository.ts';

const People = z.object({
  district: z.object({ id: z.string(), name: z.string() }),
  schools: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      number: z.string(),
      street: z.string().default(''),
      postcode: z.string().default(''),
      city: z.string().default(''),
      kind: z.string().default(''),
      email: z.string().default(''),
      phone: z.string().default(''),
      website: z.string().default(''),
    }),
  ),
  people: z.array(
    z.object({
      email: z.string().nullish(),
      vorname: z.string(),
      name: z.string(),
      salutation: z.enum(SALUTATIONS).default(''),
      role: z.enum(PERSON_ROLES).default(''),
      school_admin: z.enum(['0', '1', '2']).default('0'),
      district_admin: z.enum(['0', '1']).default('0'),
      capabilities: z.array(z.enum(CAPABILITIES)).default([]),
      school: z.string().nullish(),
      state: AccountState.default('active'),
      demo: z.boolean().default(false),
      /** Number of days between the last sign-in and the loading of the demo. */
      seen_days_ago: z.int().min(1).optional(),
    }),
  ),
});

const readDemo = () => People.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')));

/** Locks the demo accounts. Returns the people that exist, and the schools and the district of the demo. */
export async function findDemo(db: Db) {
  const { district, schools, people } = readDemo();
  const found = await lockDemoPeople(
    db,
    people.flatMap(({ email }) => email ?? []),
  );
  return { ...found, schools: schools.map(({ id }) => id), district_id: district.id };
}

export async function makeDemo({ db, now, district_id, passwordHash }: DemoContext): Promise<void> {
  const { district, schools, people } = readDemo();
  await insertDistrict(db, { ...district, id: district_id });
  await insertSchools(
    db,
    schools.map((school) => ({ ...school, district_id })),
  );
  await insertPeople(
    db,
    people.map(({ school, demo, email, seen_days_ago, ...person }) => ({
      ...person,
      last_sign_in_at: seen_days_ago === undefined ? null : new Date(now.getTime() - seen_days_ago * DAY),
      id: newId(),
      email: email ?? null,
      demo,
      password_hash: demo ? passwordHash : null,
      school_id: school ?? null,
      district_id,
    })),
  );
}

/** Removes the demo people with everything that references them. Removes the demo schools and district unless they are used by others. */
export async function removeDemo({
  db,
  people,
  schools,
  district_id,
  erasePeople,
  removed,
  kept,
  removeFiles,
}: DemoRemovalContext): Promise<void> {
  await erasePeople(people);
  removed('accounts', people.ids.length);
  let count = 0;
  for (const id of schools) {
    const why = await findHolder(db, 'school_id', id);
    const gone = why === null ? await removeSchool(db, id) : undefined;
    if (why !== null) kept(`school ${id}`, why);
    if (!gone) continue;
    count += 1;
    if (gone.logo !== null) removeFiles([gone.logo]);
  }
  removed('schools', count);
  const why = await findHolder(db, 'district_id', district_id);
  if (why !== null) kept(`district ${district_id}`, why);
  else removed('districts', await removeDistrict(db, district_id));
}
