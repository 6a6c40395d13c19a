import { today } from '@fundus/contract/days';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { isAssignmentFor } from './in-class.ts';
import { isInList } from './linked-repository.ts';
import type { LtiVisit } from './lti-visit-fields.ts';

/** Returns an unexpired visit from an active platform, if its deployment still belongs to the school. */
export const findVisit = (db: Db, by: { token_hash: string } | { id: string }, now: Date) =>
  db
    .selectFrom('lti_visit as visit')
    .innerJoin('lti_deployment as deployment', 'deployment.id', 'visit.deployment_id')
    .innerJoin('lti_platform as platform', 'platform.id', 'deployment.platform_id')
    .innerJoin('school', 'school.id', 'visit.school_id')
    .leftJoin('lti_user as who', 'who.id', 'visit.user_id')
    .leftJoin('lti_course as course', (join) =>
      join.onRef('course.deployment_id', '=', 'deployment.id').onRef('course.context', '=', 'visit.context'),
    )
    // The school is compared, because the deployment may have moved to another school after its course was connected.
    .leftJoin('class', (join) =>
      join.onRef('class.id', '=', 'course.class_id').onRef('class.school_id', '=', 'visit.school_id').on('class.state', '=', 'active'),
    )
    .select(['who.code_id', 'course.id as course_id', 'class.id as class_id', 'class.name as class_name'])
    .select(['visit.context', 'visit.course', 'platform.services', 'platform.token_url'])
    .select([
      'visit.id',
      'visit.role',
      'visit.target',
      'visit.pick',
      'visit.user_id',
      'deployment.deployment',
      'deployment.id as deployment_id',
    ])
    .select(['platform.id as platform_id', 'platform.name as platform_name', 'platform.issuer', 'platform.client_id'])
    .select(['school.id as school_id', 'school.name as schulname', 'school.district_id', 'school.state as school_state'])
    .select(
      sql<string[]>`array(select licence_seat.licence_id::text from licence_seat where licence_seat.school_id = school.id)`.as('licences'),
    )
    .where('token_hash' in by ? 'visit.token_hash' : 'visit.id', '=', 'token_hash' in by ? by.token_hash : by.id)
    .where('visit.expires_at', '>', now)
    .where('platform.state', '=', 'active')
    .whereRef('deployment.school_id', '=', 'visit.school_id')
    .executeTakeFirst();

/** Selects a list that is visible to the whole school and whose owner belongs to the school. */
const isOfSchool = (db: Db, listId: string, schoolId: string) =>
  db
    .selectFrom('medialist')
    .innerJoin('person as owner', 'owner.id', 'medialist.owner_id')
    .select('medialist.id')
    .where('medialist.id', '=', listId)
    .where('medialist.school_id', '=', schoolId)
    .where('medialist.visibility', '=', 'school')
    .where('medialist.archived', '=', false)
    .where('medialist.deleted_at', 'is', null)
    .where('owner.state', '=', 'active')
    .whereRef('owner.school_id', '=', 'medialist.school_id')
    .executeTakeFirst();

/**
 * Returns whether an active assignment of the class contains the medium. For a learner, the assignment must be addressed to their code and have
 * started.
 */
async function isInTask(
  db: Db,
  { task, classId, code }: { task: string; classId: string; code: string | null },
  identifier: string,
  day: string,
) {
  const row = await db
    .selectFrom('assignment as a')
    .innerJoin('assignment_step as step', 'step.assignment_id', 'a.id')
    .select('step.id')
    .where('a.id', '=', task)
    .where('a.class_id', '=', classId)
    .where('a.archived', '=', false)
    .where('step.identifier', '=', identifier)
    .$if(code !== null, (rows) =>
      rows
        .innerJoin('class_member as me', 'me.class_id', 'a.class_id')
        .where('me.code_id', '=', code!)
        .where('me.state', '=', 'active')
        .where('a.published_at', 'is not', null)
        .where(sql<boolean>`coalesce(a.visible_from <= ${day}, true)`)
        .where(isAssignmentFor(sql.ref('me.id'))),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether a medium is the target of the visit or part of it. Visits for selecting content have no target. */
export async function isOfVisit(
  db: Db,
  { target, user, course, learner }: Pick<LtiVisit, 'target' | 'user' | 'course' | 'learner'>,
  identifier: string,
  now: Date,
): Promise<boolean> {
  if (target?.kind === 'medium') return target.id === identifier;
  if (target?.kind === 'task') {
    if (!course || (user.role !== 'L' && !learner)) return false;
    const task = { task: target.id, classId: course.class_id, code: learner?.id ?? null };
    return isInTask(db, task, identifier, today(now));
  }
  if (target?.kind !== 'list' || user.school_id === null || !(await isOfSchool(db, target.id, user.school_id))) return false;
  return isInList(db, target.id, identifier, user.role !== 'L');
}

/** Returns the origins of an active platform that may frame pages. */
export async function listOrigins(db: Db, platform: string): Promise<string[]> {
  const row = await db
    .selectFrom('lti_platform')
    .select('origins')
    .where('id', '=', platform)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return row?.origins ?? [];
}

/** Returns the origins of all active platforms, limited to 100 because they are sent in a header. */
export async function listAllOrigins(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('lti_platform').select('origins').where('state', '=', 'active').orderBy('id').limit(100).execute();
  return rows.flatMap(({ origins }) => origins);
}

/** Returns the origins of the platform of a visit. */
export async function listOriginsOfVisit(db: Db, id: string): Promise<string[]> {
  const row = await db
    .selectFrom('lti_visit')
    .innerJoin('lti_deployment', 'lti_deployment.id', 'lti_visit.deployment_id')
    .select('lti_deployment.platform_id')
    .where('lti_visit.id', '=', id)
    .executeTakeFirst();
  return row ? listOrigins(db, row.platform_id) : [];
}
