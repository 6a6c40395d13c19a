/** Daily update of the index, once for all processes: logs media whose indexed values change with the day (docs/behaviour/search.md#index). */
import { shiftDay, today } from '@fundus/contract/days';
import type { Db } from '../../../db/open.ts';
import type { Portal } from '../../../http/context.ts';
import { logChanges } from '../../../search/change-log-repository.ts';
import { listTurningMedia } from './index-repository.ts';
import { claimTurn, findTurnedDay, finishTurn, keepTurn, storeUses, listChangedUses } from './index-state-repository.ts';
import { findMeanRating, listReviewedAfter } from '../repository.ts';

/** Number of media logged in one transaction, for which other writers wait. */
const BATCH = 2_000;
const MINUTE = 60_000;
/** Time after which another process takes over if a process dies during the daily update. */
const LEASE = MINUTE;
/** Difference between the clocks of two processes that is tolerated at midnight. */
const CLOCK_SKEW = 5 * MINUTE;
/** Change of the mean of all reviews that has no noticeable effect on the order of media. */
const SAME_MEAN = 0.01;

const hasMoved = (from: number | null, to: number | null): boolean =>
  from !== null && to !== null ? Math.abs(to - from) > SAME_MEAN : from !== to;

/** Another process whose clock is slightly ahead may have run the update of the next day already. */
const isTurned = (turned: string, day: string, now: Date): boolean =>
  turned === day || (turned > day && turned <= today(new Date(now.getTime() + CLOCK_SKEW)));

/**
 * Returns the day by which media are indexed: that of the update another process is running, even if it is not yet midnight by the clock of this one.
 */
export function indexingDay(turning: string | null, now: Date): string {
  const day = today(now);
  return turning !== null && isTurned(turning, day, now) ? turning : day;
}

/**
 * Logs all media whose indexed values change with the day: licences that begin or end, uses, and ratings if the mean of all reviews has moved. Days
 * on which no process ran are processed afterwards. Returns whether the update of the current day is done, by this process or another one.
 */
export async function logDailyChanges(portal: Portal, stopped: AbortSignal): Promise<boolean> {
  const { db } = portal;
  const now = portal.now();
  const day = today(now);
  if (isTurned(await findTurnedDay(db), day, now)) return true;
  const lease = (): Date => new Date(portal.now().getTime() + LEASE);
  const claimed = await claimTurn(db, { day, now, until: lease(), latest: new Date(now.getTime() + LEASE) });
  if (!claimed) return false;
  const log = async <T>(changes: readonly T[], identifierOf: (change: T) => string, write?: (db: Db, batch: T[]) => Promise<void>) => {
    for (let from = 0; from < changes.length; from += BATCH) {
      stopped.throwIfAborted();
      await keepTurn(db, day, lease());
      const batch = changes.slice(from, from + BATCH);
      await db.transaction().execute(async (trx) => {
        await write?.(trx, batch);
        await logChanges(trx, batch.map(identifierOf));
      });
    }
  };
  try {
    const { turned_on, mean_rating } = claimed;
    // Resets the days between if the clock was ahead.
    const [before, last] = turned_on < day ? [turned_on, day] : [day, turned_on];
    await log(await listTurningMedia(db, shiftDay(before, 1), last, portal.config.licenceGraceDays), ({ identifier }) => identifier);
    await log(await listChangedUses(db), ({ identifier }) => identifier, storeUses);
    const mean = await findMeanRating(db);
    const moved = hasMoved(mean_rating, mean);
    for (let after: string | undefined = moved ? '' : undefined; after !== undefined;) {
      const reviewed: string[] = await listReviewedAfter(db, after, BATCH);
      await log(reviewed, (identifier) => identifier);
      after = reviewed.at(-1);
    }
    await finishTurn(db, day, moved ? mean : mean_rating);
    return true;
  } catch (error) {
    await keepTurn(db, day, null);
    if (stopped.aborted) return false;
    throw error;
  }
}
