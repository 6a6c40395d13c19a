/**
 * Measures 500 learners who open their assignment and report their progress every ten seconds. Halfway through, the process is killed and restarted.
 * Progress acknowledged with 200 must not be lost.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Assignment } from '@fundus/contract/assignments/assignments';
import { startPortal, type Portal } from '@fundus/e2e/portal';
import { newId } from '@fundus/server/db/new-id';
import { openDatabase } from '@fundus/server/db/open';
import { makeBrowser, RequestError } from '../measure/browser.ts';
import { describeLoad } from '../measure/commands.ts';
import { withDatabase } from '../measure/database.ts';
import { prepareLesson, type Learner } from './lesson.ts';
import { storeTable, percentile } from '../measure/table.ts';

const [LEARNERS, IN_CLASS] = [500, 25];
const EVERY = 10_000;
const SECRET = 'bench-'.repeat(8);
/** Identifier of a demo film that is longer than all reported progress. */
const FILM = 'FU-photosynthese';
const SHARE = 1;

type Work = { learner: Learner; reports: number };
type Outcome = { opened: number[]; reported: number[]; repeated: number };

/** Returns whether a retry may succeed, because the portal is restarting. */
const isAway = (error: unknown): boolean => !(error instanceof RequestError) || error.status >= 502;

/** Repeats a call until it succeeds. Returns the time of the last attempt and the number of failed attempts. */
async function askUntilAnswered<T>(ask: () => Promise<{ ms: number; answer: T }>): Promise<{ ms: number; answer: T; vain: number }> {
  for (let vain = 0; ; vain += 1)
    try {
      return { ...(await ask()), vain };
    } catch (error) {
      if (!isAway(error) || vain > 120) throw error;
      await pause(500);
    }
}

/** Opens the assignment as one learner and reports progress in the film step by step. */
async function watch(urlOf: () => string, { learner, reports }: Work, assignmentId: string, outcome: Outcome): Promise<void> {
  const browser = makeBrowser(urlOf);
  await browser.ask('/api/v1/user/userinfo');
  await browser.ask('/api/v1/session/learner', { code: learner.code });
  const { ms, answer } = await browser.ask<Assignment>(`/api/v1/assignments/${assignmentId}`);
  outcome.opened.push(ms);
  const path = `/api/v1/assignments/${assignmentId}/steps/${answer.contents[0]!.id}/work`;
  await browser.ask(path, { event: 'open' });
  for (let i = 0; i < reports; i += 1) {
    await pause(EVERY);
    const ranges = [[i * SHARE, (i + 1) * SHARE]];
    const answered = await askUntilAnswered(() => browser.ask(path, { event: 'watch', ranges }));
    outcome.repeated += answered.vain;
    if (answered.vain === 0) outcome.reported.push(answered.ms);
  }
}

/** Creates an assignment with one film for each class. Returns the assignment's identifier by class. */
async function createAssignments(databaseUrl: string, learners: readonly Learner[]): Promise<Map<string, string>> {
  const { db, close } = await openDatabase({ dataDir: '', databaseUrl });
  const now = new Date();
  const given = new Map([...new Set(learners.map(({ classId }) => classId))].map((classId) => [classId, newId()]));
  for (const [class_id, id] of given) {
    await db.insertInto('assignment').values({ id, class_id, title: 'Film', created_at: now, published_at: now }).execute();
    const film = { kind: 'media', identifier: FILM, title: 'Film', completion: 'viewed' } as const;
    await db
      .insertInto('assignment_step')
      .values({ id: newId(), assignment_id: id, rank: 0, ...film })
      .execute();
  }
  await close();
  return given;
}

/** Counts the learners whose acknowledged progress is completely stored, and those who lost some of it. */
async function countLost(databaseUrl: string, given: readonly string[], reports: number): Promise<{ kept: number; lost: number }> {
  const { db, close } = await openDatabase({ dataDir: '', databaseUrl });
  const rows = await db
    .selectFrom('assignment_work')
    .innerJoin('assignment_step as step', 'step.id', 'assignment_work.step_id')
    .select('assignment_work.watched')
    .where('step.assignment_id', 'in', given)
    .execute();
  await close();
  const isWhole = (watched: unknown): boolean =>
    (watched as [number, number][]).some(([from, to]) => from <= 0.01 && to >= reports * SHARE - 0.01);
  const kept = rows.filter((row) => isWhole(row.watched)).length;
  return { kept, lost: LEARNERS - kept };
}

async function measure(databaseUrl: string, minutes: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fundus-bench-'));
  const env = { SESSION_SECRET: SECRET, SEARCH_WORKERS: '1', DATABASE_URL: databaseUrl };
  const reports = Math.floor((minutes * 60_000) / EVERY);
  let portal: Portal | undefined;
  try {
    const learners = await prepareLesson({ dataDir, databaseUrl, sessionSecret: SECRET }, { learners: LEARNERS, inClass: IN_CLASS });
    const given = await createAssignments(databaseUrl, learners);
    portal = await startPortal({ dataDir, env });
    const load = describeLoad();
    const outcome: Outcome = { opened: [], reported: [], repeated: 0 };
    const atWork = learners.map(async (learner, i) => {
      await pause(i * (EVERY / LEARNERS));
      await watch(() => portal!.url, { learner, reports }, given.get(learner.classId)!, outcome);
    });
    const killing = (async () => {
      await pause((minutes * 60_000) / 2);
      process.kill(portal.pid, 'SIGKILL');
      const start = performance.now();
      portal = await startPortal({ dataDir, env });
      return performance.now() - start;
    })();
    const [away] = await Promise.all([killing, ...atWork]);
    const { kept, lost } = await countLost(databaseUrl, [...given.values()], reports);
    storeTable({
      name: 'assignments',
      title: 'Learners at work in an assignment, on PostgreSQL, ms',
      head: ['request', 'count', 'p50', 'p95', 'max'],
      rows: [
        ['the assignment', outcome.opened.length, ...spread(outcome.opened)],
        ['a report', outcome.reported.length, ...spread(outcome.reported)],
      ],
      notes: [
        `Goal: p95 ≤ 100 ms, and nothing lost. ${LEARNERS} learners reported every ${EVERY / 1000} s for ${minutes} min. In the middle the process was killed; it was available again after ${(away / 1000).toFixed(1)} s; ${outcome.repeated} failed attempts were retried and are not in the times.`,
        `Confirmed progress was stored completely for ${kept} learners, and lost for ${lost}.`,
        `${load} The client runs on the same machine.`,
      ],
    });
    if (lost > 0) process.exitCode = 1;
  } finally {
    await portal?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const spread = (times: readonly number[]): number[] => [percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)];

/** Runs the benchmark on a temporary database of the PostgreSQL server `databaseUrl`. */
export const assignmentBench = (databaseUrl: string, minutes: number): Promise<void> =>
  withDatabase(databaseUrl, 'bench_assignments', (own) => measure(own, minutes));
