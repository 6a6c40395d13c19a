/** SQL expressions for the times of lessons in the timetable of the point's school (docs/behaviour/lending.md#by-the-lesson). */
import { DEFAULT_TIMETABLE } from '@fundus/contract/schools/timetable';
import { sql, type RawBuilder } from 'kysely';

const USUAL = JSON.stringify(DEFAULT_TIMETABLE);
/** Timetable of a school. `school` is a table alias. */
export const timetableOf = (school: string) => sql`coalesce(${sql.ref(`${school}.settings`)}->'timetable', ${USUAL}::jsonb)`;

const timeOf = (line: string, column: 'first_lesson' | 'last_lesson', what: 'begin' | 'end'): RawBuilder<string | null> =>
  sql<
    string | null
  >`case when ${sql.ref(`${line}.${column}`)} is not null then (select ${timetableOf('teaches')}->(${sql.ref(`${line}.${column}`)} - 1)->>${sql.lit(what)}
    from device_model as taught join lending_point as lends on lends.id = taught.point_id join school as teaches on teaches.id = lends.school_id
    where taught.id = ${sql.ref(`${line}.model_id`)}) end`;

/** Time at which a lesson begins or ends, such as `08:45`. `null` for loans by day and for lessons that the timetable no longer contains. */
export const lessonBegin = (line: string) => timeOf(line, 'first_lesson', 'begin');
export const lessonEnd = (line: string) => timeOf(line, 'last_lesson', 'end');
export const lastLessonBegin = (line: string) => timeOf(line, 'last_lesson', 'begin');

/** Condition that the last lesson of a line is over. */
export const areLessonsOver = (line: string, { day, time }: { day: string; time: string }): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${line}.last_lesson`)} is not null and ${sql.ref(`${line}.end_on`)} = ${day}::date and ${lessonEnd(line)} <= ${time}, false)`;

/** Lessons of a line as JSON, or `null` for loans by day. */
export const selectLessons = (line: string) =>
  sql<{ first: number; last: number } | null>`case when ${sql.ref(`${line}.first_lesson`)} is not null
    then jsonb_build_object('first', ${sql.ref(`${line}.first_lesson`)}, 'last', ${sql.ref(`${line}.last_lesson`)}) end`;

/** Returns the columns that store the lessons of a line. */
export const lessonColumns = (lessons: { first: number; last: number } | null | undefined) => ({
  first_lesson: lessons?.first ?? null,
  last_lesson: lessons?.last ?? null,
});
