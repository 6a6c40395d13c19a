/** How fees of private borrowers are counted with (docs/behaviour/lending.md#fees). Pure. */
import { z } from 'zod';
import { count } from '../../fields.ts';

/** Money that came, money given back, and what is not asked for any more. */
export const PAYMENT_KINDS = ['paid', 'repaid', 'waived'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

type Sums = { cents: number; paid_cents: number; repaid_cents: number; waived_cents: number };

/** What is still to be paid; below 0: so much came too much. */
export const openCents = ({ cents, paid_cents, repaid_cents, waived_cents }: Sums): number =>
  cents - paid_cents + repaid_cents - waived_cents;

/** Of one kind at most: no more than is open, and nothing is given back that did not come. */
export const mostOf = (kind: PaymentKind, sums: Sums): number =>
  kind === 'repaid' ? sums.paid_cents - sums.repaid_cents : Math.max(0, openCents(sums));

export const FeeSums = z.object({
  /** For each device and day. */
  day_cents: count,
  /** Until each device is back, or until its last day where it is not yet, or today where that is over. */
  cents: count,
  paid_cents: count,
  repaid_cents: count,
  waived_cents: count,
});
export type FeeSums = z.output<typeof FeeSums>;
/** Of an order; null: it costs nothing. */
export const OrderFee = FeeSums.nullable();
