/** State of a unit in a SCORM package. */
import { z } from 'zod';
import { MAX_STATE } from '../files/packages.ts';

/** Last reported state of a unit in a SCORM package, with its data and score. */
export const UnitState = z.object({
  cmi: z
    .record(z.string().max(300), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .refine((cmi) => JSON.stringify(cmi).length <= MAX_STATE, {
      message: 'too_long',
    }),
  status: z.enum(['passed', 'failed', 'completed', 'incomplete']),
  /** Score from 0 to 1, or `null`. */
  scaled: z.number().min(0).max(1).nullable(),
  /** `begun` is true if the report starts a session, `ended` if it ends one. */
  begun: z.boolean(),
  ended: z.boolean(),
});
export type UnitState = z.output<typeof UnitState>;
