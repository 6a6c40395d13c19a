/** State machine of marketplace orders (docs/behaviour/marketplace.md#orders). */

export const ORDER_STATES = [
  'draft',
  'waiting_approval',
  'declined',
  'pending_payment',
  'cancelled',
  'expired',
  'confirmed',
  'fulfilled',
  'refunded',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export const ORDER_EVENTS = ['ask', 'approve', 'decline', 'buy', 'undo', 'pay', 'cancel', 'expire', 'fulfil', 'refund'] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

const MOVES: Record<OrderState, Partial<Record<OrderEvent, OrderState>>> = {
  draft: { ask: 'waiting_approval', buy: 'pending_payment' },
  waiting_approval: { approve: 'pending_payment', decline: 'declined', cancel: 'cancelled' },
  declined: { undo: 'waiting_approval' },
  pending_payment: { undo: 'waiting_approval', pay: 'confirmed', cancel: 'cancelled', expire: 'expired' },
  cancelled: {},
  expired: {},
  confirmed: { fulfil: 'fulfilled', refund: 'refunded' },
  fulfilled: { refund: 'refunded' },
  refunded: {},
};

/** Returns the state after an event, or `undefined` if the event is not allowed in the state. */
export const moveOrder = (from: OrderState, event: OrderEvent): OrderState | undefined => MOVES[from][event];

/** Payment methods. */
export const PAYMENT_METHODS = ['invoice', 'online'] as const;
export const PAYMENT_STATES = ['open', 'paid', 'failed', 'returning', 'returned'] as const;

/** States in which the amount of an order counts against the budget. */
export const BUDGET_STATES: readonly OrderState[] = ['pending_payment', 'confirmed', 'fulfilled'];

/** Number of days after which an unconfirmed invoice order expires. */
export const INVOICE_DAYS = 30;
/** Number of hours after which an unpaid online order expires. */
export const ONLINE_HOURS = 24;
export const DRAFT_DAYS = 30;
/** Number of years for which orders and invoices are kept after the end of their year (§ 147 AO, § 14b UStG). */
export const KEEP_YEARS = 10;

/** Returns the year in which the school year that contains the day began. `schoolYearEnd` is its last day as month and day. */
export const schoolYearOf = (day: string, schoolYearEnd: string): number =>
  Number(day.slice(0, 4)) - (day.slice(5) <= schoolYearEnd ? 1 : 0);
