import { MAX_RESPONSIBLE } from '@fundus/contract/lending/orders/agreement';
import type { CourierDays } from '@fundus/contract/lending/allocation/courier';
import { sql, type Insertable, type Updateable } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import { selectFullName } from '../../../db/full-name.ts';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { isOfBorrower, selectBorrower } from '../borrowers/borrower-repository.ts';
import { firstPictureOf } from '../models/picture-repository.ts';
import type { BorrowerIds } from '../borrowers/borrower.ts';
import { dueDay, firstDay } from '../calendar/day-repository.ts';
import { lessonBegin, lessonColumns, lessonEnd, selectLessons } from '../calendar/lesson-repository.ts';

export const selectOrders = (db: Db) =>
  db
    .selectFrom('rental_order as o')
    .innerJoin('lending_point as point', 'point.id', 'o.point_id')
    .leftJoin('person as p', 'p.id', 'o.person_id')
    .leftJoin('person as r', 'r.id', 'o.responsible_id')
    .leftJoin('private_borrower as pb', 'pb.id', 'o.private_id')
    .leftJoin('school', 'school.id', 'o.school_id')
    .select([
      ...(['o.id', 'o.number', 'o.point_id', 'o.person_id', 'o.private_id', 'o.school_id', 'o.title', 'o.purpose', 'o.contact'] as const),
      ...(['o.reason', 'o.delivery', 'o.walk_up', 'o.responsible_id', 'o.asked_at', 'o.agreed_at', 'o.day_cents'] as const),
      'pb.id_checked_at',
      'pb.version as private_version',
    ])
    .select(['o.submitted_at', 'o.hold_until', 'o.extended', 'o.offered', 'point.name as point_name', 'school.name as school_name'])
    .select(selectBorrower().as('borrower'))
    .select(sql<string | null>`case when r.id is not null then ${selectFullName('r')} end`.as('responsible'));

export type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>;

export const findOrder = (db: Db, id: string): Promise<OrderRow | undefined> => selectOrders(db).where('o.id', '=', id).executeTakeFirst();

export const findCart = (db: Db, personId: string, point: string): Promise<OrderRow | undefined> =>
  selectOrders(db)
    .where('o.person_id', '=', personId)
    .where('o.point_id', '=', point)
    .where('o.submitted_at', 'is', null)
    .where('o.offered', '=', false)
    .executeTakeFirst();

