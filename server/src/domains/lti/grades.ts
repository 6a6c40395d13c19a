/**
 * Reports results of assignments to platforms (docs/behaviour/lti.md#grades). Each pending grade is a row, and a job per platform sends its rows with
 * retries. A grade is computed when it is sent, so that the last value sent is the current one.
 */
import { createHash } from 'node:crypto';
import type { Input } from '@fundus/contract/endpoint';
import type { ltiPlatforms, Platform } from '@fundus/contract/lti/platforms';
import { z } from 'zod';
import type { Portal, UserCtx } from '../../http/context.ts';
import { addJob, addJobOnce } from '../../jobs/repository.ts';
import { retryDelay, type JobKind, type Worker } from '../../jobs/runner.ts';
import { getOrCreateLineItem, GRADE_SCOPES, sendScore, requestAccessToken, type Bearer, type Score } from '../../lti/services.ts';
import { RemoteError } from '../../remote/remote.ts';
import { unseal } from '../../secrets/sealed.ts';
import { readOutcome, WORK_CHANGED_JOB, type Outcome } from '../assignments/index.ts';
import {
  requeueGrades,
  findNextDue,
  listGradesToReport,
  postponeGrade,
  markSent,
  markUnreachable,
  markGradesChanged,
  setLineItem,
  type WaitingGrade,
} from './grade-repository.ts';
import { signingKey } from './keys.ts';
import { findPlatform, type PlatformRow } from './platform-repository.ts';
import { lockOwnPlatform, readPlatform } from './platforms.ts';
import { SUBJECT } from './learners.ts';

const GRADES_JOB = 'lti-grades';
const FULL = 100;
const AT_ONCE = 200;
const MAX_COMMENT = 2_000;
/** Maximum number of tries. With delays from half a minute to an hour, this takes three days. */
const MAX_TRIES = 80;
/** Number of consecutive failures after which a platform is marked as failing. */
const MAX_FAULTS = 5;
/** Maximum duration of a round in milliseconds. */
const ROUND_MS = 20_000;

const Changed = z.object({ assignment: z.uuid(), member: z.uuid().nullable() });
const OfPlatform = z.object({ platform: z.uuid() });

/** Marks changed grades and adds a job for each platform. */
const changedWorker =
  (portal: Portal) =>
  async (payload: unknown): Promise<void> => {
    const { assignment, member } = Changed.parse(payload);
    await portal.db.transaction().execute(async (db) => {
      for (const platform of await markGradesChanged(db, assignment, member))
        await addJobOnce(db, { kind: GRADES_JOB, payload: { platform }, now: portal.now() });
    });
    portal.wakeJobs();
  };

const scoreOf = ({ percent, state, final, comment }: Outcome): Omit<Score, 'userId'> => ({
  scoreGiven: percent,
  scoreMaximum: FULL,
  ...(comment && { comment: comment.slice(0, MAX_COMMENT) }),
  activityProgress: state === 'completed' ? 'Completed' : state === 'started' ? 'InProgress' : 'Initialized',
  gradingProgress: state === 'completed' || final ? 'FullyGraded' : 'Pending',
});

/** State of a round. `lines` stores the column of each link, so that it is looked up once. */
type Round = { portal: Portal; platform: PlatformRow; as: Bearer; lines: Map<string, string> };

async function lineItemOf(
  { portal, as, lines }: Round,
  { link_id, link, lineitem, lineitems, title, assignment_id }: WaitingGrade,
): Promise<string> {
  const known = lines.get(link_id) || lineitem;
  if (known) return known;
  const made = await getOrCreateLineItem(as, lineitems, { link, label: title, task: assignment_id, most: FULL });
  await setLineItem(portal.db, link_id, made);
  lines.set(link_id, made);
  return made;
}

/** Returns true if a retry cannot succeed. A conflict depends on the clocks, and a rate limit ends, so both are retried. */
const isFinal = (error: unknown): boolean =>
  error instanceof RemoteError && error.code === 'refused' && [400, 403, 404, 405, 410, 422].includes(error.status ?? 0);

/** Returns true if the platform is unavailable or limits requests, so that other grades would fail too. */
const isAway = (error: unknown): boolean =>
  error instanceof RemoteError && (['unreachable', 'timeout', 'address', 'resting'].includes(error.code) || error.status === 429);

const wordsOf = (error: unknown): string => (error as Error).message.slice(0, 200);

