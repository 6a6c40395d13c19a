/** When reminders leave (docs/behaviour/common.md#hourly-round): nobody's telephone rings at night because something is due in three days. */
import { shiftDay, today } from '@fundus/contract/days';

const FROM = 8;
const BERLIN_HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', hourCycle: 'h23' });

/** From eight in the morning until midnight, in Berlin; what came due at night leaves then. */
export const remindersMayLeave = (now: Date): boolean => Number(BERLIN_HOUR.format(now)) >= FROM;

/** Eight in the morning of the next day, in Berlin: six or seven in UTC. */
export function nextMorning(now: Date): Date {
  const day = shiftDay(today(now), 1);
  const summer = new Date(`${day}T06:00:00Z`);
  return remindersMayLeave(summer) ? summer : new Date(`${day}T07:00:00Z`);
}
