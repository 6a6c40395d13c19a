/** Invitations for the administrators of multiple schools (docs/behaviour/invitations.md#administrators-of-many-schools). */
import { z } from 'zod';
import { named } from '../fields.ts';

/** Maximum number of schools that a call can invite. */
export const MAX_SCHOOLS_INVITED = 500;

/** Result for a school. `has_admin`, `invited`, `no_email` and `not_open` are reasons why no invitation is sent. */
export const AdministratorRow = z.object({
  school: named(z.string()),
  email: z.string(),
  result: z.enum(['sent', 'has_admin', 'invited', 'no_email', 'not_open']),
});
export type AdministratorRow = z.output<typeof AdministratorRow>;
