/** The signed-in user, for all files of the contract. */
import { z } from 'zod';
import { day } from '../fields.ts';
import { SALUTATIONS } from './choices.ts';

/** A signed-in user (docs/specification.md#entities). */
export const User = z.object({
  id: z.uuid(),
  /** 'L' is a teacher. */
  role: z.string(),
  /** '1' or '2' (basic view) is a school administrator. */
  school_admin: z.enum(['0', '1', '2']),
  district_admin: z.enum(['0', '1']),
  /** Preferred form of address; '' or missing: not stated. */
  salutation: z.enum(SALUTATIONS).optional(),
  vorname: z.string(),
  name: z.string(),
  email: z.string(),
  school_id: z.string().nullable(),
  klassenID: z.string().nullable(),
  schulname: z.string().nullable(),
  show_jitsi: z.boolean(),
  shared_classes: z.array(z.string()),
  /** True if learners of the school may create media lists. */
  student_lists: z.boolean().optional(),
  /** True for a learner who may borrow at some lending point. */
  borrows: z.boolean().optional(),
  /** `cap_catalogue`, `cap_licences` … (docs/behaviour/access.md#capabilities). */
  capabilities: z.array(z.string()).readonly().optional(),
  /** Label and last day of the learner code of a learner-code session (`id` is the code's). */
  by_code: z.object({ label: z.string(), valid_until: day }).optional(),
});
export type User = z.output<typeof User>;
