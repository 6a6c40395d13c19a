/** Queries for bookings, by device and day. */
import { sql } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import { selectBorrower } from '../borrowers/borrower-repository.ts';
import { dueDay, firstDay } from '../calendar/day-repository.ts';
import { lessonEnd, selectLessons } from '../calendar/lesson-repository.ts';

/** Returns the lines that reserve a device between two days. Overdue loans reserve it until they are returned. */
export const listBookings = (db: Db, models: readonly string[], from: string, until: string) =>
  db
    .selectFrom('rental_line as l')
    .innerJoin('rental_order as o', 'o.id', 'l.order_id')
    .leftJoin('person as p', 'p.id', 'o.person_id')
    .leftJoin('rental_wait as w', (join) => join.onRef('w.order_id', '=', 'o.id').on('w.state', '=', 'offered'))
    .select([
      'l.id',
      'l.order_id',
      'l.item_id',
      'l.start_on',
      'l.end_on',
      'l.state',
      'l.collect_until',
      'l.agree_until',
      'o.number',
      'o.title',
      'o.submitted_at',
      'w.offered_until',
    ])
    .select([sql<string>`l.busy_from`.as('busy_from'), sql<string>`l.busy_until`.as('busy_until'), selectBorrower().as('borrower')])
    .select([selectLessons('l').as('lessons'), lessonEnd('l').as('ends_at'), firstDay('l').as('first_on'), dueDay('l').as('due_on')])
    .where('l.model_id', '=', matchUuids(models))
    .where('l.busy_from', 'is not', null)
    .where('l.busy_from', '<=', until)
    .where((eb) => eb.or([eb('l.busy_until', '>=', from), eb('l.state', '=', 'on_loan')]))
    .orderBy('l.start_on')
    .orderBy(sql`l.first_lesson nulls first`)
    .orderBy('l.id')
    .limit(50_000)
    .execute();

export const listRows = (db: Db, models: readonly string[]) =>
  db
    .selectFrom('device_item as i')
    .select(['i.id', 'i.model_id', 'i.code', 'i.shelf', 'i.state', 'i.not_lendable', 'i.away_until'])
    .where('i.model_id', '=', matchUuids(models))
    .where('i.state', 'not in', ['retired', 'lost'])
    .orderBy('i.code')
    .orderBy('i.id')
    .limit(20_000)
    .execute();

/**
 * Returns the line for which a device is to be made ready. This is the earliest one. If several begin at the same time, the line with this device is
 * preferred.
 */
export const findUnready = (db: Db, model: string, item: string, today: string, until: string) =>
  db
    .selectFrom('rental_line as l')
    .select(['l.id', 'l.order_id'])
    .where('l.model_id', '=', model)
    .where('l.state', '=', 'approved')
    .where(sql<boolean>`${firstDay('l')} <= ${until}::date`)
    .where(sql<boolean>`coalesce(l.collect_until >= ${today}::date, true)`)
    .orderBy('l.start_on')
    .orderBy(sql`l.first_lesson nulls first`)
    .orderBy(sql`(l.item_id = ${item}) desc nulls last`)
    .orderBy('l.id')
    .limit(1)
    .executeTakeFirst();
