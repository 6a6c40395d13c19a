/** Searches pairs among changed media in small batches in the background (docs/behaviour/duplicates.md#pairs). */
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../db/open.ts';
import type { Portal } from '../../http/context.ts';
import { addJobOnce } from '../../jobs/repository.ts';
import type { Worker } from '../../jobs/runner.ts';
import { followChanges } from './pair-repository.ts';

const PAIRS_JOB = 'duplicate-pairs';
const SLICE = 250;
/** Milliseconds between batches, in which other queries run. */
const PAUSE_MS = 20;
/** Maximum duration of a run; the rest follows in the next one. */
const ROUND_MS = 5 * 60_000;

export async function findPairs({ db }: Pick<Portal, 'db'>): Promise<void> {
  const until = performance.now() + ROUND_MS;
  while (performance.now() < until) {
    const seen = await db.transaction().execute((trx) => followChanges(trx, SLICE));
    if (seen < SLICE) return;
    await pause(PAUSE_MS);
  }
}

/** Adds a job that searches pairs soon, after an import. */
export const queueFindPairs = (db: Db, now: Date): Promise<void> => addJobOnce(db, { kind: PAIRS_JOB, payload: {}, now });

export const pairWorkers = (portal: Portal): Record<string, Worker> => ({
  [PAIRS_JOB]: () => findPairs(portal),
});
