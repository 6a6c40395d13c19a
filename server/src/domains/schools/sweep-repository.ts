/** SQL queries of the hourly maintenance of schools. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

const AT_ONCE = 20;

/** Returns schools that were closed on or before the given day. */
export const listClosedSince = (db: Db, day: string): Promise<{ id: string }[]> =>
  db
    .selectFrom('school')
    .select('school.id')
    .where('school.state', '=', 'closed')
    .where(sql`(school.state_since at time zone 'Europe/Berlin')::date`, '<=', day)
    .limit(AT_ONCE)
    .execute();

/** Locks and returns the schools that close within a period. */
export const lockClosing = (db: Db, from: string, to: string) =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.name', 'school.closes_on', 'school.notified_days'])
    .where('school.state', '=', 'closing')
    .where('school.closes_on', '<=', to)
    .where('school.closes_on', '>=', from)
    .forUpdate()
    .skipLocked()
    .execute();

export const setClosingNotified = (db: Db, id: string, days: number): Promise<unknown> =>
  db.updateTable('school').set({ notified_days: days }).where('school.id', '=', id).execute();

/** Closes schools whose last day is before the given day. */
export const closeEnded = (db: Db, day: string, now: Date): Promise<{ id: string }[]> =>
  db
    .updateTable('school')
    .set((eb) => ({ state: 'closed' as const, state_since: now, version: eb('school.version', '+', 1) }))
    .where('school.state', '=', 'closing')
    .where('school.closes_on', '<', day)
    .returning('school.id')
    .execute();

export const removeSchool = (db: Db, id: string): Promise<unknown> => db.deleteFrom('school').where('school.id', '=', id).execute();
