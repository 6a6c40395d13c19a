/** When reminders leave (behaviour.md 5.18): nobody's telephone rings at night because something is due in three days. */

const FROM = 8;
const BERLIN_HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', hourCycle: 'h23' });

/** From eight in the morning until midnight, in Berlin; what came due at night leaves then. */
export const remindersMayLeave = (now: Date): boolean => Number(BERLIN_HOUR.format(now)) >= FROM;
