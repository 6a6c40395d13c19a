/** Searches for pairs among changed media in the background, in small batches (docs/behaviour/duplicates.md#pairs). */
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../db/open.ts';
import type { Portal } from '../../http/context.ts';
import { addJobOnce } from '../../jobs/repository.ts';
import type { Worker } from '../../jobs/runner.ts';
import { followChanges } from './pair-repository.ts';

const PAIRS_JOB = 'duplicate-pairs';
const SLICE = 250;
/** Pause in milliseconds between two batches, in which other queries run. */
const PAUSE_MS = 20;
/** Maximum duration of a run in milliseconds. The remaining media are compared in the next run. */
const ROUND_MS = 5 * 60_000;

export async function findPairs({ db }: Pick<Portal, 'db'>): Promise<void> {
  const until = performance.now() + ROUND_MS;
  while (performance.now() < until) {
    const seen = await db.transaction().execute((trx) => followChanges(trx, SLICE));
    if (seen < SLICE) return;
    await pause(PAUSE_MS);
  }
}

/** Queues a job that searches for pairs soon. Called after an import. */
export const queueFindPairs = (db: Db, now: Date): Promise<void> => addJobOnce(db, { kind: PAIRS_JOB, payload: {}, now });

export const pairWorkers = (portal: Portal): Record<string, Worker> => ({
  [PAIRS_JOB]: () => findPairs(portal),
});
