/** Steps of the hourly round (docs/behaviour/imports.md#schedule). */
import { DAY } from '@fundus/contract/days';
import type { Step } from '../../domain.ts';
import { beginHarvest } from './begin-harvest.ts';
import { nextHarvest } from './next-harvest.ts';
import { listDueSources, markSource } from './repository.ts';
import { deleteOldRuns, endOldRuns, isRunning } from './run-repository.ts';

const LEFT = 7 * DAY;
const KEPT = 365 * DAY;

/** Repositories whose time has come; one that is still being harvested is left to its run. */
export const harvestDue: Step = async (portal, { now }) => {
  for (const source of await listDueSources(portal.db, now))
    await portal.db.transaction().execute(async (db) => {
      await markSource(db, source.id, { due_at: nextHarvest(source.schedule, now) });
      if (source.address !== null && !(await isRunning(db, source.id)))
        await beginHarvest(db, source, { look: false, whole: false, now, by: null });
    });
  portal.wakeJobs();
};

/** Files nobody went on with after a week, runs after a year. */
export const endRuns: Step = async ({ db }, { now }) => {
  await endOldRuns(db, new Date(now.getTime() - LEFT), now);
  await deleteOldRuns(db, new Date(now.getTime() - KEPT));
};
