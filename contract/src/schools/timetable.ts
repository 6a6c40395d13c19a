/** Lesson times of a school, in the time zone Europe/Berlin (docs/behaviour/schools.md#settings). */
import { z } from 'zod';

export const MAX_LESSONS = 12;

/** Format of times, such as `08:05`. Sorting them as text sorts them by time. */
export const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const time = z.string().regex(TIME);
const Lesson = z.object({ begin: time, end: time }).refine(({ begin, end }) => begin < end, { path: ['end'], message: 'min' });

/** Lessons of a day in chronological order. Lessons do not overlap. */
export const Timetable = z
  .array(Lesson)
  .min(1)
  .max(MAX_LESSONS)
  .refine((lessons) => lessons.every(({ begin }, i) => i === 0 || lessons[i - 1]!.end <= begin), { message: 'format' });
export type Timetable = z.output<typeof Timetable>;

/** Default timetable. */
export const DEFAULT_TIMETABLE: Timetable = [
  { begin: '08:00', end: '08:45' },
  { begin: '08:45', end: '09:30' },
  { begin: '09:50', end: '10:35' },
  { begin: '10:35', end: '11:20' },
  { begin: '11:40', end: '12:25' },
  { begin: '12:25', end: '13:10' },
  { begin: '13:40', end: '14:25' },
  { begin: '14:25', end: '15:10' },
  { begin: '15:20', end: '16:05' },
  { begin: '16:05', end: '16:50' },
];

let clock: Intl.DateTimeFormat | undefined;
/** Returns the time in Berlin, such as `08:05`. */
export function timeOf(now: Date): string {
  clock ??= new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return clock.format(now);
}

/** Returns the number of the current lesson. During a break, returns the next lesson; after the last lesson, its number plus one. */
export const lessonAt = (timetable: Timetable, time: string): number => timetable.filter(({ end }) => end <= time).length + 1;
