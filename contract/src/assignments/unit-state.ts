/** State of a unit of a SCORM package. */
import { z } from 'zod';
import { MAX_STATE } from '../files/packages.ts';

/** What a unit of a SCORM package said last: its data, what was reached, and whether it ended its session. */
export const UnitState = z.object({
  cmi: z
    .record(z.string().max(300), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .refine((cmi) => JSON.stringify(cmi).length <= MAX_STATE, {
      message: 'too_long',
    }),
  status: z.enum(['passed', 'failed', 'completed', 'incomplete']),
  /** 0 to 1. */
  scaled: z.number().min(0).max(1).nullable(),
  /** It began a session with this report, or ended it. */
  begun: z.boolean(),
  ended: z.boolean(),
});
export type UnitState = z.output<typeof UnitState>;
