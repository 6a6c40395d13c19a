/**
 * Daily update of the index, which runs once for all processes. Logs the media whose indexed values change with the day
 * (docs/behaviour/search.md#index).
 */
import { shiftDay, today } from '@fundus/contract/days';
import type { Db } from '../../../db/open.ts';
import type { Portal } from '../../../http/context.ts';
import { logChanges } from '../../../search/change-log-repository.ts';
import { listMediaChangingVisibility } from './index-repository.ts';
import {
  claimDailyUpdate,
  findLastUpdatedDay,
  finishDailyUpdate,
  renewIndexLease,
  storeUses,
  listChangedUses,
} from './index-state-repository.ts';
import { findMeanRating, listReviewedAfter } from '../repository.ts';

/** Number of media that are logged in one transaction. Other writers wait for its end. */
const BATCH = 2_000;
const MINUTE = 60_000;
/** Milliseconds after which another process takes over the daily update of a process that died. */
const LEASE = MINUTE;
/** Tolerated difference in milliseconds between the clocks of two processes at midnight. */
const CLOCK_SKEW = 5 * MINUTE;
/** Largest change of the mean of all reviews that has no noticeable effect on the order of media. */
const SAME_MEAN = 0.01;

const hasMoved = (from: number | null, to: number | null): boolean =>
  from !== null && to !== null ? Math.abs(to - from) > SAME_MEAN : from !== to;

/** Returns whether the update of a day is complete. A process whose clock is slightly ahead may already have run that of the next day. */
const isTurned = (turned: string, day: string, now: Date): boolean =>
  turned === day || (turned > day && turned <= today(new Date(now.getTime() + CLOCK_SKEW)));

/** Returns the day for which media are indexed. If another process runs the update of the next day, this is the next day even before midnight. */
export function indexingDay(turning: string | null, now: Date): string {
  const day = today(now);
  return turning !== null && isTurned(turning, day, now) ? turning : day;
}

/**
 * Logs all media whose indexed values change with the day, because licences begin or end, uses change, or the mean of all reviews has changed. Days
 * on which no process ran are included. Returns whether the update of the current day is complete, no matter which process ran it.
 */
export async function logDailyChanges(portal: Portal, stopped: AbortSignal): Promise<boolean> {
  const { db } = portal;
  const now = portal.now();
  const day = today(now);
  if (isTurned(await findLastUpdatedDay(db), day, now)) return true;
  const lease = (): Date => new Date(portal.now().getTime() + LEASE);
  const claimed = await claimDailyUpdate(db, { day, now, until: lease(), latest: new Date(now.getTime() + LEASE) });
  if (!claimed) return false;
  const log = async <T>(changes: readonly T[], identifierOf: (change: T) => string, write?: (db: Db, batch: T[]) => Promise<void>) => {
    for (let from = 0; from < changes.length; from += BATCH) {
      stopped.throwIfAborted();
      await renewIndexLease(db, day, lease());
      const batch = changes.slice(from, from + BATCH);
      await db.transaction().execute(async (trx) => {
        await write?.(trx, batch);
        await logChanges(trx, batch.map(identifierOf));
      });
    }
  };
  try {
    const { turned_on, mean_rating } = claimed;
    // If the clock was ahead, the days in between are handled again.
    const [before, last] = turned_on < day ? [turned_on, day] : [day, turned_on];
    await log(
      await listMediaChangingVisibility(db, shiftDay(before, 1), last, portal.config.licenceGraceDays),
      ({ identifier }) => identifier,
    );
    await log(await listChangedUses(db), ({ identifier }) => identifier, storeUses);
    const mean = await findMeanRating(db);
    const moved = hasMoved(mean_rating, mean);
    for (let after: string | undefined = moved ? '' : undefined; after !== undefined;) {
      const reviewed: string[] = await listReviewedAfter(db, after, BATCH);
      await log(reviewed, (identifier) => identifier);
      after = reviewed.at(-1);
    }
    await finishDailyUpdate(db, day, moved ? mean : mean_rating);
    return true;
  } catch (error) {
    await renewIndexLease(db, day, null);
    if (stopped.aborted) return false;
    throw error;
  }
}
