/** Stores results of the list comparison and the decisions of districts. */
import { sql } from 'kysely';
import { matchTexts } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import type { ValueOf } from '../../../db/tables.ts';

/** Query limit, which exceeds the number of people of any portal. */
const MAX_PEOPLE = 2_000_000;
const MAX_SCHOOLS = 100_000;
const MAX_SHOWN = 500;

export type PausedState = ValueOf<'paused_school', 'state'>;

/**
 * Returns all people of a provider with their schools according to the provider. The current school is included if the provider is the person's only
 * way to sign in.
 */
export const listKnown = (db: Db, provider: string) =>
  db
    .selectFrom('identity')
    .innerJoin('person', 'person.id', 'identity.person_id')
    .select([
      'identity.subject',
      'identity.unlisted',
      sql<string[]>`array(select school.id from school where school.id = any(identity.schools)
        or (school.id = person.school_id and person.password_hash is null))`.as('at'),
      sql<boolean>`identity.unlisted_at is not null`.as('ending'),
      sql<boolean>`person.state = 'erasure_pending'`.as('erasing'),
    ])
    .where('identity.provider', '=', provider)
    .limit(MAX_PEOPLE)
    .execute();

export const listSchoolNumbers = (db: Db) =>
  db
    .selectFrom('school')
    .select(['school.id', sql<string>`lower(school.number)`.as('number')])
    .where('school.number', '<>', '')
    .limit(MAX_SCHOOLS)
    .execute();

export const findSchoolName = (db: Db, id: string) =>
  db.selectFrom('school').select(['school.name', 'school.district_id']).where('school.id', '=', id).executeTakeFirst();

export const listPeopleListStates = (db: Db) =>
  db
    .selectFrom('people_list')
    .select([
      ...(['people_list.provider', 'people_list.asked_at', 'people_list.read_at', 'people_list.error'] as const),
      ...(['people_list.known', 'people_list.left_school', 'people_list.ended'] as const),
    ])
    .limit(MAX_SHOWN)
    .execute();

export const recordListRequest = (db: Db, provider: string, asked_at: Date, error: string | null): Promise<unknown> =>
  db
    .insertInto('people_list')
    .values({ provider, asked_at, error })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ asked_at, error }))
    .execute();

export const recordListRead = (
  db: Db,
  provider: string,
  values: { asked_at: Date; read_at: Date; error: string | null; known: number; left_school: number; ended: number },
): Promise<unknown> =>
  db
    .insertInto('people_list')
    .values({ provider, ...values })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(values))
    .execute();

const selectPaused = (db: Db) =>
  db
    .selectFrom('paused_school')
    .innerJoin('school', 'school.id', 'paused_school.school_id')
    .select([
      ...([
        'paused_school.provider',
        'paused_school.school_id',
        'paused_school.state',
        'paused_school.known',
        'paused_school.missing',
      ] as const),
      ...(['paused_school.since', 'paused_school.decided_at', 'school.name as school', 'school.district_id'] as const),
    ])
    .orderBy('school.name')
    .limit(MAX_SHOWN);

export const listPaused = (db: Db, of: { provider: string } | { districtId: string }) =>
  'provider' in of
    ? selectPaused(db).limit(MAX_SCHOOLS).where('paused_school.provider', '=', of.provider).execute()
    : selectPaused(db).where('school.district_id', '=', of.districtId).execute();

export const lockPaused = (db: Db, provider: string, schoolId: string, districtId: string) =>
  selectPaused(db)
    .where('paused_school.provider', '=', provider)
    .where('paused_school.school_id', '=', schoolId)
    .where('school.district_id', '=', districtId)
    .forUpdate('paused_school')
    .executeTakeFirst();

export const setPaused = (db: Db, provider: string, schoolId: string, state: PausedState, decided_at: Date | null): Promise<unknown> =>
  db
    .updateTable('paused_school')
    .set({ state, decided_at })
    .where('paused_school.provider', '=', provider)
    .where('paused_school.school_id', '=', schoolId)
    .execute();

export const writePaused = (
  db: Db,
  row: { provider: string; school_id: string; state: PausedState; known: number; missing: number; since: Date },
): Promise<unknown> => {
  const { state, known, missing, since } = row;
  return db
    .insertInto('paused_school')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'school_id']).doUpdateSet({ state, known, missing, since }))
    .execute();
};

/** Removes schools that are no longer paused. */
export const removePaused = (db: Db, provider: string, schools: readonly string[]): Promise<unknown> =>
  db
    .deleteFrom('paused_school')
    .where('paused_school.provider', '=', provider)
    .where('paused_school.school_id', '=', matchTexts(schools))
    .execute();

/** Stores for each person the schools at which they are missing, and clears this for all other people of the provider. */
export async function markMissing(db: Db, provider: string, schoolsOf: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const marks = JSON.stringify([...schoolsOf].map(([subject, schools]) => ({ subject, schools })));
  await sql`update identity set unlisted = array(select jsonb_array_elements_text(each.schools))
    from jsonb_to_recordset(${marks}::jsonb) as each (subject text, schools jsonb)
    where identity.provider = ${provider} and identity.subject = each.subject`.execute(db);
  await db
    .updateTable('identity')
    .set({ unlisted: [] })
    .where('identity.provider', '=', provider)
    .where('identity.subject', '<>', sql<string>`all(${sql.val([...schoolsOf.keys()])}::text[])`)
    .where(sql<boolean>`identity.unlisted <> '{}'`)
    .execute();
}

/** Returns an identity and locks it until the transaction ends. `others` is true if the person has another identity. */
export const lockIdentity = (db: Db, provider: string, subject: string) =>
  db
    .selectFrom('identity')
    .innerJoin('person', 'person.id', 'identity.person_id')
    .select([
      ...(['identity.person_id', 'identity.schools', 'identity.unlisted_at'] as const),
      ...(['person.state', 'person.school_id', 'person.blocked_before'] as const),
      sql<boolean>`(person.password_hash is not null)`.as('has_password'),
      sql<boolean>`exists (select from identity as other where other.person_id = identity.person_id
        and (other.provider, other.subject) <> (identity.provider, identity.subject))`.as('others'),
    ])
    .where('identity.provider', '=', provider)
    .where('identity.subject', '=', subject)
    .forUpdate('identity')
    .executeTakeFirst();

export const removeSchools = (db: Db, provider: string, subject: string, schools: readonly string[]): Promise<unknown> =>
  db
    .updateTable('identity')
    .set({
      schools: sql<string[]>`array(select unnest(identity.schools) except select unnest(${sql.val([...schools])}::text[]))`,
      roles: sql`identity.roles - ${sql.val([...schools])}::text[]`,
    })
    .where('identity.provider', '=', provider)
    .where('identity.subject', '=', subject)
    .execute();

export const setUnlisted = (db: Db, provider: string, subject: string, unlisted_at: Date | null): Promise<unknown> =>
  db
    .updateTable('identity')
    .set({ unlisted_at })
    .where('identity.provider', '=', provider)
    .where('identity.subject', '=', subject)
    .execute();

export const removeIdentity = (db: Db, provider: string, subject: string): Promise<unknown> =>
  db.deleteFrom('identity').where('identity.provider', '=', provider).where('identity.subject', '=', subject).execute();
