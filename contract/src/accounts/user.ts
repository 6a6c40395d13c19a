/** The signed-in person, for every file of the contract that speaks of them. */
import { z } from 'zod';
import { day } from '../fields.ts';
import { SALUTATIONS } from './choices.ts';

/** The signed-in person (docs/specification.md#entities). */
export const User = z.object({
  id: z.uuid(),
  /** 'L' is a teacher. */
  role: z.string(),
  /** '1' or '2' (basic view) is a school administrator. */
  school_admin: z.enum(['0', '1', '2']),
  district_admin: z.enum(['0', '1']),
  /** How the person wants to be addressed; '' or missing: not said. */
  salutation: z.enum(SALUTATIONS).optional(),
  vorname: z.string(),
  name: z.string(),
  email: z.string(),
  school_id: z.string().nullable(),
  klassenID: z.string().nullable(),
  schulname: z.string().nullable(),
  show_jitsi: z.boolean(),
  shared_classes: z.array(z.string()),
  /** Learners of their school make media lists of their own. */
  student_lists: z.boolean().optional(),
  /** Of a learner: some lending point lets them borrow. */
  borrows: z.boolean().optional(),
  /** `cap_catalogue`, `cap_licences` … (docs/behaviour/access.md#capabilities). */
  capabilities: z.array(z.string()).readonly().optional(),
  /** Of whoever signed in with a learner code (`id` is the code's): how its teachers call it, and its last day. */
  by_code: z.object({ label: z.string(), valid_until: day }).optional(),
});
export type User = z.output<typeof User>;
