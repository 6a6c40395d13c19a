/** Queries for wishes. */
import { matchTexts } from '../../db/any-of.ts';
import { selectFullName } from '../../db/full-name.ts';
import type { WishState } from '@fundus/contract/library/wishes';
import { sql } from 'kysely';
import { MAX_EXPORTED } from '../../domain.ts';
import type { Db } from '../../db/open.ts';
import type { ValueOf } from '../../db/tables.ts';
import type { WishOwner } from './policy.ts';

type WishScope = { person_id: string } | WishOwner;

/** Condition that a wish belongs to a school, or to the administrators of a district, who have no school. */
const isOf = (scope: WishOwner) =>
  'school_id' in scope
    ? sql<boolean>`wish.school_id = ${scope.school_id}`
    : sql<boolean>`wish.school_id is null and person.district_id = ${scope.district_id}`;

const selectOf = (db: Db, scope: WishScope) =>
  db
    .selectFrom('wish')
    .innerJoin('person', 'person.id', 'wish.person_id')
    .where((eb) => ('person_id' in scope ? eb('wish.person_id', '=', scope.person_id) : isOf(scope)));

/** Returns a page of wishes. Open wishes come first, then the latest. */
export const listWishes = (db: Db, scope: WishScope, offset: number, limit: number) =>
  selectOf(db, scope)
    .select(['wish.id', 'wish.identifier', 'wish.title', 'wish.note', 'wish.state', 'wish.answer', 'wish.at', 'wish.person_id'])
    .select(['person.vorname', 'person.name'])
    .orderBy(sql`wish.state <> 'open'`)
    .orderBy('wish.at', 'desc')
    .orderBy('wish.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countWishes(db: Db, scope: WishScope): Promise<number> {
  const row = await selectOf(db, scope)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

export const findWish = (db: Db, personId: string, identifier: string) =>
  db
    .selectFrom('wish')
    .select(['wish.id', 'wish.state', 'wish.school_id'])
    .where('wish.person_id', '=', personId)
    .where('wish.identifier', '=', identifier)
    .executeTakeFirst();

const elsewhere = sql`wish.school_id is distinct from excluded.school_id`;

type NewWish = { id: string; identifier: string; title: string; person_id: string; school_id: string | null; note: string; now: Date };

/** Saves a wish. Reopens a declined wish. A wish made at another school moves to the current school and becomes undecided. */
export const saveWish = (db: Db, { now, ...row }: NewWish): Promise<unknown> =>
  db
    .insertInto('wish')
    .values({ ...row, at: now, changed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'identifier']).doUpdateSet({
        title: row.title,
        school_id: row.school_id,
        note: row.note,
        changed_at: now,
        state: sql<ValueOf<'wish', 'state'>>`case when wish.state = 'declined' or ${elsewhere} then 'open' else wish.state end`,
        answer: sql<string>`case when ${elsewhere} then '' else wish.answer end`,
        order_id: sql<string | null>`case when ${elsewhere} then null else wish.order_id end`,
        decided_by: sql<string | null>`case when ${elsewhere} then null else wish.decided_by end`,
      }),
    )
    .execute();

/** Removes a user's undecided wishes when the user leaves a school. */
export const dropOpenWishes = (db: Db, personId: string, schoolId: string): Promise<unknown> =>
  db
    .deleteFrom('wish')
    .where('wish.person_id', '=', personId)
    .where('wish.school_id', '=', schoolId)
    .where('wish.state', '=', 'open')
    .execute();

