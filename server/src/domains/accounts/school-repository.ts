/** Queries for the people of a school, used by the export and by school merges. */
import { sql } from 'kysely';
import { MAX_EXPORTED } from '../../domain.ts';
import type { Db } from '../../db/open.ts';

/** Returns the people of a school without passwords and keys. Of the last sign-in, only the month is returned. */
export const collectPeople = (db: Db, schoolId: string) =>
  db
    .selectFrom('person')
    .select(['person.vorname', 'person.name', 'person.email', 'person.username', 'person.borrower_code', 'person.role'])
    .select(['person.capabilities', 'person.state', 'person.state_since', 'person.state_reason', 'person.created_at'])
    .select([
      sql<boolean>`person.school_admin <> '0'`.as('school_admin'),
      sql<string | null>`to_char(person.last_sign_in_at, 'YYYY-MM')`.as('last_sign_in'),
    ])
    .where('person.school_id', '=', schoolId)
    .where('person.state', '<>', 'pending_email')
    .orderBy('person.sort_name')
    .orderBy('person.sort_vorname')
    .orderBy('person.id')
    .limit(MAX_EXPORTED)
    .execute();

/** Moves all people to another school. */
export const movePeople = (db: Db, from: string, to: string): Promise<unknown> =>
  sql`update person set school_id = ${to}, version = person.version + 1 where person.school_id = ${from}`.execute(db);
