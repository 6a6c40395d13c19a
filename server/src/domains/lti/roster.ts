/** Reads the rosters of platforms and updates the connected classes (docs/behaviour/lti.md#a-course-and-its-class). */
import { z } from 'zod';
import { changeInTransaction } from '../../http/change-in-transaction.ts';
import type { Portal, UserCtx } from '../../http/context.ts';
import { addJob } from '../../jobs/repository.ts';
import type { JobKind } from '../../jobs/runner.ts';
import { SCOPE } from '../../lti/messages.ts';
import { readRoster, requestAccessToken } from '../../lti/services.ts';
import { RemoteError } from '../../remote/remote.ts';
import { findCourse, listOfCourse, listRostersToRead, updateCourse } from './course-repository.ts';
import { signingKey } from './keys.ts';
import { syncRoster } from './learners.ts';

const ROSTER_JOB = 'lti-roster';
/** Milliseconds after which a roster is read again. */
const EVERY = 3 * 3_600_000;
const AT_ONCE = 200;
/**
 * Number of learners from which a roster that shrinks to less than half is treated as an error of the platform. All learners then stay until a later
 * roster has more learners.
 */
const FEW = 5;

const Payload = z.object({ course: z.uuid() });

export async function scheduleRosterRead(ctx: Pick<UserCtx, 'db' | 'now' | 'afterCommit' | 'wakeJobs'>, course: string): Promise<void> {
  await addJob(ctx.db, { kind: ROSTER_JOB, payload: { course }, now: ctx.now });
  ctx.afterCommit(() => ctx.wakeJobs());
}

/** Adds jobs for the rosters that are due. Runs hourly. */
export async function readRosters(portal: Portal, { now }: { now: Date }): Promise<void> {
  const due = await listRostersToRead(portal.db, new Date(now.getTime() - EVERY), AT_ONCE);
  for (const { id } of due) {
    // The time is stored before the roster is read, so that a failure is retried by its job and not by each hourly run.
    await updateCourse(portal.db, id, { roster_read_at: now });
    await addJob(portal.db, { kind: ROSTER_JOB, payload: { course: id }, now });
  }
  if (due.length > 0) portal.wakeJobs();
}

async function readOne(portal: Portal<'remote'>, id: string): Promise<void> {
  const course = await findCourse(portal.db, id);
  if (!course?.roster_url || !course.token_url || course.class_state !== 'active' || course.platform_state !== 'active') return;
  if (!course.services.includes('roster') || course.deployment_school !== course.school_id) return;
  const now = portal.now();
  const key = await signingKey({ ...portal, now });
  const as = await requestAccessToken(portal.remote, course, key, [SCOPE.roster], now);
  const members = await readRoster(as, course.roster_url);
  const before = await listOfCourse(portal.db, course.id);
  if (before.length >= FEW && members.length < before.length / 2)
    throw new RemoteError('bad_reply', `only ${members.length} of ${before.length}`);
  await changeInTransaction(portal, now, async (change) => {
    await syncRoster(change, course, members);
    await updateCourse(change.db, course.id, { roster_read_at: now, roster_problem: '' });
  });
}

export const rosterWorkers = (portal: Portal<'remote'>): Record<string, JobKind> => ({
  [ROSTER_JOB]: {
    atOnce: 3,
    work: async (payload) => {
      const { course } = Payload.parse(payload);
      await readOne(portal, course).catch(async (error: unknown) => {
        await updateCourse(portal.db, course, { roster_problem: (error as Error).message.slice(0, 200) });
        throw error;
      });
    },
  },
});
