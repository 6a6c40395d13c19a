/** The signed-in user. In a separate file, because all parts of the contract use it. */
import { z } from 'zod';
import { day } from '../fields.ts';
import { SALUTATIONS } from './choices.ts';

/** Signed-in user (docs/specification.md#entities). */
export const User = z.object({
  id: z.uuid(),
  /** Role of the user: 'L' for teachers, 'P' for other staff and 'S' for learners. */
  role: z.string(),
  /** '1' for a school administrator, '2' for a school administrator in the basic view. */
  school_admin: z.enum(['0', '1', '2']),
  district_admin: z.enum(['0', '1']),
  /** Preferred form of address. Empty or missing if the user has not stated it. */
  salutation: z.enum(SALUTATIONS).optional(),
  vorname: z.string(),
  name: z.string(),
  email: z.string(),
  school_id: z.string().nullable(),
  klassenID: z.string().nullable(),
  schulname: z.string().nullable(),
  show_jitsi: z.boolean(),
  shared_classes: z.array(z.string()),
  /** True if learners of the user's school may create media lists. */
  student_lists: z.boolean().optional(),
  /** True if the user is a learner who may borrow at one of the lending points. */
  borrows: z.boolean().optional(),
  /** Capabilities such as `cap_catalogue` or `cap_licences` (docs/behaviour/access.md#capabilities). */
  capabilities: z.array(z.string()).readonly().optional(),
  /** Set in a learner-code session: label and last day of the code. `id` is then the ID of the code. */
  by_code: z.object({ label: z.string(), valid_until: day }).optional(),
});
export type User = z.output<typeof User>;
