import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { matchUuids } from '../../db/any-of.ts';
import { selectFullName } from '../../db/full-name.ts';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';
import { belongsToClass, counts, isAssignmentFor } from '../../visitors/in-class.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

const selectRows = (db: Db) =>
  db
    .selectFrom('assignment as a')
    .innerJoin('class', 'class.id', 'a.class_id')
    .innerJoin('school', 'school.id', 'class.school_id')
    .selectAll('a')
    .select([
      'class.name as class_name',
      'class.school_id',
      'class.state as class_state',
      'school.name as school_name',
      'school.district_id',
    ])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('assignment_step as step')
          .select(['step.id', 'step.kind', 'step.identifier', 'step.title', 'step.start_s', 'step.end_s', 'step.url', 'step.task'])
          .select(['step.completion', 'step.pass_percent'])
          .whereRef('step.assignment_id', '=', 'a.id')
          .orderBy('step.rank'),
      ).as('steps'),
      jsonArrayFrom(
        eb
          .selectFrom('assignment_target as t')
          .leftJoin('class_group as g', 'g.id', 't.group_id')
          .leftJoin('class_member as m', 'm.id', 't.member_id')
          .leftJoin('person as p', 'p.id', 'm.person_id')
          .leftJoin('learner_code as c', 'c.id', 'm.code_id')
          .select(['t.group_id', 't.member_id'])
          .select(sql<string>`coalesce(g.name, c.label, ${selectFullName('p')}, '')`.as('name'))
          .whereRef('t.assignment_id', '=', 'a.id')
          .orderBy('name'),
      ).as('targets'),
    ]);

export type AssignmentRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;
export type StepRow = AssignmentRow['steps'][number];

/** Order by due date. Assignments without a due date come last. */
const dueFirst = sql`a.due_at nulls last, a.created_at desc, a.id`;

export const listOfClass = (db: Db, classId: string, archived: boolean): Promise<AssignmentRow[]> =>
  selectRows(db).where('a.class_id', '=', classId).where('a.archived', '=', archived).orderBy(dueFirst).limit(500).execute();

/** Returns open assignments of several classes that are due between two moments. */
export const listDueAssignments = (db: Db, classIds: readonly string[], from: Date, until: Date): Promise<AssignmentRow[]> =>
  selectRows(db)
    .where('a.class_id', '=', matchUuids(classIds))
    .where('a.published_at', 'is not', null)
    .where('a.closed_at', 'is', null)
    .where('a.archived', '=', false)
    .where('a.due_at', '>=', from)
    .where('a.due_at', '<=', until)
    .orderBy(dueFirst)
    .limit(100)
    .execute();

export type Learner = Pick<SignedIn, 'id' | 'school_id' | 'by_code'>;

/** Returns the condition that `me` is the visitor's active membership as a learner of `class`. */
const isMember = ({ id, school_id, by_code }: Learner): RawBuilder<boolean> =>
  sql<boolean>`(me.role = 'student' and me.state = 'active' and class.state = 'active'
    and ${sql.ref(by_code ? 'me.code_id' : 'me.person_id')} = ${id} and ${belongsToClass('me', sql.val(school_id))})`;

/** Selects the published assignments for a learner that have begun, with the learner's membership. */
const selectOf = (db: Db, learner: Learner, day: string) =>
  selectRows(db)
    .innerJoin('class_member as me', 'me.class_id', 'a.class_id')
    .select('me.id as member_id')
    .where(isMember(learner))
    .where('a.published_at', 'is not', null)
    .where('a.archived', '=', false)
    .where(sql<boolean>`coalesce(a.visible_from <= ${day}, true)`)
    .where(isAssignmentFor(sql.ref('me.id')));

export const listOfLearner = (db: Db, learner: Learner, day: string, classId?: string) =>
  selectOf(db, learner, day)
    .$if(classId !== undefined, (found) => found.where('a.class_id', '=', classId!))
    .orderBy(dueFirst)
    .limit(500)
    .execute();

export const findOfLearner = (db: Db, learner: Learner, day: string, id: string) =>
  selectOf(db, learner, day).where('a.id', '=', id).executeTakeFirst();

