/** Queries for courses that are connected to classes, and for their members. */
import { sql, type Insertable, type Updateable } from 'kysely';
import { matchUuids } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';

const selectCourses = (db: Db) =>
  db
    .selectFrom('lti_course as course')
    .innerJoin('class', 'class.id', 'course.class_id')
    .innerJoin('lti_deployment as deployment', 'deployment.id', 'course.deployment_id')
    .innerJoin('lti_platform as platform', 'platform.id', 'deployment.platform_id')
    .select(['course.id', 'course.class_id', 'course.title', 'course.roster_url', 'course.roster_read_at', 'course.roster_problem'])
    .select(['class.school_id', 'class.state as class_state', 'deployment.school_id as deployment_school'])
    .select(['platform.id as platform_id', 'platform.name as platform_name', 'platform.product', 'platform.state as platform_state'])
    .select(['platform.client_id', 'platform.token_url', 'platform.services'])
    .select(sql<number>`(select count(*) from lti_course_member where lti_course_member.course_id = course.id)::int`.as('learners'));

export type CourseRow = Awaited<ReturnType<ReturnType<typeof selectCourses>['executeTakeFirstOrThrow']>>;

export const listCourses = (db: Db, classId: string): Promise<CourseRow[]> =>
  selectCourses(db).where('course.class_id', '=', classId).orderBy('course.created_at').limit(50).execute();

export const findCourse = (db: Db, id: string): Promise<CourseRow | undefined> =>
  selectCourses(db).where('course.id', '=', id).executeTakeFirst();

/** Returns the active class that is connected to a course of a deployment. */
export const findCourseOf = (db: Db, deploymentId: string, context: string): Promise<CourseRow | undefined> =>
  selectCourses(db)
    .where('course.deployment_id', '=', deploymentId)
    .where('course.context', '=', context)
    .where('class.state', '=', 'active')
    .executeTakeFirst();

/** Returns the courses whose roster was last read before a moment, the longest ago first. */
export const listRostersToRead = (db: Db, readBefore: Date, limit: number): Promise<{ id: string }[]> =>
  selectCourses(db)
    .clearSelect()
    .select('course.id')
    .where('class.state', '=', 'active')
    .where('course.roster_url', '<>', '')
    .where('platform.state', '=', 'active')
    .where(sql<boolean>`'roster' = any(platform.services)`)
    .where((eb) => eb.or([eb('course.roster_read_at', 'is', null), eb('course.roster_read_at', '<', readBefore)]))
    .orderBy(sql`course.roster_read_at nulls first, course.id`)
    .limit(limit)
    .execute();

export const insertCourse = (db: Db, row: Insertable<Tables['lti_course']>): Promise<unknown> =>
  db.insertInto('lti_course').values(row).execute();

export const updateCourse = (db: Db, id: string, change: Updateable<Tables['lti_course']>): Promise<unknown> =>
  db.updateTable('lti_course').set(change).where('id', '=', id).execute();

export async function deleteCourse(db: Db, id: string, class_id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('lti_course').where('id', '=', id).where('class_id', '=', class_id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Disconnects a course from its class, which is inactive or of another school. */
export const disconnectCourse = (db: Db, deployment_id: string, context: string): Promise<unknown> =>
  db.deleteFrom('lti_course').where('deployment_id', '=', deployment_id).where('context', '=', context).execute();

/** Removes the unused code of a class, because a new one replaces it. */
export const removeUnusedCourseCode = (db: Db, class_id: string): Promise<unknown> =>
  db.deleteFrom('lti_course').where('class_id', '=', class_id).where('code_hash', 'is not', null).execute();

/** Locks and returns the course with this unused code until commit. */
export const lockWaiting = (db: Db, code_hash: string, now: Date) =>
  db
    .selectFrom('lti_course')
    .innerJoin('class', 'class.id', 'lti_course.class_id')
    .select(['lti_course.id', 'lti_course.class_id', 'lti_course.connected_by', 'class.school_id', 'class.name', 'class.state'])
    .where('code_hash', '=', code_hash)
    .where('code_until', '>', now)
    .forUpdate('lti_course')
    .executeTakeFirst();

/** Returns the platforms of a school. */
export const listPlatformsOf = (db: Db, school_id: string) =>
  db
    .selectFrom('lti_deployment')
    .innerJoin('lti_platform as platform', 'platform.id', 'lti_deployment.platform_id')
    .select(['platform.name'])
    .where('lti_deployment.school_id', '=', school_id)
    .where('platform.state', '=', 'active')
    .groupBy('platform.name')
    .orderBy('platform.name')
    .execute();

export const addToCourse = async (db: Db, course_id: string, userIds: readonly string[]): Promise<string[]> => {
  if (userIds.length === 0) return [];
  const added = await db
    .insertInto('lti_course_member')
    .values(userIds.map((user_id) => ({ course_id, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  return added.map(({ user_id }) => user_id);
};

export const listOfCourse = (db: Db, course_id: string) =>
  db
    .selectFrom('lti_course_member')
    .innerJoin('lti_user', 'lti_user.id', 'lti_course_member.user_id')
    .select(['lti_user.id', 'lti_user.code_id'])
    .where('course_id', '=', course_id)
    .execute();

/** Removes users from a course. Returns the codes of those who are not in its class through another course. */
export async function removeFromCourse(db: Db, course: { id: string; class_id: string }, userIds: readonly string[]): Promise<string[]> {
  await db.deleteFrom('lti_course_member').where('course_id', '=', course.id).where('user_id', '=', matchUuids(userIds)).execute();
  const rows = await db
    .selectFrom('lti_user')
    .select('lti_user.code_id')
    .where('lti_user.id', '=', matchUuids(userIds))
    .where('lti_user.code_id', 'is not', null)
    .where(
      sql<boolean>`not exists (select from lti_course_member as m inner join lti_course as other on other.id = m.course_id
        where m.user_id = lti_user.id and other.class_id = ${course.class_id})`,
    )
    .execute();
  return rows.map(({ code_id }) => code_id!);
}

/** Returns the users of a platform at a school by the hashes of their subjects. */
export const findUsers = (db: Db, platform_id: string, school_id: string, hashes: readonly string[]) =>
  db
    .selectFrom('lti_user')
    .select(['lti_user.id', 'lti_user.subject_hash', 'lti_user.code_id'])
    .where('platform_id', '=', platform_id)
    .where('school_id', '=', school_id)
    .where('subject_hash', '=', sql<string>`any(${sql.val([...hashes])}::text[])`)
    .execute();

export const findUser = (db: Db, id: string) =>
  db.selectFrom('lti_user').select(['id', 'code_id', 'subject_hash']).where('id', '=', id).executeTakeFirst();

export const setUser = (db: Db, id: string, change: Updateable<Tables['lti_user']>): Promise<unknown> =>
  db.updateTable('lti_user').set(change).where('id', '=', id).execute();
