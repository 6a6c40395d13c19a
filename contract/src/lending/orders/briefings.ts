/** Briefings: some models are lent only to borrowers who were instructed in their use (docs/behaviour/lending.md#briefings). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { byId, day } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { lendingGate } from '../gate.ts';

const Briefing = z.object({
  id: z.uuid(),
  model: z.object({ id: z.uuid(), name: z.string() }),
  borrower: z.string(),
  school: z.string(),
  given_on: day,
  /** Last day; null: does not expire. */
  until: day.nullable(),
});
export type Briefing = z.output<typeof Briefing>;

export const lendingBriefings = {
  briefings: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/briefings',
    summary: 'Who was shown how devices of a point work, and until when that holds',
    query: z.object({ ...page, point: z.uuid() }),
    reply: pageOf(Briefing),
  }),
  brief: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/briefings',
    summary: 'The borrower of an order was shown how a device works; what held before is replaced',
    params: byId,
    body: z.object({ model: z.uuid(), until: day.nullable().default(null) }),
    reply: Briefing,
  }),
  endBriefing: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/briefings/{id}',
    summary: 'Whoever was shown it is to be shown it anew',
    params: byId,
    reply: done,
  }),
};
