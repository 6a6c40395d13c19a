/** Import steps of the hourly run (docs/behaviour/imports.md#schedule). */
import { DAY } from '@fundus/contract/days';
import type { Step } from '../../domain.ts';
import { beginHarvest } from './begin-harvest.ts';
import { nextHarvest } from './next-harvest.ts';
import { listDueSources, markSource } from './repository.ts';
import { deleteOldRuns, endOldRuns, isRunning } from './run-repository.ts';

const LEFT = 7 * DAY;
const KEPT = 365 * DAY;

/** Starts due harvests. Skips sources that are being harvested. */
export const harvestDue: Step = async (portal, { now }) => {
  for (const source of await listDueSources(portal.db, now))
    await portal.db.transaction().execute(async (db) => {
      await markSource(db, source.id, { due_at: nextHarvest(source.schedule, now) });
      if (source.address !== null && !(await isRunning(db, source.id)))
        await beginHarvest(db, source, { look: false, whole: false, now, by: null });
    });
  portal.wakeJobs();
};

/** Ends abandoned file imports after a week and deletes runs after a year. */
export const endRuns: Step = async ({ db }, { now }) => {
  await endOldRuns(db, new Date(now.getTime() - LEFT), now);
  await deleteOldRuns(db, new Date(now.getTime() - KEPT));
};
