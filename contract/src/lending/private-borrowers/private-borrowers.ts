/** Private borrowers, who have no account and are managed by the desk (docs/behaviour/lending.md#private-borrowers). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { byId, count, day, emailOrEmpty, language, line, moment, text, version } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { lendingGate } from '../gate.ts';

/** Name and address as on the identity card, with contact details. */
export const PrivateFields = z.object({
  name: line(120).min(1),
  address: text(300).min(1),
  email: emailOrEmpty,
  phone: line(40),
  /** Note that only the desk can see. */
  note: text(500),
});
export type PrivateFields = z.output<typeof PrivateFields>;

export const PrivateBorrower = PrivateFields.extend({
  id: z.uuid(),
  /** Address, which is empty if an imported file did not contain it. */
  address: text(300),
  /** Identity check by the desk, or `null`. Without a check, no device is handed over. */
  id_checked: z.object({ at: moment, by: z.string() }).nullable(),
  /** Number of devices on loan. `ordered` is the number of ordered devices. */
  on_loan: count,
  ordered: count,
  /** Unpaid amount of closed orders in cents. */
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
    summary: 'Private borrowers of a point by a part of their name, with loans and open amounts',
    query: z.object({ ...page, point: z.uuid(), q: text(80).default('') }),
    reply: pageOf(PrivateBorrower),
  }),
  addPrivateBorrower: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/private-borrowers',
    once: true,
    summary: 'Add a private borrower to a point that allows them',
    body: PrivateFields.extend({ note: text(500).default(''), point: z.uuid(), id_checked: z.boolean().default(false) }),
    reply: PrivateBorrower,
  }),
  changePrivateBorrower: endpoint({
    ...lendingGate,
    method: 'PATCH',
    path: '/api/v1/lending/private-borrowers/{id}',
    summary: 'Change a private borrower or record an identity check; a new name needs a new check',
    params: byId,
    body: PrivateFields.partial().extend({ id_checked: z.boolean().optional(), version }),
    reply: PrivateBorrower,
  }),
  removePrivateBorrower: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/private-borrowers/{id}',
    summary: 'Remove a private borrower without loans and debts; their orders are cancelled',
    params: byId,
    reply: done,
  }),
  privateBorrowerData: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/private-borrowers/{id}/data',
    summary: 'All stored data of a private borrower as JSON, for their right of access',
    params: byId,
    query: z.object({ lang: language.default('de') }),
    heavy: true,
    reply: 'stream',
  }),
};
