/** Private borrowers without an account, known to the desk of a lending point (docs/behaviour/lending.md#private-borrowers). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { byId, count, day, emailOrEmpty, line, moment, text, version } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { lendingGate } from '../gate.ts';

/** Name and address as on the identity card, and contact data. */
export const PrivateFields = z.object({
  name: line(120).min(1),
  address: text(300).min(1),
  email: emailOrEmpty,
  phone: line(40),
  /** Note for the desk. */
  note: text(500),
});
export type PrivateFields = z.output<typeof PrivateFields>;

export const PrivateBorrower = PrivateFields.extend({
  id: z.uuid(),
  /** Empty if the previous system did not have it. */
  address: text(300),
  /** Time of the identity check and the clerk; null: not checked, so that nothing is handed over. */
  id_checked: z.object({ at: moment, by: z.string() }).nullable(),
  /** Number of devices on loan, and of those ordered. */
  on_loan: count,
  ordered: count,
  /** Open amount, without running loans. */
  owed_cents: count,
  suspended: z.object({ until: day.nullable(), reason: z.string() }).nullable(),
  created_at: moment,
  version,
});
export type PrivateBorrower = z.output<typeof PrivateBorrower>;

export const lendingPrivate = {
  privateBorrowers: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/private-borrowers',
    summary: 'Private borrowers of a point by a part of their name, with what they have and owe',
    query: z.object({ ...page, point: z.uuid(), q: text(80).default('') }),
    reply: pageOf(PrivateBorrower),
  }),
  addPrivateBorrower: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/private-borrowers',
    once: true,
    summary: 'Write down somebody private who borrows at a point that lets them',
    body: PrivateFields.extend({ note: text(500).default(''), point: z.uuid(), id_checked: z.boolean().default(false) }),
    reply: PrivateBorrower,
  }),
  changePrivateBorrower: endpoint({
    ...lendingGate,
    method: 'PATCH',
    path: '/api/v1/lending/private-borrowers/{id}',
    summary: 'Change what is known of a private borrower, or say that their identity card was seen; another name has to be seen anew',
    params: byId,
    body: PrivateFields.partial().extend({ id_checked: z.boolean().optional(), version }),
    reply: PrivateBorrower,
  }),
  removePrivateBorrower: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/private-borrowers/{id}',
    summary: 'Forget a private borrower, who has nothing and owes nothing; what they had ordered is cancelled',
    params: byId,
    reply: done,
  }),
  privateBorrowerData: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/private-borrowers/{id}/data',
    summary: 'Everything that is known of a private borrower as JSON, for whoever asks what is stored of them',
    params: byId,
    heavy: true,
    reply: 'stream',
  }),
};
