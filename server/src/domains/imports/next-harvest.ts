/** Returns the next scheduled harvest: at 2:00 UTC, when the load is low. Pure. */
import { DAY } from '@fundus/contract/days';
import type { HARVEST_SCHEDULES } from '@fundus/contract/imports/imports';

const HOUR = 2;

export function nextHarvest(schedule: (typeof HARVEST_SCHEDULES)[number], now: Date): Date | null {
  if (schedule === 'off') return null;
  const next = new Date(now);
  next.setUTCHours(HOUR, 0, 0, 0);
  const days = schedule === 'daily' ? 1 : 7;
  return new Date(next.getTime() + (next > now && schedule === 'daily' ? 0 : days * DAY));
}
