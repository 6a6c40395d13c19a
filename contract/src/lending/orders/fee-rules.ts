/** Fee calculation for private borrowers (docs/behaviour/lending.md#fees). Pure. */
import { z } from 'zod';
import { count } from '../../fields.ts';

/** Received money, refunds, and waived amounts. */
export const PAYMENT_KINDS = ['paid', 'repaid', 'waived'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

type Sums = { cents: number; paid_cents: number; repaid_cents: number; waived_cents: number };

/** Returns the open amount; negative if overpaid. */
export const openCents = ({ cents, paid_cents, repaid_cents, waived_cents }: Sums): number =>
  cents - paid_cents + repaid_cents - waived_cents;

/** Returns the maximum amount of a payment: at most the open amount, and at most the received amount for refunds. */
export const mostOf = (kind: PaymentKind, sums: Sums): number =>
  kind === 'repaid' ? sums.paid_cents - sums.repaid_cents : Math.max(0, openCents(sums));

export const FeeSums = z.object({
  /** Cents per device per day. */
  day_cents: count,
  /** Fee until each device is returned; until its last day, or today if that is over, for devices still on loan. */
  cents: count,
  paid_cents: count,
  repaid_cents: count,
  waived_cents: count,
});
export type FeeSums = z.output<typeof FeeSums>;
/** Fee of an order; null: free of charge. */
export const OrderFee = FeeSums.nullable();
