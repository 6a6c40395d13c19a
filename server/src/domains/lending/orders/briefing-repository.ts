import { sql, type Insertable } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { isOfBorrower, selectBorrower } from '../borrowers/borrower-repository.ts';
import type { BorrowerIds } from '../borrowers/borrower.ts';

const selectBriefings = (db: Db) =>
  db
    .selectFrom('lending_briefing as b')
    .innerJoin('device_model as m', 'm.id', 'b.model_id')
    .leftJoin('person as p', 'p.id', 'b.person_id')
    .leftJoin('school', 'school.id', 'p.school_id')
    .select(['b.id', 'b.model_id', 'b.person_id', 'b.private_id', 'b.given_on', 'b.until_on', 'm.name as model_name', 'm.point_id'])
    .select(['school.name as school_name', selectBorrower('b').$notNull().as('borrower')]);

export type BriefingRow = Awaited<ReturnType<ReturnType<typeof selectBriefings>['executeTakeFirstOrThrow']>>;

const holdsOn = (day: string) => sql<boolean>`coalesce(b.until_on >= ${day}::date, true)`;

const briefingsAt = (db: Db, point: string, day: string) => selectBriefings(db).where('m.point_id', '=', point).where(holdsOn(day));

/** Returns a page of the briefings that are valid on a day, latest first. */
export const listBriefings = (db: Db, point: string, day: string, offset: number, limit: number): Promise<BriefingRow[]> =>
  briefingsAt(db, point, day).orderBy('b.given_on', 'desc').orderBy('b.id', 'desc').offset(offset).limit(limit).execute();

export async function countBriefings(db: Db, point: string, day: string): Promise<number> {
  const { n } = await briefingsAt(db, point, day)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const findBriefing = (db: Db, person: string, model: string, day: string): Promise<BriefingRow | undefined> =>
  selectBriefings(db).where('b.person_id', '=', person).where('b.model_id', '=', model).where(holdsOn(day)).executeTakeFirst();

export const findBriefingById = (db: Db, id: string): Promise<BriefingRow | undefined> =>
  selectBriefings(db).where('b.id', '=', id).executeTakeFirst();

const selectUnshown = (db: Db, borrower: BorrowerIds, models: readonly string[], day: string) =>
  db
    .selectFrom('device_model as m')
    .select(['m.id', 'm.name'])
    .where('m.id', '=', matchUuids([...new Set(models)]))
    .where('m.needs_briefing', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('lending_briefing as b')
            .select('b.id')
            .whereRef('b.model_id', '=', 'm.id')
            .where(isOfBorrower('b', borrower))
            .where(holdsOn(day)),
        ),
      ),
    )
    .orderBy('m.name');

/** Returns those of the models for which the borrower lacks the required briefing. */
export const listUnshown = (
  db: Db,
  borrower: BorrowerIds,
  models: readonly string[],
  day: string,
): Promise<{ id: string; name: string }[]> => selectUnshown(db, borrower, models, day).execute();

/** Returns the first of the models for which the borrower lacks the required briefing. */
export const findUnshown = (
  db: Db,
  borrower: BorrowerIds,
  models: readonly string[],
  day: string,
): Promise<{ id: string; name: string } | undefined> => selectUnshown(db, borrower, models, day).limit(1).executeTakeFirst();

/** Condition that an open line `l` of an order `o` belongs to a borrower who lacks the required briefing. */
export const lacksBriefing = (day: string) =>
  sql<boolean>`(m.needs_briefing and (o.person_id is not null or o.private_id is not null) and l.state in ('requested', 'approved', 'ready')
    and not exists (select from lending_briefing as b where b.model_id = m.id and (b.person_id = o.person_id or b.private_id = o.private_id) and ${holdsOn(day)}))`;

/** Returns the models of orders for which the borrower lacks the required briefing. */
export const listUnbriefed = async (
  db: Db,
  orders: readonly string[],
  day: string,
): Promise<{ order_id: string; model_id: string; name: string }[]> =>
  (
    await sql<{ order_id: string; model_id: string; name: string }>`
      select distinct l.order_id, l.model_id, m.name from rental_line as l join device_model as m on m.id = l.model_id
      join rental_order as o on o.id = l.order_id
      where o.id = ${matchUuids(orders)} and ${lacksBriefing(day)}
      order by m.name, l.order_id`.execute(db)
  ).rows;

/** Inserts a borrower's briefing for a model or renews the existing one. */
export const saveBriefing = (db: Db, row: Insertable<Tables['lending_briefing']>): Promise<{ id: string }> =>
  db
    .insertInto('lending_briefing')
    .values(row)
    .onConflict((conflict) =>
      (row.private_id
        ? conflict.columns(['private_id', 'model_id']).where('private_id', 'is not', null)
        : conflict.columns(['model_id', 'person_id'])
      ).doUpdateSet({ given_on: row.given_on, until_on: row.until_on ?? null, given_by: row.given_by ?? null }),
    )
    .returning('lending_briefing.id')
    .executeTakeFirstOrThrow();

export const removeBriefing = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('lending_briefing').where('lending_briefing.id', '=', id).execute();

/** Deletes briefings that expired before a day. */
export const removeOldBriefings = (db: Db, day: string): Promise<unknown> =>
  db.deleteFrom('lending_briefing').where('lending_briefing.until_on', '<', day).execute();
