/** Calculation of fees of private borrowers (docs/behaviour/lending.md#fees). */
import { z } from 'zod';
import { count } from '../../fields.ts';

/** Kinds of entries: a payment, a refund, or a waiver of the fee. */
export const PAYMENT_KINDS = ['paid', 'repaid', 'waived'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

type Sums = { cents: number; paid_cents: number; repaid_cents: number; waived_cents: number };

/** Returns the unpaid amount in cents, which is negative if too much was paid. */
export const openCents = ({ cents, paid_cents, repaid_cents, waived_cents }: Sums): number =>
  cents - paid_cents + repaid_cents - waived_cents;

/** Returns the maximum amount of an entry in cents. Refunds are limited by the payments, all others by the unpaid amount. */
export const maxEntryCents = (kind: PaymentKind, sums: Sums): number =>
  kind === 'repaid' ? sums.paid_cents - sums.repaid_cents : Math.max(0, openCents(sums));

export const FeeSums = z.object({
  /** Price in cents per device and day. */
  day_cents: count,
  /** Total fee in cents. A device on loan is charged until its last day, or until today if it is overdue. */
  cents: count,
  paid_cents: count,
  repaid_cents: count,
  waived_cents: count,
});
export type FeeSums = z.output<typeof FeeSums>;
/** Fee of an order, or `null` if the order is free of charge. */
export const OrderFee = FeeSums.nullable();
