import { sql } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';

const MAX = 50;

const selectPeople = (db: Db) =>
  db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .select([
      'person.id',
      'person.vorname',
      'person.name',
      'person.school_id',
      'person.school_wish',
      'school.name as schulname',
      (eb) => eb.fn.coalesce('person.district_id', 'school.district_id').as('district_id'),
    ]);

export type WaitingPerson = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>;

export const findWaiting = (db: Db, personId: string): Promise<WaitingPerson | undefined> =>
  selectPeople(db).where('person.id', '=', personId).executeTakeFirst();

/** Returns the people who still wait for approval, sorted by name. */
export const listWaitingPeople = (db: Db, ids: readonly string[]): Promise<WaitingPerson[]> =>
  selectPeople(db).where('person.id', '=', matchUuids(ids)).where('person.state', '=', 'pending_approval').orderBy('person.name').execute();

/**
 * Returns the approvers: the administrators of the school, or those of the district if no administrator of the school can sign in. If the district is
 * unknown, returns all district administrators.
 */
export async function findApprovers(
  db: Db,
  { school_id, district_id }: Pick<WaitingPerson, 'school_id' | 'district_id'>,
): Promise<{ id: string }[]> {
  if (school_id) {
    const ofSchool = await reachable(db).where('person.school_id', '=', school_id).where('person.school_admin', 'in', ['1', '2']).execute();
    if (ofSchool.length > 0) return ofSchool;
  }
  return findDistrictAdmins(db, district_id);
}

/** Selects people who can sign in. At a suspended or closed school, only district administrators can. */
const reachable = (db: Db) =>
  db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .select('person.id')
    .where('person.state', '=', 'active')
    .where(sql<boolean>`(coalesce(school.state in ('active', 'closing'), true) or person.district_admin = '1')`)
    .limit(MAX);

/** District of the person or, if it is not set, of the person's school. */
const districtOf = sql<string | null>`coalesce(person.district_id, school.district_id)`;

/** Returns the administrators of a district, or of all districts if `districtId` is `null`. */
export const findDistrictAdmins = (db: Db, districtId: string | null): Promise<{ id: string }[]> =>
  reachable(db)
    .where('person.district_admin', '=', '1')
    .$if(districtId !== null, (query) => query.where(districtOf, '=', districtId))
    .execute();

export const managesDistrict = async (db: Db, personId: string, districtId: string): Promise<boolean> =>
  (await db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .select('person.id')
    .where('person.id', '=', personId)
    .where('person.state', '=', 'active')
    .where('person.district_admin', '=', '1')
    .where(districtOf, '=', districtId)
    .executeTakeFirst()) !== undefined;

const berlinDay = (rows: 'person' | 'waiting') => sql`(${sql.ref(`${rows}.state_since`)} at time zone 'Europe/Berlin')::date`;

/**
 * Marks and returns the people who have been waiting since the day `first` without a reminder, or since the day `second` with one reminder. Compares
 * days instead of times, so that reminders are batched. Skips rows that another process has locked.
 */
export async function claimOverdueApplicants(db: Db, first: string, second: string): Promise<WaitingPerson[]> {
  const { rows } = await sql<{ id: string }>`
    update person set reminded = case when ${berlinDay('person')} <= ${second} then 2 else 1 end
    where person.id in (
      select waiting.id from person as waiting
      where waiting.state = 'pending_approval'
        and (waiting.reminded = 0 and ${berlinDay('waiting')} <= ${first} or waiting.reminded = 1 and ${berlinDay('waiting')} <= ${second})
      order by waiting.state_since limit 1000 for update skip locked
    ) returning person.id`.execute(db);
  if (rows.length === 0) return [];
  return selectPeople(db)
    .where(
      'person.id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('person.name')
    .execute();
}
