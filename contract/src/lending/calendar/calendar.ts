/** A day in the calendar of a model (docs/behaviour/lending.md#availability). */
import { z } from 'zod';
import { count, day } from '../../fields.ts';
import { DAY_REASONS } from './rules.ts';

export const CalendarDay = z.object({
  date: day,
  free: count,
  max_days: count,
  /** Why a loan cannot begin, or end, on this day; empty: it can. */
  start_blocked: z.array(z.enum(DAY_REASONS)),
  end_blocked: z.array(z.enum(DAY_REASONS)),
  /** What closes the point. */
  closure: z.string(),
  /** Where it lends by lessons, each of them: how many are free then, and whether it is over. */
  lessons: z.array(z.object({ lesson: count, free: count, over: z.boolean() })),
});
export type CalendarDay = z.output<typeof CalendarDay>;
