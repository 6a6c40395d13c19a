/** Preview of the consequences if a licence ended (docs/behaviour/licences.md#loss-preview). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, count } from '../fields.ts';

export const LicenceLoss = z.object({
  /** Number of other licences of the medium that remain in force; if there are any, no access is lost. */
  others: count,
  /** Number of active classes with the medium, media lists that contain it, and open assignments. */
  classes: count,
  lists: count,
  assignments: count,
  /** Remaining media of the same main subject, closest subjects first. */
  similar: z.object({ total: count, items: z.array(z.object({ identifier: z.string(), fn_titel: z.string() })) }),
});
export type LicenceLoss = z.output<typeof LicenceLoss>;

export const licenceLoss = {
  loss: endpoint({
    method: 'GET',
    path: '/api/v1/licences/{id}/loss',
    summary: 'Effects of ending a licence: counts of affected uses, and similar media that remain',
    access: 'user',
    params: byId,
    reply: LicenceLoss,
  }),
};
