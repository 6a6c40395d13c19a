/**
 * Connections of platform courses to classes. A teacher of the class starts one in the portal, and a teacher of the course completes it on the
 * platform (docs/behaviour/lti.md#a-course-and-its-class).
 */
import { randomInt } from 'node:crypto';
import { CODE_ALPHABET, formatCode } from '@fundus/contract/classes/rules';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { normalizeCode } from '@fundus/contract/licences/rules';
import type { Course, ltiCourses } from '@fundus/contract/lti/courses';
import { COURSE_CODE_MINUTES, type ltiVisit, type Visit } from '@fundus/contract/lti/lti';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, UserCtx } from '../../http/context.ts';
import { readVisit } from '../../visitors/lti-visit.ts';
import { lockOwnClass, requireTaught } from '../classes/index.ts';
import { keyedHash } from '../../secrets/sealed.ts';
import {
  deleteCourse,
  findCourse,
  disconnectCourse,
  insertCourse,
  listCourses,
  listPlatformsOf,
  lockWaiting,
  removeUnusedCourseCode,
  updateCourse,
  type CourseRow,
} from './course-repository.ts';
import { scheduleRosterRead } from './roster.ts';
import { presentVisit, requireVisit } from './visit.ts';

type Calls = typeof ltiCourses;

/** Length of a code. It has more than 60 bits, so it cannot be guessed within the hour it is valid. */
const CODE_LENGTH = 14;

const hashOfCode = ({ secret }: Pick<Ctx, 'secret'>, code: string): string => keyedHash(secret, 'lti-course', normalizeCode(code));

const presentCourse = ({ id, platform_name, title, learners, roster_url, roster_read_at, roster_problem }: CourseRow): Course => ({
  ...{ id, platform: platform_name, title, learners },
  roster: roster_url ? { read_at: roster_read_at?.toISOString() ?? null, problem: roster_problem } : null,
});

export async function readCourses(ctx: UserCtx, { params }: Input<Calls['courses']>): Promise<Reply<Calls['courses']>> {
  const cls = await requireTaught(ctx, params.id);
  const [courses, platforms] = [await listCourses(ctx.db, cls.id), await listPlatformsOf(ctx.db, cls.school_id)];
  return {
    courses: courses.map(presentCourse),
    platforms: platforms.map(({ name }) => name),
    can: { connect: cls.state === 'active' && platforms.length > 0 },
  };
}

export async function inviteCourse(ctx: UserCtx, { params }: Input<Calls['inviteCourse']>): Promise<Reply<Calls['inviteCourse']>> {
  const cls = await lockOwnClass(ctx, params.id, 'members');
  if ((await listPlatformsOf(ctx.db, cls.school_id)).length === 0) throw new AppError('feature_disabled');
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  const until = new Date(ctx.now.getTime() + COURSE_CODE_MINUTES * 60_000);
  await removeUnusedCourseCode(ctx.db, cls.id);
  await insertCourse(ctx.db, {
    ...{ id: newId(ctx.now), class_id: cls.id, code_hash: hashOfCode(ctx, code), code_until: until },
    ...{ connected_by: ctx.user.id, created_at: ctx.now },
  });
  return { code: formatCode(code), until: until.toISOString() };
}

export async function leaveCourse(ctx: UserCtx, { params }: Input<Calls['leaveCourse']>): Promise<{ ok: true }> {
  const cls = await lockOwnClass(ctx, params.id, 'members');
  const course = await findCourse(ctx.db, params.courseId);
  if (!course || !(await deleteCourse(ctx.db, params.courseId, cls.id))) throw notFound('courseId');
  const scope = { school: cls.school_id, district: cls.district_id };
  await recordAudit(ctx, 'lti.part', { class: cls.name, course: course.title, platform: course.platform_name }, null, scope);
  return { ok: true };
}

/** Connects a course with the code of a class of the same school. Only a teacher of the course may do this. */
export async function connectCourse(ctx: Ctx, { body }: Input<typeof ltiVisit.connect>): Promise<Visit> {
  const visit = await requireVisit(ctx);
  const { platformCourse: said, user, platform, services } = visit;
  if (user.role !== 'L' || said === null) throw new AppError('forbidden');
  if (visit.course) throw new AppError('state_conflict', { details: { reason: 'connected' } });
  const waiting = await lockWaiting(ctx.db, hashOfCode(ctx, body.code), ctx.now);
  if (!waiting || waiting.state !== 'active' || waiting.school_id !== user.school_id) throw invalid('code', 'unknown');
  await disconnectCourse(ctx.db, platform.deployment_id, said.id);
  await updateCourse(ctx.db, waiting.id, {
    ...{ deployment_id: platform.deployment_id, context: said.id, title: said.title, code_hash: null, code_until: null },
    roster_url: services.includes('roster') ? said.roster : '',
  });
  const scope = { school: waiting.school_id, district: user.district_id };
  await recordAudit(
    { db: ctx.db, user: null, now: ctx.now },
    'lti.connect',
    null,
    { class: waiting.name, course: said.title, platform: platform.name },
    scope,
  );
  await scheduleRosterRead(ctx, waiting.id);
  return presentVisit((await readVisit(ctx.db, { id: visit.id }, ctx.now))!);
}
