/**
 * Executes import runs in slices of a few seconds. Other jobs run in between, and a restart loses no progress
 * (docs/decisions/0067-resumable-import-slices.md).
 */
import { z } from 'zod';
import type { Portal } from '../../http/context.ts';
import { addJob } from '../../jobs/repository.ts';
import type { JobKind } from '../../jobs/runner.ts';
import { queueFindPairs } from '../duplicates/index.ts';
import { IMPORT_JOB } from './begin-harvest.ts';
import { HarvestProblem } from './harvest-pages.ts';
import { removeParts } from './parts.ts';
import { findRun, updateRun, type RunRow } from './run-repository.ts';
import { RunEnded, RunFailed } from './slice.ts';
import { importFileSlice } from './work-file.ts';
import { importHarvestSlice } from './work-harvest.ts';

const Payload = z.object({ run: z.uuid() });

/** Delays in seconds before a busy or unavailable repository is requested again, unless it asks for a longer delay. */
const PATIENCE = [30, 120, 600, 1_800];

export const importWorker = (portal: Portal<'pause' | 'remote' | 'storage'>): JobKind => ({
  // A failed run is not retried. An administrator can start another one.
  final: true,
  about: async (payload) => (await findRun(portal.db, Payload.parse(payload).run))?.source_name || null,
  work: async (payload) => {
    const { run: id } = Payload.parse(payload);
    const run = await findRun(portal.db, id);
    if (!run || !(await updateRun(portal.db, id, ['waiting', 'running'], { state: 'running' }))) return;
    try {
      const over = await (run.kind === 'file' ? importFileSlice : importHarvestSlice)(portal, run);
      if (over) await finishRun(portal, run);
      else await continueRun(portal, id, portal.now());
    } catch (error) {
      await failRun(portal, run, error);
    }
    if (!run.look) await portal.wakeIndex();
  },
  givenUp: async (payload) => {
    const { run } = Payload.parse(payload);
    await updateRun(portal.db, run, ['waiting', 'running'], { state: 'failed', problem: 'given_up', finished_at: portal.now() });
  },
});

async function continueRun({ db, wakeJobs }: Portal, id: string, due: Date): Promise<void> {
  await addJob(db, { kind: IMPORT_JOB, payload: { run: id }, now: due, due });
  wakeJobs();
}

/** Completes a run. A preview keeps its file, because the import needs it. */
async function finishRun(portal: Portal<'storage'>, run: RunRow): Promise<void> {
  const how = run.look ? { state: 'looked' as const } : { state: 'done' as const, parts: 0 };
  if (!(await updateRun(portal.db, run.id, ['running'], { ...how, finished_at: portal.now() })) || run.look) return;
  await removeParts(portal, run);
  await portal.db.transaction().execute((db) => queueFindPairs(db, portal.now()));
  portal.wakeJobs();
}

async function failRun(portal: Portal, run: RunRow, error: unknown): Promise<void> {
  if (error instanceof RunEnded) return;
  if (!(error instanceof RunFailed || error instanceof HarvestProblem)) throw error;
  const now = portal.now();
  const { report } = (await findRun(portal.db, run.id)) ?? run;
  const patience = error instanceof HarvestProblem && error.passes && !run.look ? PATIENCE[report.attempts] : undefined;
  const wait = patience === undefined ? undefined : Math.max(patience, (error as HarvestProblem).retryAfter);
  const about = { problem: error.code, problem_detail: error.message.slice(0, 500) };
  if (wait === undefined) await updateRun(portal.db, run.id, ['running'], { ...about, state: 'failed', finished_at: now });
  else if (await updateRun(portal.db, run.id, ['running'], { ...about, report: { ...report, attempts: report.attempts + 1 } }))
    await continueRun(portal, run.id, new Date(now.getTime() + wait * 1_000));
}
