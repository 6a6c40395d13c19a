/**
 * What learners did in an assignment is told to the platform they came from (docs/behaviour/lti.md#grades). What is to be told is a row; a job sends the
 * rows of a platform and is tried again until it answers. A grade is worked out when it is sent, so what is sent last is what is true.
 */
import { createHash } from 'node:crypto';
import type { Input } from '@fundus/contract/endpoint';
import type { ltiPlatforms, Platform } from '@fundus/contract/lti/platforms';
import { z } from 'zod';
import type { Portal, UserCtx } from '../../http/context.ts';
import { addJob } from '../../jobs/repository.ts';
import type { Worker } from '../../jobs/runner.ts';
import { findOrMakeLineItem, GRADE_SCOPES, sendScore, signInAt, type Bearer, type Score } from '../../lti/services.ts';
import { RemoteError } from '../../remote/remote.ts';
import { unseal } from '../../secrets/sealed.ts';
import { readOutcome, WORK_CHANGED_JOB, type Outcome } from '../assignments/index.ts';
import { askAgain, listWaiting, markLater, markSent, noteChanged, setLineItem, type WaitingGrade } from './grade-repository.ts';
import { signingKey } from './keys.ts';
import { findPlatform, type PlatformRow } from './platform-repository.ts';
import { lockOwn, readOne } from './platforms.ts';
import { SUBJECT } from './learners.ts';

const GRADES_JOB = 'lti-grades';
const FULL = 100;
const AT_ONCE = 200;
const LONGEST_COMMENT = 2_000;

const Changed = z.object({ assignment: z.uuid(), member: z.uuid().nullable() });
const OfPlatform = z.object({ platform: z.uuid() });

/** Something was done: whoever is to be told of it is noted, and told by a job of their own. */
const changedWorker =
  (portal: Portal) =>
  async (payload: unknown): Promise<void> => {
    const { assignment, member } = Changed.parse(payload);
    await portal.db.transaction().execute(async (db) => {
      for (const platform of await noteChanged(db, assignment, member))
        await addJob(db, { kind: GRADES_JOB, payload: { platform }, now: portal.now() });
    });
    portal.wakeJobs();
  };

const scoreOf = ({ percent, state, final, comment }: Outcome): Omit<Score, 'userId'> => ({
  scoreGiven: percent,
  scoreMaximum: FULL,
  ...(comment && { comment: comment.slice(0, LONGEST_COMMENT) }),
  activityProgress: state === 'completed' ? 'Completed' : state === 'started' ? 'InProgress' : 'Initialized',
  gradingProgress: state === 'completed' || final ? 'FullyGraded' : 'Pending',
});

/** A column of one link is looked for once in a round. */
type Round = { portal: Portal; platform: PlatformRow; as: Bearer; lines: Map<string, string> };

async function lineItemOf(
  { portal, as, lines }: Round,
  { link_id, link, lineitem, lineitems, title, assignment_id }: WaitingGrade,
): Promise<string> {
  const known = lines.get(link_id) || lineitem;
  if (known) return known;
  const made = await findOrMakeLineItem(as, lineitems, { link, label: title, task: assignment_id, most: FULL });
  await setLineItem(portal.db, link_id, made);
  lines.set(link_id, made);
  return made;
}

/** Statuses that a second try does not change; a conflict is one of clocks, and too many are too many now. */
const isFinal = (error: unknown): boolean =>
  error instanceof RemoteError && error.code === 'refused' && [400, 403, 404, 405, 410, 422].includes(error.status ?? 0);

/** Throws what may be better later; the grade waits on. */
async function tell(round: Round, row: WaitingGrade): Promise<void> {
  const { portal } = round;
  try {
    const outcome = row.code_id === null || row.subject_sealed === null ? null : await readOutcome(portal, row.assignment_id, row.code_id);
    if (!outcome) return void (await markSent(portal.db, row, { problem: '' }));
    const score = scoreOf(outcome);
    const hash = createHash('sha256').update(JSON.stringify(score)).digest('base64url');
    if (hash === row.sent_hash) return void (await markSent(portal.db, row, { problem: '' }));
    const userId = unseal(portal.secret, SUBJECT, row.subject_sealed!);
    await sendScore(round.as, await lineItemOf(round, row), { userId, ...score }, portal.now());
    await markSent(portal.db, row, { sent_hash: hash, problem: '' });
  } catch (error) {
    const problem = (error as Error).message.slice(0, 200);
    if (!isFinal(error)) {
      await markLater(portal.db, row, problem);
      throw error;
    }
    portal.log.warn({ platform: round.platform.id, reason: problem }, 'grade refused');
    await markSent(portal.db, row, { problem });
  }
}

async function sendGrades(portal: Portal, id: string): Promise<void> {
  const platform = await findPlatform(portal.db, id);
  if (!platform || platform.state !== 'active' || !platform.token_url || !platform.services.includes('grades')) return;
  const rows = await listWaiting(portal.db, id, AT_ONCE);
  if (rows.length === 0) return;
  const now = portal.now();
  const fail = async (error: unknown): Promise<never> => {
    for (const row of rows) await markLater(portal.db, row, (error as Error).message.slice(0, 200));
    throw error;
  };
  const key = await signingKey({ ...portal, now });
  const as = await signInAt(portal.remote, platform, key, GRADE_SCOPES, now).catch(fail);
  const round: Round = { portal, platform, as, lines: new Map() };
  for (const row of rows) await tell(round, row);
  if (rows.length === AT_ONCE) await addJob(portal.db, { kind: GRADES_JOB, payload: { platform: id }, now });
}

const gradesWorker = (portal: Portal) => async (payload: unknown) => sendGrades(portal, OfPlatform.parse(payload).platform);

export const gradeWorkers = (portal: Portal): Record<string, Worker> => ({
  [WORK_CHANGED_JOB]: changedWorker(portal),
  [GRADES_JOB]: gradesWorker(portal),
});

/** By the administrator: what was refused, and what waits, is sent now. */
export async function sendGradesAgain(ctx: UserCtx, { params }: Input<typeof ltiPlatforms.sendGradesAgain>): Promise<Platform> {
  const row = await lockOwn(ctx, params.id);
  await askAgain(ctx.db, row.id);
  await addJob(ctx.db, { kind: GRADES_JOB, payload: { platform: row.id }, now: ctx.now });
  ctx.afterCommit(() => ctx.wakeJobs());
  return readOne(ctx, row.id);
}
