/** Fees and open amounts of private borrowers (docs/behaviour/lending.md#fees). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byId, count, day, moment } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { FeeSums, PAYMENT_KINDS } from '../orders/fee-rules.ts';
import { tableQuery } from '../../table-file.ts';
import { key, lendingGate } from '../gate.ts';

/** Maximum amount of one entry, in cents. */
export const MAX_PAID_CENTS = 100_000_000;

const Fee = FeeSums.extend({
  order_id: z.uuid(),
  number: z.string(),
  borrower: z.string(),
  /** Devices with their charged days. */
  lines: z.array(z.object({ id: z.uuid(), model: z.string(), code: z.string(), from: day, until: day, days: count, cents: count })),
  payments: z.array(z.object({ id: z.uuid(), kind: z.enum(PAYMENT_KINDS), cents: count, at: moment, by: z.string() })),
});
export type Fee = z.output<typeof Fee>;

const OwedFee = FeeSums.extend({
  order_id: z.uuid(),
  number: z.string(),
  title: z.string(),
  /** Name of the borrower; empty if anonymised. */
  borrower: z.string(),
  from: day,
  /** Day of the last return; null while devices are on loan. */
  over_on: day.nullable(),
});
export type OwedFee = z.output<typeof OwedFee>;

/** `open`: with an amount to pay or to refund. */
const show = z.enum(['open', 'all']).default('open');

export const lendingFees = {
  fee: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/orders/{id}/fee',
    summary: 'What an order of a private borrower costs, device by device, and what was paid for it',
    params: byId,
    reply: Fee,
  }),
  notePayment: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/payments',
    summary: 'Note at the desk what was paid for an order, given back, or is not asked for',
    params: byId,
    body: z.object({ kind: z.enum(PAYMENT_KINDS), cents: z.int().min(1).max(MAX_PAID_CENTS), key }),
    reply: Fee,
  }),
  fees: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/fees',
    summary: 'Orders of private borrowers of a point that went out, with what is still owed, the oldest first',
    query: z.object({ ...page, point: z.uuid(), show }),
    reply: pageOf(OwedFee).extend({ open_cents: z.int() }),
  }),
  feesFile: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/fees/export',
    summary: 'The same as a table',
    query: z.object({ point: z.uuid(), show, ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
};
