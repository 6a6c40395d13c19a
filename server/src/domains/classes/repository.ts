import { matchTexts, matchUuids } from '../../db/any-of.ts';
import { selectFullName } from '../../db/full-name.ts';
import type { CLASS_LISTS } from '@fundus/contract/classes/classes';
import { AppError } from '@fundus/contract/errors';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { isDuplicate } from '../../db/is-duplicate.ts';
import { containsPattern } from '../../db/like.ts';
import type { Db } from '../../db/open.ts';
import type { RowName } from '../../domain.ts';
import { isNotDeleted } from './media/media-repository.ts';
import { openQuestions } from './media/question-repository.ts';
import type { Tables, ValueOf } from '../../db/tables.ts';
import { belongsToClass, counts } from '../../visitors/in-class.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** A user whose memberships are read. `id` is the id of a person or, with `by_code`, of a learner code. */
export type Visitor = Pick<SignedIn, 'id' | 'school_id' | 'by_code'> & {
  /** True if the user administers all classes of the school. */
  administrates?: boolean;
};

/** Active owners who belong to the school of the class. */
export const owners = sql`from class_member as m inner join person as p on p.id = m.person_id
  where m.class_id = class.id and m.role = 'owner' and m.state = 'active' and p.state = 'active' and p.school_id = class.school_id`;

/** Active learners, including codes that are not revoked. */
export const learners = sql`from class_member as m left join person as p on p.id = m.person_id left join learner_code as c on c.id = m.code_id
  where m.class_id = class.id and m.role = 'student' and (${counts} or c.state <> 'revoked')`;

/** Selects classes with the user's membership joined as `me`. */
const joinVisitor = (db: Db, user: Visitor) =>
  db.selectFrom('class').leftJoin('class_member as me', (join) =>
    join
      .onRef('me.class_id', '=', 'class.id')
      .on('me.state', '=', 'active')
      .on(user.by_code ? 'me.code_id' : 'me.person_id', '=', user.id),
  );

/** Role of the user, which counts only at the school of the class or as a guest. */
const role = (user: Visitor) =>
  sql<ValueOf<'class_member', 'role'> | null>`case when ${belongsToClass('me', sql.val(user.school_id))} then me.role end`;

/** Number of results, by learner and assignment, since the teacher's last visit. Completions that a teacher marked are not counted. */
const newResults = sql<number>`case when me.role <> 'student' then (
  select count(distinct (step.assignment_id, work.member_id)) from assignment
  inner join assignment_step as step on step.assignment_id = assignment.id
  inner join assignment_work as work on work.step_id = step.id
  where assignment.class_id = class.id and not assignment.archived and assignment.published_at is not null
    and not work.by_teacher and work.completed_at > coalesce(me.results_seen_at, '-infinity'))::int else 0 end`;

/** Number of steps in active assignments with unread feedback for the learner. */
const newFeedback = sql<number>`case when me.role = 'student' then (
  select count(*) from assignment_work as work
  inner join assignment_step as step on step.id = work.step_id
  inner join assignment on assignment.id = step.assignment_id
  where work.member_id = me.id and work.unread_feedback and not assignment.archived)::int else 0 end`;

/** Selects all columns that determine rights. */
const selectRows = (db: Db, user: Visitor) =>
  joinVisitor(db, user)
    .innerJoin('school', 'school.id', 'class.school_id')
    .selectAll('class')
    .select(['school.name as school_name', 'school.district_id'])
    .select([
      sql<boolean>`coalesce((school.settings->>'video_rooms')::boolean, false)`.as('video_rooms'),
      role(user).as('role'),
      sql<string[]>`array(select ${selectFullName('p')} ${owners} order by p.sort_name, p.sort_vorname)`.as('owners'),
    ]);

export type ClassRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

/** Selects the displayed counts as well. They read all results of a class, so only calls that show them use this query. */
const selectCards = (db: Db, user: Visitor) =>
  selectRows(db, user).select([
    sql<number>`(select count(*) ${learners} and m.state = 'active')::int`.as('learners'),
    sql<number>`(select count(*) ${learners} and m.code_id is not null)::int`.as('codes'),
    sql<number>`(select count(*) from class_media where class_media.class_id = class.id and ${isNotDeleted})::int`.as('media'),
    sql<number>`(select count(*) ${learners} and m.state = 'applied')::int`.as('applied'),
    openQuestions.as('questions'),
    newResults.as('new_results'),
    newFeedback.as('new_feedback'),
    sql<number>`(select count(*) from class_question_asker as a where a.member_id = me.id)::int`.as('own_questions'),
    sql<string | null>`greatest(
        (select (max(class_media.shared_at) at time zone 'Europe/Berlin')::date from class_media where class_media.class_id = class.id),
        (select max(c.last_used_on) from class_member as m inner join learner_code as c on c.id = m.code_id where m.class_id = class.id))`.as(
      'last_activity',
    ),
  ]);

