/** Briefings, without which some models are not lent to a borrower (docs/behaviour/lending.md#briefings). */
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
  /** Last day of the briefing, or `null` if it does not expire. */
  until: day.nullable(),
});
export type Briefing = z.output<typeof Briefing>;

export const lendingBriefings = {
  briefings: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/briefings',
    summary: 'Briefings of a point with their last days',
    query: z.object({ ...page, point: z.uuid() }),
    reply: pageOf(Briefing),
  }),
  brief: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/briefings',
    summary: 'Record that the borrower of an order was briefed on a model; replaces the previous briefing',
    params: byId,
    body: z.object({ model: z.uuid(), until: day.nullable().default(null) }),
    reply: Briefing,
  }),
  endBriefing: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/briefings/{id}',
    summary: 'End a briefing, so that a new one is needed',
    params: byId,
    reply: done,
  }),
};
