/** SQL queries for the year change. */
import { sql, type RawBuilder } from 'kysely';
import { YEAR_DEFAULTS, YearSettings, YearReport, type ClassChoice, type YearStep } from '@fundus/contract/year-change/year-change';
import { matchUuids } from '../../db/any-of.ts';
import { selectFullName } from '../../db/full-name.ts';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';
import type { ValueOf } from '../../db/tables.ts';
import { learners, owners } from '../classes/index.ts';

/** Returns the columns of a school that the year change needs. */
export const findSchool = (db: Db, id: string) =>
  db
    .selectFrom('school')
    .select(['school.id', 'school.name', 'school.kind', 'school.district_id'])
    .where('school.id', '=', id)
    .executeTakeFirstOrThrow();

const selectWalks = (db: Db) =>
  db
    .selectFrom('year_change as walk')
    .leftJoin('person as starter', 'starter.id', 'walk.started_by')
    .leftJoin('person as finisher', 'finisher.id', 'walk.finished_by')
    .select(['walk.id', 'walk.school_year', 'walk.settings', 'walk.version', 'walk.started_at', 'walk.finished_at', 'walk.report'])
    .select([selectFullName('starter').as('started_by'), selectFullName('finisher').as('finished_by')]);

type Found = Awaited<ReturnType<ReturnType<typeof selectWalks>['executeTakeFirstOrThrow']>>;
export type WalkRow = Omit<Found, 'settings' | 'report'> & { settings: YearSettings; report: YearReport | null };

const walkOf = (row: Found): WalkRow => ({
  ...row,
  settings: YearSettings.parse({ ...YEAR_DEFAULTS, ...(row.settings as object) }),
  report: row.report === null ? null : YearReport.parse(row.report),
});

export async function findWalk(db: Db, schoolId: string, year: string): Promise<WalkRow | undefined> {
  const row = await selectWalks(db).where('walk.school_id', '=', schoolId).where('walk.school_year', '=', year).executeTakeFirst();
  return row && walkOf(row);
}

/** Locks a year change until commit and returns it. */
export async function lockWalk(db: Db, schoolId: string, year: string): Promise<WalkRow | undefined> {
  await db
    .selectFrom('year_change')
    .select('year_change.id')
    .where('year_change.school_id', '=', schoolId)
    .where('year_change.school_year', '=', year)
    .forUpdate()
    .execute();
  return findWalk(db, schoolId, year);
}

