/** SQL queries for shared media. */
import { matchUuids } from '../../db/any-of.ts';
import { hasInName, selectFullName } from '../../db/full-name.ts';
import { sql, type RawBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../db/open.ts';
import type { RowName } from '../../domain.ts';
import { isStudentSql } from '../accounts/index.ts';

/** True if the person `p` is active and belongs to the staff of the school of the share `s`. */
const works = sql<boolean>`(p.state = 'active' and p.school_id = s.school_id and not ${isStudentSql('p')})`;
const giverCounts = sql<boolean>`exists (select from person as p where p.id = s.person_id and ${works})`;

const isRunning = (day: string) => sql<boolean>`(s.revoked_at is null and s.visible_until >= ${day})`;
const hasBegun = (day: string) => sql<boolean>`coalesce(s.visible_from <= ${day}, true)`;

const selectRows = (db: Db, personId: string) =>
  db
    .selectFrom('shared_medium as s')
    .leftJoin('shared_receiver as r', (join) => join.onRef('r.shared_id', '=', 's.id').on('r.person_id', '=', personId))
    .innerJoin('person as giver', 'giver.id', 's.person_id')
    .innerJoin('school', 'school.id', 's.school_id')
    .leftJoin('excerpt', 'excerpt.id', 's.excerpt_id')
    .where('excerpt.deleted_at', 'is', null)
    .select(['s.excerpt_id', 'excerpt.title as excerpt_title', 'excerpt.start_s', 'excerpt.end_s'])
    .select(['s.id', 's.school_id', 's.person_id', 's.kind', 's.identifier', 's.title', 's.to_school', 's.message'])
    .select(['s.visible_from', 's.visible_until', 's.shared_at', 's.revoked_at', 'r.opened', 'r.archived', 'school.district_id'])
    .select((eb) => [
      giverCounts.as('giver_counts'),
      selectFullName('giver').as('from'),
      sql<number>`(select count(*) from shared_opened where shared_opened.shared_id = s.id)::int`.as('people_opened'),
      jsonArrayFrom(
        eb
          .selectFrom('shared_receiver')
          .innerJoin('person as p', 'p.id', 'shared_receiver.person_id')
          .select(['p.id', selectFullName('p').as('name'), 'shared_receiver.opened'])
          .whereRef('shared_receiver.shared_id', '=', 's.id')
          .where('s.person_id', '=', personId)
          .where(works)
          .orderBy('p.sort_name')
          .orderBy('p.sort_vorname')
          .orderBy('p.id'),
      ).as('receivers'),
    ]);

/** A share with the visitor's marks `opened` and `archived`, which are `null` unless the share is with the visitor by name. */
export type SharedRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

export const findShared = (db: Db, personId: string, id: string): Promise<SharedRow | undefined> =>
  selectRows(db, personId).where('s.id', '=', id).executeTakeFirst();

export type SharedFilter =
  | { show: 'to_me'; archived: boolean; unread: boolean }
  | { show: 'by_me'; over: boolean }
  /** If `begun` is set, shares whose first day is in the future are excluded, as for learners. */
  | { show: 'school'; begun: boolean };
type Visitor = { id: string; school_id: string; day: string };

/** True for shares with the visitor by name that are valid today. */
const hasReached = ({ school_id, day }: Visitor): RawBuilder<boolean> =>
  sql<boolean>`(not s.to_school and s.school_id = ${school_id} and ${isRunning(day)} and ${hasBegun(day)} and ${giverCounts})`;

/** True unless the share refers to a deleted excerpt. */
const isThereToGive = sql<boolean>`(s.excerpt_id is null or exists (
  select from excerpt where excerpt.id = s.excerpt_id and excerpt.deleted_at is null))`;

const condition = (visitor: Visitor, filter: SharedFilter): RawBuilder<boolean> =>
  sql<boolean>`(${isThereToGive} and ${matches(visitor, filter)})`;

function matches(visitor: Visitor, filter: SharedFilter): RawBuilder<boolean> {
  const { id, school_id, day } = visitor;
  if (filter.show === 'to_me')
    return sql<boolean>`r.person_id = ${id} and ${hasReached(visitor)} and r.archived = ${filter.archived} and (not r.opened or not ${filter.unread}::boolean)`;
  if (filter.show === 'by_me')
    return sql<boolean>`s.person_id = ${id} and (${isRunning(day)} and s.school_id = ${school_id}) = ${!filter.over}::boolean`;
  return sql<boolean>`s.to_school and s.school_id = ${school_id} and ${isRunning(day)} and ${giverCounts} and (${hasBegun(day)} or not ${filter.begun}::boolean)`;
}

const newestFirst = sql`s.shared_at desc, s.id desc`;

export const listShared = (db: Db, visitor: Visitor, filter: SharedFilter, offset: number, limit: number): Promise<SharedRow[]> =>
  selectRows(db, visitor.id).where(condition(visitor, filter)).orderBy(newestFirst).offset(offset).limit(limit).execute();

const selectAsked = (db: Db, visitor: Visitor, filter: SharedFilter) =>
  db
    .selectFrom('shared_medium as s')
    .leftJoin('shared_receiver as r', (join) => join.onRef('r.shared_id', '=', 's.id').on('r.person_id', '=', visitor.id))
    .where(condition(visitor, filter));

export async function countShared(db: Db, visitor: Visitor, filter: SharedFilter): Promise<number> {
  const row = await selectAsked(db, visitor, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Returns how often a medium occurs in the given lists and when it was last shared, or `null` if it does not occur. */
export async function sumShared(
  db: Db,
  visitor: Visitor,
  lists: readonly SharedFilter[],
  identifier: string,
): Promise<{ at: Date; count: number } | null> {
  const { at, count } = await db
    .selectFrom('shared_medium as s')
    .leftJoin('shared_receiver as r', (join) => join.onRef('r.shared_id', '=', 's.id').on('r.person_id', '=', visitor.id))
    .where('s.identifier', '=', identifier)
    .where((eb) => eb.or(lists.map((what) => condition(visitor, what))))
    .select((eb) => [eb.fn.max('s.shared_at').as('at'), eb.fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow();
  return at === null ? null : { at, count };
}

/** Returns the shares with a learner's school that are valid today, newest first. Each medium or excerpt is returned once. */
export const listSchoolShares = (db: Db, visitor: Visitor): Promise<{ id: string; identifier: string }[]> =>
  db
    .selectFrom(
      selectAsked(db, visitor, { show: 'school', begun: true })
        .select(['s.id', 's.identifier', 's.shared_at'])
        .distinctOn(['s.identifier', 's.excerpt_id'])
        .orderBy('s.identifier')
        .orderBy('s.excerpt_id')
        .orderBy(newestFirst)
        .as('s'),
    )
    .select(['s.id', 's.identifier'])
    .orderBy(newestFirst)
    .limit(10_000)
    .execute();

export async function findSharesById(db: Db, personId: string, ids: readonly string[]): Promise<SharedRow[]> {
  const those = await selectRows(db, personId).where('s.id', '=', matchUuids(ids)).execute();
  const byId = new Map(those.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const selectColleagues = (db: Db, { id, school_id }: Pick<Visitor, 'id' | 'school_id'>) =>
  db
    .selectFrom('person as p')
    .select(['p.id', selectFullName('p').as('name'), sql<string>`coalesce(p.email, '')`.as('detail')])
    .where('p.school_id', '=', school_id)
    .where('p.state', '=', 'active')
    .where('p.id', '<>', id)
    .where(sql<boolean>`not ${isStudentSql('p')}`);

export const findColleagues = (db: Db, visitor: Pick<Visitor, 'id' | 'school_id'>, q: string, limit: number) =>
  selectColleagues(db, visitor)
    .where(hasInName('p', q))
    .orderBy('p.sort_name')
    .orderBy('p.sort_vorname')
    .orderBy('p.id')
    .limit(limit)
    .execute();

/** Returns the colleagues with whom the user shared media most recently. */
export const findLastReceivers = (db: Db, visitor: Pick<Visitor, 'id' | 'school_id'>, limit: number) =>
  selectColleagues(db, visitor)
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('shared_medium as s')
          .innerJoin('shared_receiver as r', 'r.shared_id', 's.id')
          .select((of) => ['r.person_id', of.fn.max('s.shared_at').as('last')])
          .where('s.person_id', '=', visitor.id)
          .groupBy('r.person_id')
          .as('given'),
      (join) => join.onRef('given.person_id', '=', 'p.id'),
    )
    .orderBy('given.last', 'desc')
    .orderBy('p.sort_name')
    .orderBy('p.id')
    .limit(limit)
    .execute();

/** Returns those of the given people who are colleagues of the user. */
export async function findKnownColleagues(
  db: Db,
  visitor: Pick<Visitor, 'id' | 'school_id'>,
  ids: readonly string[],
): Promise<Set<string>> {
  const those = await selectColleagues(db, visitor).where('p.id', '=', matchUuids(ids)).execute();
  return new Set(those.map((row) => row.id));
}

export const titleOfShared: RowName = {
  column: 'shared_id',
  of: (id) => sql`(select shared_medium.title from shared_medium where shared_medium.id = ${id})`,
};