export const findAssignment = (db: Db, id: string): Promise<AssignmentRow | undefined> =>
  selectRows(db).where('a.id', '=', id).executeTakeFirst();

/** Locks an assignment until the transaction ends and returns it. */
export async function lockAssignment(db: Db, id: string): Promise<AssignmentRow | undefined> {
  await db.selectFrom('assignment').select('assignment.id').where('assignment.id', '=', id).forUpdate().execute();
  return findAssignment(db, id);
}

export const insertAssignment = (db: Db, row: Insertable<Tables['assignment']>): Promise<unknown> =>
  db.insertInto('assignment').values(row).execute();

export const setAssignment = (db: Db, id: string, change: Updateable<Tables['assignment']>): Promise<unknown> =>
  db
    .updateTable('assignment')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('assignment.id', '=', id)
    .execute();

export const removeAssignment = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('assignment').where('assignment.id', '=', id).execute();

export type NewStepRow = Omit<Insertable<Tables['assignment_step']>, 'id' | 'assignment_id' | 'rank'>;

/** Replaces the steps of an assignment. */
export async function setSteps(db: Db, assignment_id: string, steps: readonly (NewStepRow & { id: string })[]): Promise<void> {
  await db.deleteFrom('assignment_step').where('assignment_step.assignment_id', '=', assignment_id).execute();
  if (steps.length === 0) return;
  await db
    .insertInto('assignment_step')
    .values(steps.map((step, rank) => ({ ...step, assignment_id, rank })))
    .execute();
}

export async function setTargets(
  db: Db,
  assignment_id: string,
  to: { groups: readonly string[]; members: readonly string[] },
): Promise<void> {
  await db.deleteFrom('assignment_target').where('assignment_target.assignment_id', '=', assignment_id).execute();
  const rows = [
    ...to.groups.map((group_id) => ({ assignment_id, group_id, member_id: null })),
    ...to.members.map((member_id) => ({ assignment_id, group_id: null, member_id })),
  ];
  if (rows.length > 0) await db.insertInto('assignment_target').values(rows).execute();
}

/** Returns those of the given ids that are groups or learners of the class. */
export async function findOfClass(db: Db, classId: string, to: { groups: readonly string[]; members: readonly string[] }) {
  const groups = await db
    .selectFrom('class_group')
    .select('class_group.id')
    .where('class_group.class_id', '=', classId)
    .where('class_group.id', '=', matchUuids(to.groups))
    .execute();
  const members = await db
    .selectFrom('class_member')
    .select('class_member.id')
    .where('class_member.class_id', '=', classId)
    .where('class_member.id', '=', matchUuids(to.members))
    .where('class_member.role', '=', 'student')
    .where('class_member.state', 'in', ['active', 'suspended'])
    .execute();
  return { groups: groups.map(({ id }) => id), members: members.map(({ id }) => id) };
}

/** Returns the active learners of a class, sorted by name, with the ids of their assignments. */
export const listLearnersOf = (db: Db, classId: string) =>
  db
    .selectFrom('class_member as m')
    .innerJoin('class', 'class.id', 'm.class_id')
    .leftJoin('person as p', 'p.id', 'm.person_id')
    .leftJoin('learner_code as c', 'c.id', 'm.code_id')
    .select('m.id as member_id')
    .select([
      sql<string>`coalesce(c.label, ${selectFullName('p')}, '')`.as('name'),
      sql<string[]>`array(select gm.group_id::text from class_group_member as gm where gm.member_id = m.id)`.as('groups'),
      sql<string[]>`array(select a.id::text from assignment as a where a.class_id = m.class_id and ${isAssignmentFor(sql.ref('m.id'))})`.as(
        'assignments',
      ),
    ])
    .where('m.class_id', '=', classId)
    .where('m.role', '=', 'student')
    .where('m.state', '=', 'active')
    .where(sql<boolean>`(${counts} or c.state <> 'revoked')`)
    .orderBy(sql`coalesce(p.sort_name, ''), coalesce(p.sort_vorname, ''), c.label, m.id`)
    .limit(1_000)
    .execute();

export type LearnerRow = Awaited<ReturnType<typeof listLearnersOf>>[number];
