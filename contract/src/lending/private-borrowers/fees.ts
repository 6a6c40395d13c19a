/** Fees and payments of private borrowers (docs/behaviour/lending.md#fees). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byId, count, day, moment } from '../../fields.ts';
import { page, pageOf } from '../../paging.ts';
import { FeeSums, PAYMENT_KINDS } from '../orders/fee-rules.ts';
import { tableQuery } from '../../table-file.ts';
import { idempotencyKey, lendingGate } from '../gate.ts';

/** Maximum amount of a payment in cents. */
export const MAX_PAID_CENTS = 100_000_000;

const Fee = FeeSums.extend({
  order_id: z.uuid(),
  number: z.string(),
  borrower: z.string(),
  /** Devices of the order, with the days for which they are charged. */
  lines: z.array(z.object({ id: z.uuid(), model: z.string(), code: z.string(), from: day, until: day, days: count, cents: count })),
  payments: z.array(z.object({ id: z.uuid(), kind: z.enum(PAYMENT_KINDS), cents: count, at: moment, by: z.string() })),
});
export type Fee = z.output<typeof Fee>;

const OwedFee = FeeSums.extend({
  order_id: z.uuid(),
  number: z.string(),
  title: z.string(),
  /** Name of the borrower, or an empty string if the borrower was deleted. */
  borrower: z.string(),
  from: day,
  /** Day of the last return, or `null` while devices are on loan. */
  over_on: day.nullable(),
});
export type OwedFee = z.output<typeof OwedFee>;

/** `open` selects orders with an amount to pay or to refund. */
const show = z.enum(['open', 'all']).default('open');

export const lendingFees = {
  fee: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/orders/{id}/fee',
    summary: 'Fee of an order of a private borrower by device, with payments',
    params: byId,
    reply: Fee,
  }),
  notePayment: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/orders/{id}/payments',
    summary: 'Record a payment, a repayment or a waiver for an order at the desk',
    params: byId,
    body: z.object({ kind: z.enum(PAYMENT_KINDS), cents: z.int().min(1).max(MAX_PAID_CENTS), key: idempotencyKey }),
    reply: Fee,
  }),
  fees: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/fees',
    summary: 'Orders of private borrowers of a point with their open amounts, oldest first',
    query: z.object({ ...page, point: z.uuid(), show }),
    reply: pageOf(OwedFee).extend({ open_cents: z.int() }),
  }),
  feesFile: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/fees/export',
    summary: 'Fees of a point as a table',
    query: z.object({ point: z.uuid(), show, ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
};
