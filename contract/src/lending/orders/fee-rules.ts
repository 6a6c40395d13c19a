/** Calculation of fees of private borrowers (docs/behaviour/lending.md#fees). */
import { z } from 'zod';
import { count } from '../../fields.ts';

/** Payment received, payment returned, and claim waived. */
export const PAYMENT_KINDS = ['paid', 'repaid', 'waived'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

type Sums = { cents: number; paid_cents: number; repaid_cents: number; waived_cents: number };

/** Returns the open amount; negative if too much was paid. */
export const openCents = ({ cents, paid_cents, repaid_cents, waived_cents }: Sums): number =>
  cents - paid_cents + repaid_cents - waived_cents;

/** Returns the maximum amount of an entry: no more than is open, and no repayment beyond the payments. */
export const mostOf = (kind: PaymentKind, sums: Sums): number =>
  kind === 'repaid' ? sums.paid_cents - sums.repaid_cents : Math.max(0, openCents(sums));

export const FeeSums = z.object({
  /** Price per device and day. */
  day_cents: count,
  /** Fee until each device is back; for a device on loan until its last day, or until today if it is overdue. */
  cents: count,
  paid_cents: count,
  repaid_cents: count,
  waived_cents: count,
});
export type FeeSums = z.output<typeof FeeSums>;
/** Fee of an order; `null`: free of charge. */
export const OrderFee = FeeSums.nullable();
