/** Two-week trials of products (docs/behaviour/marketplace.md#trials). */
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { byId, count, day, text } from '../fields.ts';
import { page, pageOf } from '../paging.ts';
import { TRIAL_STATES } from './rules.ts';

export const Trial = z.object({
  id: z.uuid(),
  product: z.object({ id: z.uuid(), title: z.string(), publisher: z.string() }),
  person: z.string(),
  state: z.enum(TRIAL_STATES),
  note: z.string(),
  reason: z.string(),
  /** First and last day of the trial, or `null` until it starts. */
  starts_on: day.nullable(),
  ends_on: day.nullable(),
  /** Number of media in the trial. `used` contains the titles of media that were used. */
  media: count,
  used: z.array(z.string()),
  can: z.object({ decide: z.boolean(), end: z.boolean() }),
});
export type Trial = z.output<typeof Trial>;

export const trials = {
  trials: endpoint({
    method: 'GET',
    path: '/api/v1/marketplace/trials',
    summary: 'Trials of the user; with `school` those of the administered school, undecided ones first',
    access: 'user',
    query: z.object({ ...page, school: z.stringbool().default(false) }),
    reply: pageOf(Trial),
  }),
  requestTrial: endpoint({
    method: 'POST',
    path: '/api/v1/marketplace/products/{id}/trial',
    once: true,
    summary: "Try a product for 14 days: at once if the product allows it, otherwise after approval by the school's administrator",
    access: 'user',
    params: byId,
    body: z.object({ note: text(500).default('') }),
    reply: Trial,
  }),
  decideTrial: endpoint({
    method: 'PUT',
    path: '/api/v1/marketplace/trials/{id}',
    summary: 'Approve or decline a trial, with a reason',
    access: 'user',
    params: byId,
    body: z.object({ approve: z.boolean(), reason: text(500).default('') }),
    reply: Trial,
  }),
  undoTrial: endpoint({
    method: 'POST',
    path: '/api/v1/marketplace/trials/{id}/undo',
    summary: 'Let a decided trial wait again, until the mail about the decision is sent',
    access: 'user',
    params: byId,
    reply: Trial,
  }),
  endTrial: endpoint({
    method: 'DELETE',
    path: '/api/v1/marketplace/trials/{id}',
    summary: 'End a running trial, or withdraw a request',
    access: 'user',
    params: byId,
    reply: done,
  }),
};
