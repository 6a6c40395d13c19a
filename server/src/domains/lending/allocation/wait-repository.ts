import { sql, type Updateable } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import { selectFullName } from '../../../db/full-name.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

const selectWaits = (db: Db) =>
  db
    .selectFrom('rental_wait as w')
    .innerJoin('device_model as m', 'm.id', 'w.model_id')
    .innerJoin('lending_point as point', 'point.id', 'm.point_id')
    .innerJoin('person as p', 'p.id', 'w.person_id')
    .leftJoin('school', 'school.id', 'w.school_id')
    .select(['w.id', 'w.model_id', 'w.person_id', 'w.school_id', 'w.quantity', 'w.earliest', 'w.latest', 'w.days', 'w.state', 'w.order_id'])
    .select([
      'w.offered_until',
      'w.created_at',
      'm.name as model_name',
      'm.point_id',
      'point.name as point_name',
      'school.name as school_name',
    ])
    .select(selectFullName('p').as('borrower'))
    .select((eb) =>
      (['start_on', 'end_on'] as const).map((day) =>
        eb
          .selectFrom('rental_line as l')
          .whereRef('l.order_id', '=', 'w.order_id')
          .select((line) => line.fn.min(`l.${day}`).as('day'))
          .as(day),
      ),
    );

export type WaitRow = Awaited<ReturnType<ReturnType<typeof selectWaits>['executeTakeFirstOrThrow']>>;

export const findWait = (db: Db, id: string): Promise<WaitRow | undefined> => selectWaits(db).where('w.id', '=', id).executeTakeFirst();

/** Returns a user's entries in waiting lists: open ones and those that ended since a date. */
export const listOwnWaits = (db: Db, personId: string, since: Date): Promise<WaitRow[]> =>
  selectWaits(db)
    .where('w.person_id', '=', personId)
    .where((eb) => eb.or([eb('w.over_at', 'is', null), eb('w.over_at', '>', since)]))
    .orderBy('w.created_at', 'desc')
    .orderBy('w.id')
    .limit(200)
    .execute();

const WAITING = ['waiting', 'offered'] as const;
const waitsAt = (db: Db, of: { model: string } | { point: string }) =>
  selectWaits(db)
    .where((eb) => ('model' in of ? eb('w.model_id', '=', of.model) : eb('m.point_id', '=', of.point)))
    .where('w.state', 'in', WAITING)
    .where('p.state', '=', 'active')
    .where(sql<boolean>`(point.school_id is null or point.school_id = p.school_id)`);

/** Returns the number of entries in the waiting lists of a point. */
export async function countQueue(db: Db, point: string): Promise<number> {
  const { n } = await waitsAt(db, { point })
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/**
 * Returns the waiting list of a model or a point in order of precedence. Schools with the fewest loans of the model since a day come first, then the
 * longest wait. Accounts that may no longer borrow at the point are left out.
 */
export const listQueue = (
  db: Db,
  of: { model: string } | { point: string },
  since: string,
  page?: { offset: number; limit: number },
): Promise<WaitRow[]> =>
  waitsAt(db, of)
    .orderBy('m.name')
    .orderBy('w.model_id')
    .orderBy(
      sql`(select count(*) from rental_line as l join rental_order as o on o.id = l.order_id
        where l.model_id = w.model_id and o.school_id = w.school_id and l.start_on >= ${since}
          and l.state in ('approved', 'ready', 'on_loan', 'returned', 'lost'))`,
    )
    .orderBy('w.created_at')
    .orderBy('w.id')
    .$if(page !== undefined, (queue) => queue.offset(page!.offset).limit(page!.limit))
    .execute();

/** Returns the earliest start of the entries that wait for a model between two days, or `null` if there are none. */
export async function findEarliestWaitDay(db: Db, model: string, from: string, until: string): Promise<string | null> {
  const row = await db
    .selectFrom('rental_wait as w')
    .where('w.model_id', '=', model)
    .where('w.state', '=', 'waiting')
    .where('w.earliest', '<=', until)
    .where('w.latest', '>=', from)
    .select((eb) => eb.fn.min('w.earliest').as('day'))
    .executeTakeFirst();
  return row?.day ?? null;
}

/** Returns the models with open entries in their waiting list. */
export async function listWaitedModels(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('rental_wait as w')
    .where('w.state', 'in', ['waiting', 'offered'])
    .select('w.model_id')
    .distinct()
    .orderBy('w.model_id')
    .execute();
  return rows.map(({ model_id }) => model_id);
}

export const hasQueue = async (db: Db, model: string): Promise<boolean> =>
  (await db
    .selectFrom('rental_wait as w')
    .select('w.id')
    .where('w.model_id', '=', model)
    .where('w.state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()) !== undefined;

type NewWait = Pick<WaitRow, 'id' | 'model_id' | 'person_id' | 'school_id' | 'quantity' | 'earliest' | 'latest' | 'days' | 'created_at'>;
export const insertWait = (db: Db, row: NewWait): Promise<unknown> => db.insertInto('rental_wait').values(row).execute();

export const updateWait = (db: Db, id: string, set: Updateable<Tables['rental_wait']>): Promise<unknown> =>
  db.updateTable('rental_wait').set(set).where('rental_wait.id', '=', id).execute();

/** Ends expired offers and entries whose last possible start has passed. */
export const lapseWaits = (db: Db, now: Date, day: string, models?: readonly string[]): Promise<unknown> =>
  sql`update rental_wait set state = 'lapsed', over_at = ${now}
    where ${models ? sql<boolean>`rental_wait.model_id = ${matchUuids(models)}` : sql<boolean>`true`}
      and ((rental_wait.state = 'offered' and rental_wait.offered_until <= ${now})
        or (rental_wait.state = 'waiting' and ${day}::date > case when rental_wait.days is null then rental_wait.earliest
          else rental_wait.latest - rental_wait.days + 1 end))`.execute(db);

/** Deletes ended entries after the retention period of the lending point. */
export const removeOldWaits = (db: Db, now: Date): Promise<unknown> =>
  sql`delete from rental_wait as w using device_model as m, lending_point as point
    where m.id = w.model_id and point.id = m.point_id and w.over_at < ${now}::timestamptz - point.keep_days * interval '1 day'`.execute(db);
