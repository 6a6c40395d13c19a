/** Where an order may go from where it stands: the only table of it (docs/behaviour/marketplace.md#orders). Pure. */

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

export const ORDER_EVENTS = ['ask', 'approve', 'decline', 'buy', 'pay', 'cancel', 'expire', 'fulfil', 'refund'] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

const MOVES: Record<OrderState, Partial<Record<OrderEvent, OrderState>>> = {
  draft: { ask: 'waiting_approval', buy: 'pending_payment' },
  waiting_approval: { approve: 'pending_payment', decline: 'declined', cancel: 'cancelled' },
  declined: {},
  pending_payment: { pay: 'confirmed', cancel: 'cancelled', expire: 'expired' },
  cancelled: {},
  expired: {},
  confirmed: { fulfil: 'fulfilled', refund: 'refunded' },
  fulfilled: { refund: 'refunded' },
  refunded: {},
};

/** Undefined where that does not happen to an order like this. */
export const moveOrder = (from: OrderState, event: OrderEvent): OrderState | undefined => MOVES[from][event];

/** How it is paid; online a payment is open, paid, over without money, on its way back, or back. */
export const PAYS = ['invoice', 'online'] as const;
export const PAYMENT_STATES = ['open', 'paid', 'failed', 'returning', 'returned'] as const;

/** Their money is spent, or about to be. */
export const SPENDING: readonly OrderState[] = ['pending_payment', 'confirmed', 'fulfilled'];

/** An order on invoice nobody accepted ends after so many days; one that was begun and left after these. */
export const INVOICE_DAYS = 30;
/** One that is paid online, and was not, after so many hours. */
export const ONLINE_HOURS = 24;
export const DRAFT_DAYS = 30;
/** Orders and invoices stay so many years after the one they were made in (§ 147 AO, § 14b UStG). */
export const KEEP_YEARS = 10;

/** The year in which the school year of a day began. `schoolYearEnd` is month-day. */
export const schoolYearOf = (day: string, schoolYearEnd: string): number =>
  Number(day.slice(0, 4)) - (day.slice(5) <= schoolYearEnd ? 1 : 0);
