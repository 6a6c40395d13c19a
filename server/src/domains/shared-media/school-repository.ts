/** SQL queries for shares with a whole school, for its data export and for merging schools. */
import { selectFullName } from '../../db/full-name.ts';
import { sql } from 'kysely';
import { MAX_EXPORTED } from '../../domain.ts';
import type { Db } from '../../db/open.ts';

/** Returns shares with the whole school. Shares between individual users are excluded, because they belong to these users. */
export const collectShared = (db: Db, schoolId: string) =>
  db
    .selectFrom('shared_medium')
    .innerJoin('person', 'person.id', 'shared_medium.person_id')
    .select(['shared_medium.identifier', 'shared_medium.title', 'shared_medium.message', 'shared_medium.visible_from'])
    .select(['shared_medium.visible_until', 'shared_medium.shared_at', 'shared_medium.revoked_at'])
    .select(selectFullName('person').as('by'))
    .where('shared_medium.school_id', '=', schoolId)
    .where('shared_medium.to_school', '=', true)
    .orderBy('shared_medium.shared_at')
    .orderBy('shared_medium.id')
    .limit(MAX_EXPORTED)
    .execute();

/** Removes shares that also exist at the target school, before the others are moved to it. */
export const removeDuplicateShares = (db: Db, from: string, to: string): Promise<unknown> =>
  sql`delete from shared_medium where shared_medium.school_id = ${from} and shared_medium.to_school and exists (
    select from shared_medium as other where other.school_id = ${to} and other.to_school
      and other.person_id = shared_medium.person_id and other.identifier = shared_medium.identifier
      and other.excerpt_id is not distinct from shared_medium.excerpt_id)`.execute(db);
