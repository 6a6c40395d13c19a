/** Calendar of a model (docs/behaviour/lending.md#availability). */
import { z } from 'zod';
import { count, day } from '../../fields.ts';
import { DAY_REASONS } from './rules.ts';

export const CalendarDay = z.object({
  date: day,
  free: count,
  max_days: count,
  /** Reasons why a loan cannot start on this day. `end_blocked` contains the reasons why it cannot end. */
  start_blocked: z.array(z.enum(DAY_REASONS)),
  end_blocked: z.array(z.enum(DAY_REASONS)),
  /** Name of the closure on this day, or an empty string. */
  closure: z.string(),
  /** Lessons of the day, set if the lending point lends by lesson. */
  lessons: z.array(z.object({ lesson: count, free: count, over: z.boolean() })),
});
export type CalendarDay = z.output<typeof CalendarDay>;
