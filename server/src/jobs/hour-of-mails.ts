/** Hours for sending reminders (docs/behaviour/common.md#hourly-round), so that phones do not ring at night. */
import { shiftDay, today } from '@fundus/contract/days';

const FROM = 8;
const BERLIN_HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', hourCycle: 'h23' });

/** Returns whether it is between 8:00 and midnight in Berlin. Reminders due at night are sent then. */
export const remindersMayLeave = (now: Date): boolean => Number(BERLIN_HOUR.format(now)) >= FROM;

/** Returns 8:00 of the next day in Berlin, which is 6:00 or 7:00 UTC. */
export function nextMorning(now: Date): Date {
  const day = shiftDay(today(now), 1);
  const summer = new Date(`${day}T06:00:00Z`);
  return remindersMayLeave(summer) ? summer : new Date(`${day}T07:00:00Z`);
}
