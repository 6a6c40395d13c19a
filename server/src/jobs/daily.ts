/** What the hourly round does once a day. */
import { DAY } from '@fundus/contract/days';

/** An hour less than a day, so that the same round of the next day finds it due. */
const OFTEN = (DAY / 24) * 23;

/** Whether it is time again. `last`: when it was done; null: never. */
export const isDueDaily = (last: Date | null, now: Date): boolean => last === null || now.getTime() - last.getTime() >= OFTEN;
