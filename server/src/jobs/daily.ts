/** Steps of the hourly maintenance that run once a day. */
import { DAY } from '@fundus/contract/days';

/** Minimum interval between runs: an hour less than a day, so that a step is due in the same round of the next day. */
const OFTEN = (DAY / 24) * 23;

/** Returns whether a daily step is due. `last` is the time of its last run, or `null` if it has not run yet. */
export const isDueDaily = (last: Date | null, now: Date): boolean => last === null || now.getTime() - last.getTime() >= OFTEN;