/** Inserts a year change. Returns false if it already exists. */
export async function insertWalk(db: Db, about: { schoolId: string; year: string; by: string }, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('year_change')
    .values({
      ...{ id: newId(now), school_id: about.schoolId, school_year: about.year, settings: JSON.stringify(YEAR_DEFAULTS) },
      ...{ started_by: about.by, started_at: now },
    })
    .onConflict((conflict) => conflict.columns(['school_id', 'school_year']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Updates a year change and increments its version. */
export const setWalk = (
  db: Db,
  id: string,
  change: { settings?: YearSettings; finished_by?: string; finished_at?: Date; report?: YearReport } = {},
): Promise<unknown> =>
  db
    .updateTable('year_change')
    .set((eb) => ({
      version: eb('year_change.version', '+', 1),
      ...(change.settings && { settings: JSON.stringify(change.settings) }),
      ...(change.report && { report: JSON.stringify(change.report), finished_by: change.finished_by, finished_at: change.finished_at }),
    }))
    .where('year_change.id', '=', id)
    .execute();

const count = (of: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(select count(*) ${of})::int`;

/** Returns the classes of a school and year with counts, ordered by name, except for deleted classes. */
export const listClasses = (db: Db, schoolId: string, year: string, most: number) =>
  db
    .selectFrom('class')
    .leftJoin('class as next', (join) => join.onRef('next.id', '=', 'class.successor_id').on('next.state', '<>', 'deleted'))
    .select(['class.id', 'class.name', 'class.kind', 'class.grade', 'class.state_since', 'next.id as next_id', 'next.name as next_name'])
    .select(sql<'active' | 'archived'>`class.state`.as('state'))
    .select([
      sql<boolean>`exists (select ${owners})`.as('owned'),
      count(sql`${learners} and m.state in ('active', 'suspended')`).as('learners'),
      count(sql`${learners} and m.state in ('active', 'suspended') and m.code_id is not null`).as('codes'),
      count(sql`from class_group where class_group.class_id = class.id`).as('groups'),
      count(sql`from class_media where class_media.class_id = class.id`).as('media'),
      sql<number>`(select count(distinct r.list_id) from medialist_release as r inner join medialist on medialist.id = r.list_id
        where r.class_id = class.id and r.revoked_at is null and medialist.deleted_at is null and not medialist.archived)::int`.as('lists'),
      count(sql`from assignment where assignment.class_id = class.id and not assignment.archived`).as('assignments'),
    ])
    .where('class.school_id', '=', schoolId)
    .where('class.school_year', '=', year)
    .where('class.state', '<>', 'deleted')
    .orderBy(sql`substring(class.name from '^[0-9]{1,9}')::int nulls last, lower(class.name), class.id`)
    .limit(most)
    .execute();
export type ClassRow = Awaited<ReturnType<typeof listClasses>>[number];

/** Returns the names of the classes of a school and year. */
export const listNames = (db: Db, schoolId: string, year: string) =>
  db
    .selectFrom('class')
    .select(['class.id', 'class.name'])
    .where('class.school_id', '=', schoolId)
    .where('class.school_year', '=', year)
    .where('class.state', '<>', 'deleted')
    .limit(2_000)
    .execute();

/** Returns whether any class of the year that is not deleted has no successor. */
export async function hasClassesLeft(db: Db, schoolId: string, year: string): Promise<boolean> {
  const row = await db
    .selectFrom('class')
    .select('class.id')
    .where('class.school_id', '=', schoolId)
    .where('class.school_year', '=', year)
    .where('class.state', '<>', 'deleted')
    .where('class.successor_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type Choice = { class_id: string; choice: ClassChoice; name: string; grade: number | null; successor_id: string | null };

export const listChoices = (db: Db, walkId: string): Promise<Choice[]> =>
  db
    .selectFrom('year_change_class as chosen')
    .select(['chosen.class_id', 'chosen.choice', 'chosen.name', 'chosen.grade', 'chosen.successor_id'])
    .where('chosen.change_id', '=', walkId)
    .execute();

/** Replaces the choices for the given classes. */
export async function setChoices(db: Db, walkId: string, choices: readonly Choice[]): Promise<void> {
  if (choices.length === 0) return;
  await db
    .insertInto('year_change_class')
    .values(choices.map((choice) => ({ ...choice, change_id: walkId })))
    .onConflict((conflict) =>
      conflict.columns(['change_id', 'class_id']).doUpdateSet((eb) => ({
        choice: eb.ref('excluded.choice'),
        name: eb.ref('excluded.name'),
        grade: eb.ref('excluded.grade'),
        successor_id: eb.ref('excluded.successor_id'),
      })),
    )
    .execute();
}

/** Removes the references to the successor classes that the year change created. */
export const forgetSuccessors = (db: Db, walkId: string): Promise<unknown> =>
  db.updateTable('year_change_class').set({ successor_id: null }).where('year_change_class.change_id', '=', walkId).execute();

export const listSteps = (db: Db, walkId: string) =>
  db
    .selectFrom('year_change_step as step')
    .leftJoin('person', 'person.id', 'step.done_by')
    .select(['step.step', 'step.done_at', 'step.undo', selectFullName('person').as('done_by')])
    .select(sql<Record<string, number>>`step.counts`.as('counts'))
    .where('step.change_id', '=', walkId)
    .execute();
export type StepRow = Awaited<ReturnType<typeof listSteps>>[number];

type NewStep = { step: YearStep; by: string; counts: Record<string, number>; undo: object };

export const insertStep = (db: Db, walkId: string, { step, by, counts, undo }: NewStep, now: Date): Promise<unknown> =>
  db
    .insertInto('year_change_step')
    .values({ change_id: walkId, step, done_by: by, done_at: now, counts: JSON.stringify(counts), undo: JSON.stringify(undo) })
    .execute();

export const setUndo = (db: Db, walkId: string, step: ValueOf<'year_change_step', 'step'>, undo: object): Promise<unknown> =>
  db
    .updateTable('year_change_step')
    .set({ undo: JSON.stringify(undo) })
    .where('year_change_step.change_id', '=', walkId)
    .where('year_change_step.step', '=', step)
    .execute();

export const removeStep = (db: Db, walkId: string, step: YearStep): Promise<unknown> =>
  db.deleteFrom('year_change_step').where('year_change_step.change_id', '=', walkId).where('year_change_step.step', '=', step).execute();

/** Removes the steps and choices of a finished year change. Only its report remains. */
export async function removeChangeDetails(db: Db, walkId: string): Promise<void> {
  await db.deleteFrom('year_change_step').where('year_change_step.change_id', '=', walkId).execute();
  await db.deleteFrom('year_change_class').where('year_change_class.change_id', '=', walkId).execute();
}

/** Returns the number of assignment steps completed by the given learner codes or in the given classes. */
export async function countWork(db: Db, of: { codes: readonly string[] } | { classes: readonly string[] }): Promise<number> {
  const row = await db
    .selectFrom('assignment_work')
    .innerJoin('class_member', 'class_member.id', 'assignment_work.member_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) =>
      'codes' in of ? eb('class_member.code_id', '=', matchUuids(of.codes)) : eb('class_member.class_id', '=', matchUuids(of.classes)),
    )
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function countQuestions(db: Db, classIds: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('class_question')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('class_question.class_id', '=', matchUuids(classIds))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Returns the year changes of a school with their reports, for the data export. */
export const collectWalks = (db: Db, schoolId: string) =>
  db
    .selectFrom('year_change')
    .select(['year_change.school_year', 'year_change.started_at', 'year_change.finished_at', 'year_change.report'])
    .where('year_change.school_id', '=', schoolId)
    .orderBy('year_change.school_year')
    .limit(100)
    .execute();

/** Removes year changes for school years before the given one. */
export const removeWalksBefore = (db: Db, year: string): Promise<unknown> =>
  db.deleteFrom('year_change').where('year_change.school_year', '<', year).execute();

/** Removes the year changes of a school that is merged, because its classes now belong to another school. */
export const removeWalks = (db: Db, schoolId: string): Promise<unknown> =>
  db.deleteFrom('year_change').where('year_change.school_id', '=', schoolId).execute();