export type ClassCard = Awaited<ReturnType<ReturnType<typeof selectCards>['executeTakeFirstOrThrow']>>;

/** Returns the user's active classes without counts. */
export const findOwn = (db: Db, user: Visitor) =>
  joinVisitor(db, user)
    .innerJoin('school', 'school.id', 'class.school_id')
    .select(['class.id', 'class.name', 'class.subject', 'class.school_id', 'school.name as school_name', 'school.district_id'])
    .select([role(user).as('role')])
    .where(within(user, 'own'))
    .where('class.state', '=', 'active')
    .where(sql<boolean>`${role(user)} is not null`)
    .limit(1_000)
    .execute();

/** Returns a class even if it is deleted. The policy decides whether it is visible. */
export const findClass = (db: Db, user: Visitor, id: string): Promise<ClassRow | undefined> =>
  selectRows(db, user).where('class.id', '=', id).executeTakeFirst();

/** Returns a class with its displayed counts, even if it is deleted. */
export const findClassCard = (db: Db, user: Visitor, id: string): Promise<ClassCard | undefined> =>
  selectCards(db, user).where('class.id', '=', id).executeTakeFirst();

/**
 * Returns a class with the data for a learner, which are shared media and the learner's groups. Uses one statement, because a whole class sends this
 * request at once.
 */
export const findClassForLearner = (db: Db, user: Visitor, id: string) =>
  selectCards(db, user)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('class_media')
          .select(['class_media.class_id', 'class_media.identifier', 'class_media.visible_from', 'class_media.visible_until'])
          .where(sql<boolean>`class_media.class_id = class.id`)
          .where(isNotDeleted),
      ).as('given'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('class_group')
          .select(['class_group.id', 'class_group.name', 'class_group.version'])
          .where(sql<boolean>`class_group.class_id = class.id`)
          .where(isInGroup(user))
          .orderBy(sql`lower(class_group.name)`),
      ).as('own_groups'),
    )
    .where('class.id', '=', id)
    .executeTakeFirst();

const isInGroup = (user: Visitor): RawBuilder<boolean> => {
  const column = sql.ref(user.by_code ? 'm.code_id' : 'm.person_id');
  return sql<boolean>`exists (select from class_group_member inner join class_member as m on m.id = class_group_member.member_id
    where class_group_member.group_id = class_group.id and ${column} = ${user.id})`;
};

export const findClasses = (db: Db, user: Visitor, ids: readonly string[]): Promise<ClassRow[]> =>
  selectRows(db, user).where('class.id', '=', matchUuids(ids)).execute();

/** Locks classes in the order of their ids until the transaction ends. */
export async function lockClasses(db: Db, user: Visitor, ids: readonly string[]): Promise<ClassRow[]> {
  await db.selectFrom('class').select('class.id').where('class.id', '=', matchUuids(ids)).orderBy('class.id').forUpdate().execute();
  return findClasses(db, user, ids);
}

type Show = (typeof CLASS_LISTS)[number];
export type ClassFilter = { show: Show; year: string; q: string };

const LISTS: Record<Show, (user: Visitor) => RawBuilder<boolean>> = {
  own: (user) => sql<boolean>`(class.state = 'active' and ${role(user)} in ('owner', 'student'))`,
  shared: (user) => sql<boolean>`(class.state = 'active' and ${role(user)} = 'teacher')`,
  archived: (user) => sql<boolean>`(class.state = 'archived' and ${role(user)} in ('owner', 'teacher'))`,
  school: (user) => sql<boolean>`(class.state <> 'deleted' and class.school_id = ${user.school_id})`,
  deleted: (user) =>
    sql<boolean>`(class.state = 'deleted' and (${role(user)} = 'owner' or ${user.administrates ?? false} and class.school_id = ${user.school_id}))`,
};

/** Returns the condition for the user's classes or, with `school`, all classes of the school. Each condition uses an index. */
const within = (user: Visitor, show: Show | 'all'): RawBuilder<boolean> => {
  const column = sql.ref(user.by_code ? 'mine.code_id' : 'mine.person_id');
  const own = sql<boolean>`class.id = any(array(select mine.class_id from class_member as mine where ${column} = ${user.id}))`;
  const school = sql<boolean>`class.school_id = ${user.school_id}`;
  const all = sql<boolean>`(${own} or ${school})`;
  return { own, shared: own, archived: own, school, deleted: user.administrates ? all : own, all }[show];
};

const [WITH_MARKS, WITHOUT] = ['ÄÖÜäöüÉéÈèÀàÇç', 'aouaoueeeeaacc'];

/** Order by name that sorts 8b before 10a and umlauts like their base letters, whatever the collation. */
const byName = sql`substring(class.name from '^[0-9]{1,9}')::int nulls last,
  lower(replace(translate(class.name, ${sql.lit(WITH_MARKS)}, ${sql.lit(WITHOUT)}), 'ß', 'ss')) collate "C", class.school_year desc, class.id`;

const unowned = sql<boolean>`(class.state = 'active' and not exists (select ${owners}))`;

