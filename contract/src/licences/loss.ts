/** Preview of what would be lost if a licence ended (docs/behaviour/licences.md#loss-preview). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, count } from '../fields.ts';

export const LicenceLoss = z.object({
  /** Number of other active licences for the medium. If there are any, no access is lost. */
  others: count,
  /** Number of active classes that have the medium, of media lists that contain it, and of open assignments. */
  classes: count,
  lists: count,
  assignments: count,
  /** Other media of the same main subject, those with the closest subjects first. */
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
