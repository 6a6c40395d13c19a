/** Calendar of a model (docs/behaviour/lending.md#availability). */
import { z } from 'zod';
import { count, day } from '../../fields.ts';
import { DAY_REASONS } from './rules.ts';

export const CalendarDay = z.object({
  date: day,
  free: count,
  max_days: count,
  /** Reasons why a loan cannot start or end on this day; empty: it can. */
  start_blocked: z.array(z.enum(DAY_REASONS)),
  end_blocked: z.array(z.enum(DAY_REASONS)),
  /** Name of the closure. */
  closure: z.string(),
  /** Lessons of the day at points that lend by lesson. */
  lessons: z.array(z.object({ lesson: count, free: count, over: z.boolean() })),
});
export type CalendarDay = z.output<typeof CalendarDay>;
