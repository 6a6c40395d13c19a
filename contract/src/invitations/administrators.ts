/** Invitations for the administrators of many schools (docs/behaviour/invitations.md#administrators-of-many-schools). */
import { z } from 'zod';
import { named } from '../fields.ts';

/** Maximum number of schools invited by one call. */
export const MAX_SCHOOLS_INVITED = 500;

/** `has_admin`: already has an administrator; `invited`: has an open invitation; `no_email`: has no address; `not_open`: accepts no members. */
export const AdministratorRow = z.object({
  school: named(z.string()),
  email: z.string(),
  result: z.enum(['sent', 'has_admin', 'invited', 'no_email', 'not_open']),
});
export type AdministratorRow = z.output<typeof AdministratorRow>;
