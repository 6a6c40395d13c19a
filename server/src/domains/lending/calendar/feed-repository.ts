/** Queries for calendar feeds of loans. */
import { today } from '@fundus/contract/days';
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { dueDay } from './day-repository.ts';
import { lastLessonBegin, lessonBegin, lessonEnd, selectLessons } from './lesson-repository.ts';

export const findFeed = (db: Db, personId: string): Promise<{ made_at: Date } | undefined> =>
  db.selectFrom('lending_feed').select('lending_feed.made_at').where('lending_feed.person_id', '=', personId).executeTakeFirst();

/** Returns the owner of a feed if the account is active. */
export const findFeedOwner = (db: Db, hash: string): Promise<{ id: string; locale: string | null } | undefined> =>
  db
    .selectFrom('lending_feed')
    .innerJoin('person', 'person.id', 'lending_feed.person_id')
    .select(['person.id', 'person.locale'])
    .where('lending_feed.hash', '=', hash)
    .where('person.state', '=', 'active')
    .executeTakeFirst();

export const saveFeed = (db: Db, row: { person_id: string; hash: string; made_at: Date }): Promise<unknown> =>
  db
    .insertInto('lending_feed')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ hash: row.hash, made_at: row.made_at }))
    .execute();

export const removeFeed = (db: Db, personId: string): Promise<unknown> =>
  db.deleteFrom('lending_feed').where('lending_feed.person_id', '=', personId).execute();

/** Returns a user's unfinished loans with the data for their calendar events. */
export const listDates = (db: Db, personId: string, now: Date) =>
  db
    .selectFrom('rental_line as l')
    .innerJoin('rental_order as o', 'o.id', 'l.order_id')
    .innerJoin('lending_point as point', 'point.id', 'o.point_id')
    .innerJoin('device_model as m', 'm.id', 'l.model_id')
    .leftJoin('school', 'school.id', 'o.school_id')
    .select([
      'o.id',
      'school.name as school_name',
      'o.number',
      'o.title',
      'point.name as point_name',
      'point.address',
      'l.start_on',
      'l.pickup_on',
      'l.end_on',
      'l.state',
      'l.collect_until',
      'l.bring_on',
      'l.fetch_on',
    ])
    .select(['m.name as model_name', selectLessons('l').as('lessons')])
    .select([lessonBegin('l').as('begins_at'), lastLessonBegin('l').as('last_begins_at'), lessonEnd('l').as('ends_at')])
    .where('o.person_id', '=', personId)
    .where('l.state', 'in', ['approved', 'ready', 'on_loan'])
    .where(sql<boolean>`${dueDay('l')} >= ${today(now)}::date`)
    .orderBy('l.start_on')
    .orderBy('l.id')
    .limit(500)
    .execute();
