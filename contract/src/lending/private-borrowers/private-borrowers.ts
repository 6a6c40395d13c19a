/** Private people who borrow at a lending point, known to its desk and without an account (docs/behaviour/lending.md#private-borrowers). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { byId, count, day, emailOrEmpty, line, moment, text, version } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { lendingGate } from '../gate.ts';

/** As they stand on an identity card, and how they are reached. */
export const PrivateFields = z.object({
  name: line(120).min(1),
  address: text(300).min(1),
  email: emailOrEmpty,
  phone: line(40),
  /** For the desk. */
  note: text(500),
});
export type PrivateFields = z.output<typeof PrivateFields>;

export const PrivateBorrower = PrivateFields.extend({
  id: z.uuid(),
  /** Empty if another system did not have it. */
  address: text(300),
  /** When the desk has seen an identity card, and who; null: not yet, and nothing is handed over. */
  id_checked: z.object({ at: moment, by: z.string() }).nullable(),
  /** Devices they have, and those they are to get. */
  on_loan: count,
  ordered: count,
  /** What they owe, without what is not over yet. */
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
