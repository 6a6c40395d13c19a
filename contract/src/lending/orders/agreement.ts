/** Orders of learners, and the approval of the responsible teacher (docs/behaviour/lending.md#learners). */
import { z } from 'zod';
import { byId, line, moment, text } from '../../fields.ts';
import { endpoint } from '../../endpoint.ts';
import { RentalOrder } from './orders.ts';
import { lendingGate } from '../gate.ts';

/** Minimum number of letters for finding a teacher. */
export const TEACHER_LETTERS = 3;
export const MAX_TEACHERS = 8;
/** Maximum number of listed orders for which the teacher is responsible. */
export const MAX_RESPONSIBLE = 100;

export const lendingAgreement = {
  teachers: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/teachers',
    summary: 'Teachers of the own school by at least three letters of their name: for a learner who names one of them',
    query: z.object({ point: z.uuid(), q: line(80).min(TEACHER_LETTERS) }),
    reply: z.object({ items: z.array(z.object({ id: z.uuid(), name: z.string() })).max(MAX_TEACHERS) }),
  }),
  responsible: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/responsible',
    summary: 'What learners have ordered or have and the visitor is responsible for; what waits for them first',
    reply: z.object({ items: z.array(RentalOrder).max(MAX_RESPONSIBLE) }),
  }),
  agree: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/agree',
    summary: 'Agree to what a learner has ordered, and be responsible for it',
    params: byId,
    /** Version of the request that was displayed, so that the teacher approves what they saw. */
    body: z.object({ asked_at: moment }),
    reply: RentalOrder,
  }),
  disagree: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/disagree',
    summary: 'Decline what a learner has ordered, with a reason',
    params: byId,
    body: z.object({ reason: text(300).min(1) }),
    reply: RentalOrder,
  }),
};
