/** Queries for accounts that have ended or are unused. */
import type { AccountState } from '@fundus/contract/accounts/states';
import { UNUSED_NOTICE_MONTHS, DEFAULT_UNUSED_MONTHS } from '@fundus/contract/schools/settings';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/**
 * Locks the accounts that have been in a state since before `since`. If `notified` is given, only people who were notified before that date are
 * included.
 */
export const lockInState = (db: Db, state: AccountState, since: Date, limit: number, notified?: Date) =>
  db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .select((eb) => ['person.id', 'person.school_id', eb.fn.coalesce('school.district_id', 'person.district_id').as('district_id')])
    .where('person.state', '=', state)
    .where('person.state_since', '<', since)
    .$if(notified !== undefined, (people) =>
      people
        .where('person.demo', '=', false)
        .where('person.dormant_notified_at', '<', notified!)
        .whereRef('person.dormant_notified_at', '>=', 'person.state_since'),
    )
    .orderBy('person.erasure_kept_at', (order) => order.asc().nullsFirst())
    .orderBy('person.state_since')
    .limit(limit)
    .forUpdate('person')
    .skipLocked()
    .execute();

/** Locks the accounts that have been in a state since before `since` and whose users have not been notified. */
export const lockUnnotifiedInState = (db: Db, state: AccountState, since: Date, limit: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('person')
    .select('person.id')
    .where('person.state', '=', state)
    .where('person.state_since', '<', since)
    .where('person.demo', '=', false)
    .where(sql<boolean>`(person.dormant_notified_at is null or person.dormant_notified_at < person.state_since)`)
    .orderBy('person.state_since')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

const lastSeen = sql<Date>`coalesce(person.last_sign_in_at, person.created_at)`;

/** Number of months until an unused account becomes dormant, as set by its school. */
const months = sql<number>`coalesce((school.settings->>'unused_months')::int, ${DEFAULT_UNUSED_MONTHS})`;

/** Selects the accounts that have been unused for the period of their school minus `less` months. */
const selectUnused = (db: Db, now: Date, less = 0) =>
  db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .select(['person.id', 'person.school_admin', 'person.district_admin', 'person.school_id', 'school.name as school_name'])
    .select(months.as('months'))
    .select((eb) => ['school.district_id as school_district', eb.fn.coalesce('person.district_id', 'school.district_id').as('district_id')])
    .where('person.state', '=', 'active')
    .where('person.demo', '=', false)
    .where(sql<boolean>`${lastSeen} < ${now}::timestamptz - make_interval(months => ${months} - ${less}::int)`);

export type UnusedAccount = Awaited<ReturnType<ReturnType<typeof selectUnused>['executeTakeFirstOrThrow']>>;

export const setAccountNotified = (db: Db, id: string, now: Date): Promise<unknown> =>
  db.updateTable('person').set({ dormant_notified_at: now }).where('person.id', '=', id).execute();

/**
 * Locks the accounts that will soon be unused for their whole period. Users who were notified after their last use and after `notifiedBefore` are
 * excluded.
 */
export const lockUnnotified = (db: Db, now: Date, notifiedBefore: Date, limit: number): Promise<UnusedAccount[]> =>
  selectUnused(db, now, UNUSED_NOTICE_MONTHS)
    .where(
      sql<boolean>`(person.dormant_notified_at is null or person.dormant_notified_at < ${lastSeen}
          or person.dormant_notified_at < ${notifiedBefore})`,
    )
    .limit(limit)
    .forUpdate('person')
    .skipLocked()
    .execute();

/** Range of dates in which the notice must have been sent. */
type Notified = { from: Date; to: Date };

const selectDue = (db: Db, now: Date, { from, to }: Notified) =>
  selectUnused(db, now)
    .where('person.dormant_notified_at', '<', to)
    .where('person.dormant_notified_at', '>=', from)
    .where(sql<boolean>`person.dormant_notified_at >= ${lastSeen}`);

/** Returns the accounts that have been unused for their period and whose users were notified. */
export const listAccountsDueForErasure = (db: Db, now: Date, notified: Notified, limit: number): Promise<UnusedAccount[]> =>
  selectDue(db, now, notified).orderBy('person.dormant_notified_at').limit(limit).execute();

/** Locks and returns the account if it is still unused and its user was notified in the given range. */
export const lockDue = (db: Db, now: Date, notified: Notified, id: string): Promise<UnusedAccount | undefined> =>
  selectDue(db, now, notified).where('person.id', '=', id).forUpdate('person').skipLocked().executeTakeFirst();