const selectAsked = (user: Visitor, { show, year, q }: ClassFilter): RawBuilder<boolean> => {
  const words = containsPattern(q);
  const parts = [within(user, show), LISTS[show](user)];
  if (year !== '') parts.push(sql<boolean>`class.school_year = ${year}`);
  if (q !== '') parts.push(sql<boolean>`class.name ilike ${words}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
};

/** Returns classes sorted by state and name: locked classes first, then active and then archived ones. */
export const listClasses = (db: Db, user: Visitor, filter: ClassFilter, offset: number, limit: number): Promise<ClassCard[]> =>
  selectCards(db, user)
    .where(selectAsked(user, filter))
    .orderBy(sql`${unowned} desc, class.state = 'archived', ${byName}`)
    .offset(offset)
    .limit(limit)
    .execute();

export async function countClasses(db: Db, user: Visitor, filter: ClassFilter): Promise<number> {
  const row = await joinVisitor(db, user)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(selectAsked(user, filter))
    .executeTakeFirstOrThrow();
  return row.n;
}

export type Sums = Record<Show, number> & { years: string[] };

/** Returns the number of classes in each list, and the school years of the shown list, latest first. */
export async function sumClasses(db: Db, user: Visitor, show: Show): Promise<Sums> {
  const count = (list: Show) => sql<number>`count(*) filter (where ${LISTS[list](user)})::int`.as(list);
  const row = await joinVisitor(db, user)
    .select([count('own'), count('shared'), count('archived'), count('school'), count('deleted')])
    .select(
      sql<string[] | null>`array_agg(distinct class.school_year order by class.school_year desc) filter (where ${LISTS[show](user)})`.as(
        'years',
      ),
    )
    .where(within(user, user.administrates ? 'all' : 'own'))
    .executeTakeFirstOrThrow();
  return { ...row, school: user.administrates ? row.school : 0, years: row.years ?? [] };
}

/** Inserts a class. Returns false if the school has a class with this name in this school year. */
export async function insertClass(db: Db, row: Insertable<Tables['class']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('class')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const nameTakenError = (): AppError => new AppError('already_exists', { field: 'name' });

/**
 * Updates a locked class. Returns its new version. Throws `already_exists` if another class of the school has the name or group in this school year.
 */
export async function updateClass(db: Db, id: string, change: Updateable<Tables['class']>): Promise<number> {
  try {
    const row = await db
      .updateTable('class')
      .set((eb) => ({ ...change, version: eb('class.version', '+', 1) }))
      .where('class.id', '=', id)
      .returning('class.version')
      .executeTakeFirstOrThrow();
    return row.version;
  } catch (error) {
    throw isDuplicate(error) ? (change.external_ref ? new AppError('already_exists', { field: 'group' }) : nameTakenError()) : error;
  }
}

/**
 * Returns the active classes of a school that are linked to one of these groups, or that are linked and have the person as a member. Includes the
 * membership.
 */
export const listLinkedClasses = (db: Db, schoolId: string, personId: string, groups: readonly string[]) =>
  db
    .selectFrom('class')
    .leftJoin('class_member as m', (join) => join.onRef('m.class_id', '=', 'class.id').on('m.person_id', '=', personId))
    .select(['class.id', 'm.state', 'm.role', 'm.guest'])
    .select([sql<boolean>`(class.external_ref = ${matchTexts(groups)})`.as('named'), unowned.as('unowned')])
    .where('class.school_id', '=', schoolId)
    .where('class.state', '=', 'active')
    .where('class.external_ref', 'is not', null)
    .where(sql<boolean>`(class.external_ref = ${matchTexts(groups)} or m.id is not null)`)
    .execute();

export type LinkedClass = Awaited<ReturnType<typeof listLinkedClasses>>[number];

/** Returns the groups of a class, sorted by name. For a member (`of`), returns only this member's groups, without other learners. */
export const listGroups = (db: Db, classId: string, of?: Visitor) =>
  db
    .selectFrom('class_group')
    .innerJoin('class', 'class.id', 'class_group.class_id')
    .select(['class_group.id', 'class_group.name', 'class_group.version'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('class_group_member')
          .innerJoin('class_member as m', 'm.id', 'class_group_member.member_id')
          .leftJoin('person as p', 'p.id', 'm.person_id')
          .leftJoin('learner_code as c', 'c.id', 'm.code_id')
          .select('m.id')
          .whereRef('class_group_member.group_id', '=', 'class_group.id')
          .where('m.state', 'in', ['active', 'suspended'])
          .where(sql<boolean>`(${counts} or c.state <> 'revoked')`),
      ).as('members'),
    )
    .where('class_group.class_id', '=', classId)
    .$if(of !== undefined, (groups) => groups.where(isInGroup(of!)))
    .orderBy(sql`lower(class_group.name)`)
    .execute();

export const nameOfClass: RowName = { column: 'class_id', of: (id) => sql`(select class.name from class where class.id = ${id})` };
