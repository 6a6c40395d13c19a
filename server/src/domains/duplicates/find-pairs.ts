/** Pairs are looked for among media that changed, a few at a time, beside all other work (docs/behaviour/duplicates.md#pairs). */
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../db/open.ts';
import type { Portal } from '../../http/context.ts';
import { addJobOnce } from '../../jobs/repository.ts';
import type { Worker } from '../../jobs/runner.ts';
import { followChanges } from './pair-repository.ts';

const PAIRS_JOB = 'duplicate-pairs';
const SLICE = 250;
/** Between two slices others use the database. */
const PAUSE_MS = 20;
/** The rest waits for the next round: a million new media take some. */
const ROUND_MS = 5 * 60_000;

export async function findPairs({ db }: Pick<Portal, 'db'>): Promise<void> {
  const until = performance.now() + ROUND_MS;
  while (performance.now() < until) {
    const seen = await db.transaction().execute((trx) => followChanges(trx, SLICE));
    if (seen < SLICE) return;
    await pause(PAUSE_MS);
  }
}

/** Soon, without waiting for the hourly round: something came in. */
export const lookForPairs = (db: Db, now: Date): Promise<void> => addJobOnce(db, { kind: PAIRS_JOB, payload: {}, now });

export const pairWorkers = (portal: Portal): Record<string, Worker> => ({
  [PAIRS_JOB]: () => findPairs(portal),
});
