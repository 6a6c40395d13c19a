/** Orders of learners, which their responsible teacher must agree to (docs/behaviour/lending.md#learners). */
import { z } from 'zod';
import { byId, line, moment, text } from '../../fields.ts';
import { endpoint } from '../../endpoint.ts';
import { RentalOrder } from './orders.ts';
import { lendingGate } from '../gate.ts';

/** Minimum number of letters in the search for a teacher. */
export const TEACHER_LETTERS = 3;
export const MAX_TEACHERS = 8;
/** Maximum number of orders that a responsible teacher sees. */
export const MAX_RESPONSIBLE = 100;

export const lendingAgreement = {
  teachers: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/teachers',
    summary: 'Teachers of the own school by at least three letters of their name, for learners who name one',
    query: z.object({ point: z.uuid(), q: line(80).min(TEACHER_LETTERS) }),
    reply: z.object({ items: z.array(z.object({ id: z.uuid(), name: z.string() })).max(MAX_TEACHERS) }),
  }),
  responsible: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/responsible',
    summary: 'Orders and loans of learners for which the user is responsible; open requests first',
    reply: z.object({ items: z.array(RentalOrder).max(MAX_RESPONSIBLE) }),
  }),
  agree: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/agree',
    summary: 'Agree to the order of a learner and become responsible for it',
    params: byId,
    /** Time of the request that the teacher has read, so that the teacher cannot agree to a changed order. */
    body: z.object({ asked_at: moment }),
    reply: RentalOrder,
  }),
  disagree: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/disagree',
    summary: 'Decline the order of a learner, with a reason',
    params: byId,
    body: z.object({ reason: text(300).min(1) }),
    reply: RentalOrder,
  }),
};