export async function listOrdersById(db: Db, ids: readonly string[]): Promise<OrderRow[]> {
  const rows = await selectOrders(db).where('o.id', '=', matchUuids(ids)).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Locks orders until commit, in the order of their ids. A transaction must lock its orders before it locks models. */
export const lockOrders = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db
    .selectFrom('rental_order')
    .select('rental_order.id')
    .where('rental_order.id', '=', matchUuids(ids))
    .orderBy('rental_order.id')
    .forNoKeyUpdate()
    .execute();

export const lockOrder = (db: Db, id: string): Promise<unknown> => lockOrders(db, [id]);

export const selectLines = (db: Db) =>
  db
    .selectFrom('rental_line as l')
    .innerJoin('device_model as m', 'm.id', 'l.model_id')
    .leftJoin('device_item as i', 'i.id', 'l.item_id')
    .select(['l.id', 'l.order_id', 'l.model_id', 'l.item_id', 'l.start_on', 'l.end_on', 'l.busy_from', 'l.busy_until', 'l.state'])
    .select([
      'l.collect_until',
      'l.agree_until',
      'l.renewals',
      'l.note',
      'l.result',
      'l.displaced',
      'l.handed_at',
      'l.over_at',
      'l.received_by',
      'l.courier',
      'l.bring_on',
      'l.fetch_on',
      'l.pickup_on',
      'l.unkept',
      'l.agreed_end_on',
      'm.name as model_name',
      'i.code as item_code',
    ])
    .select([selectLessons('l').as('lessons'), lessonBegin('l').as('begins_at'), lessonEnd('l').as('ends_at')])
    .select(firstPictureOf('m').as('picture'))
    .select(
      sql<string | null>`case when l.state = 'on_loan' then (select min(next.start_on) from rental_line as next
        where next.item_id = l.item_id and next.busy_from is not null and next.state in ('requested', 'approved', 'ready')) end`.as(
        'needed_on',
      ),
    );

export type LineRow = Awaited<ReturnType<ReturnType<typeof selectLines>['executeTakeFirstOrThrow']>>;

/** Returns the period and the courier days of a line. */
export const periodOf = ({
  start_on,
  end_on,
  lessons,
  ...rest
}: Pick<LineRow, 'start_on' | 'end_on' | 'lessons' | 'bring_on' | 'fetch_on'>) => ({
  start: start_on,
  end: end_on,
  lessons,
  courier: courierOf(rest),
});

/** Returns the days of delivery and pickup. Returns `null` if the line is not delivered by courier or was ordered before these days were stored. */
export const courierOf = ({ bring_on, fetch_on }: Pick<LineRow, 'bring_on' | 'fetch_on'>): CourierDays | null =>
  bring_on !== null && fetch_on !== null ? { bring: bring_on, fetch: fetch_on } : null;
/** Returns the last day before a line is overdue. If the courier picks it up after the ordered end, this is the pickup day. */
export const dueOf = ({ end_on, fetch_on }: Pick<LineRow, 'end_on' | 'fetch_on'>): string =>
  fetch_on !== null && fetch_on > end_on ? fetch_on : end_on;

export const findLine = (db: Db, id: string): Promise<LineRow | undefined> => selectLines(db).where('l.id', '=', id).executeTakeFirst();

/** Returns the next approved booking of a device. The booking may still move to another device until it is ready. */
export const findNext = (db: Db, item: string): Promise<{ number: string; borrower: string | null; start_on: string } | undefined> =>
  db
    .selectFrom('rental_line as l')
    .innerJoin('rental_order as o', 'o.id', 'l.order_id')
    .leftJoin('person as p', 'p.id', 'o.person_id')
    .select(['o.number', 'l.start_on', selectBorrower().as('borrower')])
    .where('l.item_id', '=', item)
    .where('l.state', 'in', ['approved', 'ready'])
    .orderBy('l.start_on')
    .orderBy('l.id')
    .limit(1)
    .executeTakeFirst();

export const listLines = (db: Db, orders: readonly string[]): Promise<LineRow[]> =>
  selectLines(db)
    .where('l.order_id', '=', matchUuids(orders))
    .orderBy('l.start_on')
    .orderBy(sql`l.first_lesson nulls first`)
    .orderBy('m.name')
    .orderBy('l.id')
    .execute();

const OPEN = sql.join([sql`'requested'`, sql`'approved'`, sql`'ready'`, sql`'on_loan'`]);
/** Condition that a line `l` is unfinished and its deadline for a decision or collection has not passed. */
export const isOpenLine = (
  day: string,
) => sql<boolean>`(l.state in (${OPEN}) and not (l.state = 'requested' and ${firstDay('l')} < ${day}::date)
  and not coalesce(l.state = 'requested' and l.agree_until < ${day}::date, false)
  and not coalesce(l.state in ('approved', 'ready') and l.collect_until < ${day}::date, false))`;
/** Condition that an order `o` has a line that is open on the day. */
const isOpen = (day: string) => sql<boolean>`exists (select from rental_line as l where l.order_id = o.id and ${isOpenLine(day)})`;

export const isOwn = (borrower: BorrowerIds, open: boolean, day: string) =>
  sql<boolean>`(${isOfBorrower('o', borrower)} and o.submitted_at is not null and ${isOpen(day)} = ${open}::boolean)`;

/** First day on which a line `l` is collected or due. */
const nextDay = () => sql<string>`min(case when l.state = 'on_loan' then ${dueDay('l')} else ${firstDay('l')} end)`;

/** Returns a page of a borrower's orders. Open orders are ordered by their next collection or return, others by their submission, newest first. */
export const listOwnOrders = (db: Db, borrower: BorrowerIds, open: boolean, day: string, offset: number, limit: number) =>
  selectOrders(db)
    .where(isOwn(borrower, open, day))
    .orderBy(sql`(select ${nextDay()} from rental_line as l where l.order_id = o.id and ${isOpenLine(day)})`)
    .orderBy('o.submitted_at', 'desc')
    .orderBy('o.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

/** Returns open orders for which a teacher is responsible. */
export const listResponsible = (db: Db, teacher: string, day: string): Promise<OrderRow[]> =>
  selectOrders(db)
    .where('o.responsible_id', '=', teacher)
    .where('o.submitted_at', 'is not', null)
    .where(isOpen(day))
    .orderBy(sql`o.agreed_at is null desc`)
    .orderBy('o.submitted_at')
    .orderBy('o.id')
    .limit(MAX_RESPONSIBLE)
    .execute();

export async function countOwnOrders(db: Db, borrower: BorrowerIds, open: boolean, day: string): Promise<number> {
  const { n } = await db
    .selectFrom('rental_order as o')
    .where(isOwn(borrower, open, day))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

const selectModelLines = (
  points: readonly string[],
  open: 'l.busy_from is not null' | 'l.displaced',
) => sql`select l.*, m.point_id, m.name as model_name, m.needs_briefing
    from device_model as m join rental_line as l on l.model_id = m.id and ${sql.raw(open)} where m.point_id = ${matchUuids(points)}`;
/** Lines of points that reserve a device or have lost one, with their model. Far fewer lines match than finished lines exist. */
export const selectOpenLines = (...points: readonly string[]) =>
  sql`(${selectModelLines(points, 'l.busy_from is not null')} union all ${selectModelLines(points, 'l.displaced')})`;

/** Returns a page of a point's open orders, ordered by their first collection or return. */
export const listOpenOrders = (db: Db, point: string, day: string, offset: number, limit: number): Promise<OrderRow[]> =>
  selectOrders(db)
    .innerJoin(
      sql<Record<'order_id' | 'first_on', string>>`(select l.order_id, ${nextDay()} as first_on
        from ${selectOpenLines(point)} as l where ${isOpenLine(day)} group by l.order_id)`.as('open'),
      'open.order_id',
      'o.id',
    )
    .where('o.submitted_at', 'is not', null)
    .orderBy('open.first_on')
    .orderBy('o.id')
    .offset(offset)
    .limit(limit)
    .execute();

/** Returns the number of a borrower's unfinished lines at a point, including lines in the cart. */
export async function countOpenLines(db: Db, borrower: BorrowerIds, point: string): Promise<number> {
  const { n } = await db
    .selectFrom('rental_line as l')
    .innerJoin('rental_order as o', 'o.id', 'l.order_id')
    .where(isOfBorrower('o', borrower))
    .where('o.point_id', '=', point)
    .where('l.state', 'in', ['in_cart', 'requested', 'approved', 'ready', 'on_loan'])
    .where('o.offered', '=', false)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export const insertOrder = (
  db: Db,
  row: { id: string; number: string; point_id: string; person_id: string; school_id: string | null; created_at: Date },
): Promise<unknown> =>
  db
    .insertInto('rental_order')
    .values(row)
    // A user has only one cart per point, even after concurrent requests.
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'point_id']).where('submitted_at', 'is', null).where('offered', '=', sql.lit(false)).doNothing(),
    )
    .execute();

type Submitted = Pick<Insertable<Tables['rental_order']>, 'title' | 'purpose' | 'contact' | 'delivery' | 'walk_up'> & {
  id: string;
  number: string;
  point_id: string;
  school_id: string | null;
  day_cents: number | null;
} & BorrowerIds;

/** Inserts an order that was never a cart, because the device was taken without an order or the desk recorded it. */
export const insertSubmitted = (db: Db, row: Submitted, now: Date): Promise<unknown> =>
  db
    .insertInto('rental_order')
    .values({ ...row, submitted_at: now, created_at: now })
    .execute();

/** Inserts an order that reserves offered devices for a user on the waiting list. */
export const insertOffer = (
  db: Db,
  row: { id: string; number: string; point_id: string; person_id: string; school_id: string | null; created_at: Date; hold_until: Date },
): Promise<unknown> =>
  db
    .insertInto('rental_order')
    .values({ ...row, offered: true })
    .execute();

export const removeOrder = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('rental_order').where('rental_order.id', '=', id).execute();

export const updateOrder = (db: Db, id: string, set: Updateable<Tables['rental_order']>): Promise<unknown> =>
  db.updateTable('rental_order').set(set).where('rental_order.id', '=', id).execute();

export type NewLine = Pick<LineRow, 'order_id' | 'model_id' | 'item_id' | 'start_on' | 'end_on' | 'busy_from' | 'busy_until' | 'state'> & {
  id?: string;
} & Partial<Pick<LineRow, 'lessons' | 'bring_on' | 'fetch_on'>>;

export const insertLines = (db: Db, lines: readonly (NewLine & { collect_until?: string | null })[], now: Date): Promise<unknown> =>
  db
    .insertInto('rental_line')
    .values(lines.map(({ lessons, ...line }) => ({ id: newId(now), collect_until: null, ...line, ...lessonColumns(lessons) })))
    .execute();

export const updateLine = (db: Db, id: string, set: Updateable<Tables['rental_line']>): Promise<unknown> =>
  db.updateTable('rental_line').set(set).where('rental_line.id', '=', id).execute();

export const removeLine = (db: Db, id: string): Promise<unknown> => db.deleteFrom('rental_line').where('rental_line.id', '=', id).execute();

/** Returns lines by id, with the lending point and whether a learner ordered them. */
export const listLinesById = (db: Db, ids: readonly string[]): Promise<(LineRow & { point_id: string; learner: boolean })[]> =>
  selectLines(db)
    .innerJoin('rental_order as o', 'o.id', 'l.order_id')
    .select(['o.point_id', sql<boolean>`o.asked_at is not null`.as('learner')])
    .where('l.id', '=', matchUuids(ids))
    .orderBy('m.name')
    .orderBy('l.id')
    .limit(500)
    .execute();
