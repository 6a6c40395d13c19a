/** Hours in which reminders are sent, so that phones do not ring at night (docs/behaviour/common.md#hourly-round). */
import { shiftDay, today } from '@fundus/contract/days';

const FROM = 8;
const BERLIN_HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', hourCycle: 'h23' });

/** Returns whether it is between 8 a.m. and midnight in Berlin. Reminders that become due at night are sent in the morning. */
export const maySendReminders = (now: Date): boolean => Number(BERLIN_HOUR.format(now)) >= FROM;

/** Returns 8 a.m. of the next day in Berlin, which is 6 or 7 a.m. UTC. */
export function nextMorning(now: Date): Date {
  const day = shiftDay(today(now), 1);
  const summer = new Date(`${day}T06:00:00Z`);
  return maySendReminders(summer) ? summer : new Date(`${day}T07:00:00Z`);
}
