/** Queries for the initial setup and its checklist. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { isOpenInvitation } from '../invitations/index.ts';

const selectFirstStart = (db: Db) =>
  db.selectFrom('first_start').select(['first_start.token_hash', 'first_start.token_until', 'first_start.draft', 'first_start.version']);

export const findFirstStart = (db: Db) => selectFirstStart(db).executeTakeFirst();

/** Locks the row until commit. If two browsers finish at the same time, the second one finds the district of the first. */
export const lockFirstStart = (db: Db) => selectFirstStart(db).forUpdate().executeTakeFirst();

export const saveToken = (db: Db, token_hash: string, token_until: Date): Promise<unknown> =>
  db
    .insertInto('first_start')
    .values({ token_hash, token_until })
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet({ token_hash, token_until }))
    .execute();

export const saveDraft = (db: Db, draft: object, version: number): Promise<unknown> =>
  db
    .updateTable('first_start')
    .set({ draft: JSON.stringify(draft), version })
    .execute();

export const removeFirstStart = (db: Db): Promise<unknown> => db.deleteFrom('first_start').execute();

export const findChecklist = (db: Db, district_id: string) =>
  db
    .selectFrom('district_checklist')
    .select(['district_checklist.skipped', 'district_checklist.hidden_at'])
    .where('district_checklist.district_id', '=', district_id)
    .executeTakeFirst();

export const saveChecklist = (db: Db, district_id: string, change: { skipped?: string[]; hidden_at?: Date | null }): Promise<unknown> =>
  db
    .insertInto('district_checklist')
    .values({ district_id, ...change })
    .onConflict((conflict) => conflict.column('district_id').doUpdateSet(change))
    .execute();

/** Counts what a district has set up. Media are counted for the whole portal, because all districts share one catalogue. */
export async function countSetUp(db: Db, district: string, today: string): Promise<Record<string, number>> {
  const schools = sql`(select school.id from school where school.district_id = ${district} and school.state <> 'closed')`;
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from theme_version where theme_version.state = 'published') as look,
    (select count(*) from school where school.district_id = ${district} and school.state <> 'closed') as school,
    (select count(*) from person where person.school_admin <> '0' and person.state = 'active' and person.school_id in ${schools})
      + (select count(*) from invitation where invitation.role = 'school_admin' and invitation.school_id in ${schools}
        and ${isOpenInvitation(today)}) as "schoolAdmin",
    (select count(*) from person where person.school_id is null and person.district_id = ${district} and person.state = 'active'
      and (person.district_admin = '1' or cardinality(person.capabilities) > 0))
      + (select count(*) from invitation where invitation.staff_of = ${district} and ${isOpenInvitation(today)}) as staff,
    (select count(*) from (select from media_item limit 1000) as medium) as media,
    (select count(*) from (select from licence where licence.district_id = ${district} or licence.school_id in ${schools} limit 1000) as each) as licences,
    (select count(*) from lending_point where lending_point.district_id = ${district} or lending_point.school_id in ${schools}) as lending`.execute(
    db,
  );
  return rows[0]!;
}

/** Returns the oldest school without an active administrator. */
export async function findUnmanagedSchool(db: Db, district: string): Promise<string | null> {
  const row = await db
    .selectFrom('school')
    .select('school.id')
    .where('school.district_id', '=', district)
    .where('school.state', '=', 'active')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('person')
            .select('person.id')
            .whereRef('person.school_id', '=', 'school.id')
            .where('person.school_admin', '<>', '0')
            .where('person.state', '=', 'active'),
        ),
      ),
    )
    .orderBy('school.created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
