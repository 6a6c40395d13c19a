/** Waiting list for devices that are not free (docs/behaviour/lending.md#waiting-list). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byId, count, day, line, moment, text } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { RentalOrder } from '../orders/orders.ts';
import { PURPOSE_LENGTH, TITLE_LENGTH } from '../orders/order-fields.ts';
import { WAIT_STATES } from '../allocation/wait-rules.ts';
import { idempotencyKey, lendingGate, MAX_AT_ONCE } from '../gate.ts';

export const WaitEntry = z.object({
  id: z.uuid(),
  model: z.object({ id: z.uuid(), name: z.string() }),
  point: z.object({ id: z.uuid(), name: z.string() }),
  /** Name of the borrower. Set only for the desk. */
  borrower: z.string(),
  school: z.string(),
  quantity: count,
  earliest: day,
  latest: day,
  /** Number of days within the period, or `null` for the whole period. */
  days: count.nullable(),
  state: z.enum(WAIT_STATES),
  /** Period that is offered, and the deadline for accepting it. */
  offer: z.object({ start: day, end: day, until: moment }).nullable(),
  created_at: moment,
  can: z.object({ cancel: z.boolean(), answer: z.boolean() }),
});
export type WaitEntry = z.output<typeof WaitEntry>;

export const lendingWaiting = {
  waits: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/waitlist',
    summary: 'Waiting list entries and offers of the user',
    reply: z.object({ items: z.array(WaitEntry) }),
  }),
  waiting: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/waiting',
    summary: 'Waiting list of a point in its order, for the desk',
    query: z.object({ ...page, point: z.uuid() }),
    reply: pageOf(WaitEntry),
  }),
  wait: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/waitlist',
    summary: 'Join the waiting list of a model, for these days or for a number of days between them; a free device is offered at once',
    body: z
      .object({
        model: z.uuid(),
        earliest: day,
        latest: day,
        days: z.int().min(1).max(200).nullable().default(null),
        quantity: z.int().min(1).max(MAX_AT_ONCE).default(1),
        key: idempotencyKey,
      })
      .refine(({ earliest, latest }) => earliest <= latest, { path: ['latest'], message: 'min' }),
    reply: WaitEntry,
  }),
  cancelWait: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/waitlist/{id}/cancel',
    summary: 'Leave the waiting list',
    params: byId,
    body: z.object({}),
    reply: WaitEntry,
  }),
  acceptOffer: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/waitlist/{id}/accept',
    summary: 'Accept an offer: it becomes an approved order',
    params: byId,
    body: z.object({
      title: line(TITLE_LENGTH).min(1),
      purpose: text(PURPOSE_LENGTH).default(''),
      contact: line(200).default(''),
      terms_version: count.default(0),
    }),
    reply: RentalOrder,
  }),
  declineOffer: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/waitlist/{id}/decline',
    summary: 'Decline an offer, which passes it to the next entry',
    params: byId,
    body: z.object({}),
    reply: WaitEntry,
  }),
};
