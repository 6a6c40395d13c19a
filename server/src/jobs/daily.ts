/** Daily steps of the hourly routine. */
import { DAY } from '@fundus/contract/days';

/** One hour less than a day, so that a step is due in the same round of the next day. */
const OFTEN = (DAY / 24) * 23;

/** Returns whether a daily step is due. `last`: time of the last run; `null`: never. */
export const isDueDaily = (last: Date | null, now: Date): boolean => last === null || now.getTime() - last.getTime() >= OFTEN;
