/** Computes the step of an order that its borrower sees. */
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';

/** Steps of open order lines, most urgent first. */
const OPEN_STEPS = ['overdue', 'ready', 'asked', 'requested', 'on_loan', 'approved'] as const;
const OVER_STEPS = ['rejected', 'cancelled', 'expired', 'closed'] as const;
type OrderStep = (typeof OPEN_STEPS)[number] | (typeof OVER_STEPS)[number];

/** Tones of the steps. All other steps have a neutral tone. */
export const STEP_TONES: Partial<Record<OrderStep, 'good' | 'warn' | 'bad'>> = {
  overdue: 'bad',
  rejected: 'bad',
  ready: 'good',
  approved: 'good',
  asked: 'warn',
  requested: 'warn',
  on_loan: 'warn',
};

/** Returns the most urgent step of the order lines. If no line is open, returns how the order ended. */
export function stepOf({ lines, state, responsible }: Pick<RentalOrder, 'lines' | 'state' | 'responsible'>): OrderStep {
  const steps = lines.map((line) => (line.overdue ? 'overdue' : line.state === 'requested' && responsible?.until ? 'asked' : line.state));
  return OPEN_STEPS.find((step) => steps.includes(step)) ?? OVER_STEPS.find((step) => step === state) ?? 'closed';
}
