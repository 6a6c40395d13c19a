/** What a school or district would be without if a licence ended (docs/behaviour/licences.md#loss-preview). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, count } from '../fields.ts';

export const LicenceLoss = z.object({
  /** Other licences of the same medium that are still in force when this one ends: then nothing is lost. */
  others: count,
  /** Classes that run and have the medium, media lists with it, assignments that are not over. */
  classes: count,
  lists: count,
  assignments: count,
  /** Media in the same main subject that stay, those that share most of it in front. */
  similar: z.object({ total: count, items: z.array(z.object({ identifier: z.string(), fn_titel: z.string() })) }),
});
export type LicenceLoss = z.output<typeof LicenceLoss>;

export const licenceLoss = {
  loss: endpoint({
    method: 'GET',
    path: '/api/v1/licences/{id}/loss',
    summary: 'What would be without its medium if a licence ended, as counts, and what similar would stay',
    access: 'user',
    params: byId,
    reply: LicenceLoss,
  }),
};