/** Sends a grade. Returns true if it is done. Throws if the platform is unavailable. */
async function sendGrade(round: Round, row: WaitingGrade): Promise<boolean> {
  const { portal } = round;
  try {
    const outcome = row.code_id === null || row.subject_sealed === null ? null : await readOutcome(portal, row.assignment_id, row.code_id);
    const score = outcome && scoreOf(outcome);
    const hash = score && createHash('sha256').update(JSON.stringify(score)).digest('base64url');
    if (score && hash !== row.sent_hash) {
      const userId = unseal(portal.secret, SUBJECT, row.subject_sealed!);
      await sendScore(round.as, await lineItemOf(round, row), { userId, ...score }, portal.now());
    }
    await markSent(portal.db, row, { ...(hash && { sent_hash: hash }), problem: '' });
    return true;
  } catch (error) {
    if (isAway(error)) throw error;
    const problem = wordsOf(error);
    const tries = row.tries + 1;
    if (!isFinal(error) && tries < MAX_TRIES) {
      const due_at = new Date(portal.now().getTime() + retryDelay(tries));
      await postponeGrade(portal.db, row, { problem, tries, due_at });
      return false;
    }
    portal.log.warn({ platform: round.platform.id, reason: problem }, 'grade refused');
    await markSent(portal.db, row, { problem });
    return true;
  }
}

/**
 * Sends the waiting grades. A grade that fails is postponed alone. Throws if the platform is unavailable or if every grade fails, so that all are
 * retried.
 */
async function sendGrades(portal: Portal<'remote'>, id: string): Promise<void> {
  const platform = await findPlatform(portal.db, id);
  if (!platform || platform.state !== 'active' || !platform.token_url || !platform.services.includes('grades')) return;
  const now = portal.now();
  const rows = await listGradesToReport(portal.db, id, now, AT_ONCE);
  try {
    await sendAllGrades(portal, platform, rows);
  } catch (error) {
    await markUnreachable(portal.db, id, wordsOf(error));
    throw error;
  }
  const next = await findNextDue(portal.db, id, now);
  if (next) await portal.db.transaction().execute((db) => addJobOnce(db, { kind: GRADES_JOB, payload: { platform: id }, now, due: next }));
}

async function sendAllGrades(portal: Portal<'remote'>, platform: PlatformRow, rows: readonly WaitingGrade[]): Promise<void> {
  if (rows.length === 0) return;
  const key = await signingKey({ ...portal, now: portal.now() });
  const as = await requestAccessToken(portal.remote, platform, key, GRADE_SCOPES, portal.now());
  const round: Round = { portal, platform, as, lines: new Map() };
  const until = performance.now() + ROUND_MS;
  let failed = 0;
  let sent = 0;
  for (const row of rows) {
    failed = (await sendGrade(round, row)) ? 0 : failed + 1;
    if (failed === MAX_FAULTS) throw new RemoteError('bad_reply', `${new URL(platform.issuer).host}: ${failed} faults one after the other`);
    sent += 1;
    // The round stops here to let other jobs run.
    if (performance.now() > until) break;
  }
  if (sent < rows.length || rows.length === AT_ONCE)
    await addJob(portal.db, { kind: GRADES_JOB, payload: { platform: platform.id }, now: portal.now() });
}

const gradesWorker = (portal: Portal<'remote'>) => async (payload: unknown) => sendGrades(portal, OfPlatform.parse(payload).platform);

/** Returns the host of a platform. */
const hostOf = async (portal: Portal, platform: string): Promise<string | null> => {
  const row = await findPlatform(portal.db, platform);
  return row ? new URL(row.issuer).host : null;
};

export const gradeWorkers = (portal: Portal<'remote'>): Record<string, Worker | JobKind> => ({
  [WORK_CHANGED_JOB]: changedWorker(portal),
  [GRADES_JOB]: { work: gradesWorker(portal), atOnce: 3, about: (payload) => hostOf(portal, OfPlatform.parse(payload).platform) },
});

/** Sends rejected and waiting grades immediately. For administrators. */
export async function sendGradesAgain(ctx: UserCtx, { params }: Input<typeof ltiPlatforms.sendGradesAgain>): Promise<Platform> {
  const row = await lockOwnPlatform(ctx, params.id);
  await requeueGrades(ctx.db, row.id);
  await addJob(ctx.db, { kind: GRADES_JOB, payload: { platform: row.id }, now: ctx.now });
  ctx.afterCommit(() => ctx.wakeJobs());
  return readPlatform(ctx, row.id);
}