export async function deleteWish(db: Db, personId: string, identifier: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('wish')
    .where('wish.person_id', '=', personId)
    .where('wish.identifier', '=', identifier)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns a wish of a school or district with its author. Locks the wish until commit. */
export const lockWish = (db: Db, scope: WishOwner, id: string) =>
  db
    .selectFrom('wish')
    .innerJoin('person', 'person.id', 'wish.person_id')
    .select([
      'wish.id',
      'wish.title',
      'wish.identifier',
      'wish.state',
      'wish.answer',
      'wish.decided_by',
      'wish.changed_at',
      'wish.order_id',
      'wish.person_id',
      'person.email',
      'person.vorname',
      'person.name',
      'person.locale',
      'person.state as person_state',
    ])
    .where('wish.id', '=', id)
    .where(isOf(scope))
    .forUpdate('wish')
    .executeTakeFirst();

/** Stores a decision on a wish. Without `order_id`, a later refund does not change the wish any more. */
export const setWishState = (
  db: Db,
  id: string,
  set: { state: WishState; answer: string; decided_by: string | null; changed_at: Date },
  order_id: string | null = null,
): Promise<unknown> =>
  db
    .updateTable('wish')
    .set({ ...set, order_id })
    .where('wish.id', '=', id)
    .execute();

/** Marks a wish as met by an order. The previous state is stored, because the order may be refunded. */
export const fulfilWish = (db: Db, id: string, order_id: string, changed_at: Date): Promise<unknown> =>
  db
    .updateTable('wish')
    .set({ state: 'ordered', answer: '', decided_by: null, changed_at, order_id })
    .set({ state_before: sql<Before>`wish.state`, answer_before: sql<string>`wish.answer` })
    .where('wish.id', '=', id)
    .execute();

type Before = ValueOf<'wish', 'state_before'>;

/**
 * Assigns wishes met by this order to another order with the same medium, if there is one. Deletes wishes that were undecided before if their author
 * has left the school.
 */
export async function moveWishes(db: Db, order_id: string): Promise<void> {
  await sql`
    update wish set order_id = (
      select other.id from purchase_order as other join purchase_line on purchase_line.order_id = other.id
      where other.school_id = wish.school_id and other.state = 'fulfilled' and other.id <> ${order_id}
        and wish.identifier = any (purchase_line.media)
      order by other.ordered_at, other.id limit 1)
    where wish.order_id = ${order_id} and wish.state = 'ordered' and exists (
      select from purchase_order as other join purchase_line on purchase_line.order_id = other.id
      where other.school_id = wish.school_id and other.state = 'fulfilled' and other.id <> ${order_id}
        and wish.identifier = any (purchase_line.media))`.execute(db);
  await sql`
    delete from wish using person where wish.person_id = person.id and wish.order_id = ${order_id}
      and wish.state_before = 'open' and wish.school_id is distinct from person.school_id`.execute(db);
}

/** Restores the previous state of wishes that an order had met. */
export const reopenWishes = (db: Db, order_id: string, changed_at: Date) =>
  db
    .updateTable('wish')
    .set({ changed_at, order_id: null, state_before: null, answer_before: '' })
    .set({ state: sql<WishState>`coalesce(wish.state_before, 'open')`, answer: sql<string>`wish.answer_before` })
    .where('wish.order_id', '=', order_id)
    .where('wish.state', '=', 'ordered')
    .returning(['wish.id', 'wish.school_id', 'wish.state'])
    .execute();

/** Returns the wishes of a school for the export of its data. */
export const collectWishes = (db: Db, schoolId: string) =>
  db
    .selectFrom('wish')
    .innerJoin('person', 'person.id', 'wish.person_id')
    .select(['wish.identifier', 'wish.title', 'wish.note', 'wish.state', 'wish.answer', 'wish.at'])
    .select(selectFullName('person').as('by'))
    .where('wish.school_id', '=', schoolId)
    .orderBy('wish.at')
    .orderBy('wish.id')
    .limit(MAX_EXPORTED)
    .execute();

/** Returns undecided wishes of a school for the given media. */
export const listOpenWishes = (db: Db, school_id: string, media: readonly string[]) =>
  db
    .selectFrom('wish')
    .select('wish.id')
    .where('wish.school_id', '=', school_id)
    .where('wish.identifier', '=', matchTexts(media))
    .where('wish.state', 'not in', ['ordered', 'declined'])
    .orderBy('wish.id')
    .limit(1_000)
    .execute();
